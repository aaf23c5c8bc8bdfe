//! The process of a server.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::clock::Clock;
use crate::error::TestRedisError;

/// How long a server may take until it serves; a log of a long test takes a while to load.
const START: Duration = Duration::from_secs(30);

/// The end of its log, in lines.
const LAST_WORDS: usize = 20;

/// Starts the server beside itself, says its process id, and waits for the end of its own input, which comes with the
/// end of this process at the latest: then it kills the server.
const WATCHDOG: &str = r#""$@" </dev/null & echo "pid $!"; read -r _; kill -9 "$!" 2>/dev/null; wait"#;

/// What the server says when it serves.
const SERVING: [&str; 2] = ["Ready to accept connections", "+monitor master"];

/// A running server.
#[derive(Debug)]
pub(crate) struct Process {
    watchdog: Child,
    server: Pid,
}

impl Process {
    /// Starts a program in a folder and waits until it serves. Blocks.
    pub(crate) fn start(
        program: &str,
        words: &[String],
        clock: Option<&Clock>,
        folder: &Path,
    ) -> Result<Self, TestRedisError> {
        let mut watchdog = Command::new("sh")
            .args(["-c", WATCHDOG, "redis-watchdog", program])
            .args(words)
            .envs(clock.into_iter().flat_map(Clock::environment))
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .map_err(TestRedisError::system("start a shell"))?;
        let Some(output) = watchdog.stdout.take() else {
            return Err(TestRedisError::NeverCame("the output of the shell"));
        };
        let (told, news) = sync_channel(2);
        let log = Arc::new(Mutex::new(VecDeque::with_capacity(LAST_WORDS)));
        let kept = Arc::clone(&log);
        std::thread::Builder::new()
            .name("redis-log".to_owned())
            .spawn(move || follow(output, &told, &kept))
            .map_err(TestRedisError::system("start a thread"))?;
        match wait_until_serving(&news) {
            Some(server) => Ok(Self { watchdog, server }),
            None => {
                drop(watchdog.stdin.take());
                let _ = watchdog.wait();
                let log = log.lock().unwrap_or_else(PoisonError::into_inner);
                Err(TestRedisError::NotServing {
                    log: log.iter().cloned().collect::<Vec<_>>().join("\n"),
                })
            }
        }
    }

    pub(crate) fn signal(&self, signal: Signal) {
        // It fails when the server has ended by itself, which the test will notice.
        let _ = kill_process(self.server, signal);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.signal(Signal::KILL);
        drop(self.watchdog.stdin.take());
        let _ = self.watchdog.wait();
    }
}

enum News {
    Pid(Pid),
    Serving,
}

/// Reads the log to its end, so that the server never waits for its reader.
fn follow(output: ChildStdout, told: &SyncSender<News>, log: &Mutex<VecDeque<String>>) {
    let mut reader = BufReader::new(output);
    let mut serving = false;
    let mut line = Vec::new();
    while reader
        .by_ref()
        .take(64 * 1024)
        .read_until(b'\n', &mut line)
        .is_ok_and(|read| read > 0)
    {
        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
        line.clear();
        if let Some(pid) = text
            .strip_prefix("pid ")
            .and_then(|pid| pid.parse().ok())
            .and_then(Pid::from_raw)
        {
            let _ = told.send(News::Pid(pid));
        } else if !serving && SERVING.iter().any(|words| text.contains(words)) {
            serving = true;
            let _ = told.send(News::Serving);
        }
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        if log.len() == LAST_WORDS {
            log.pop_front();
        }
        log.push_back(text);
    }
}

/// Waits for both news: whichever of the two processes writes first.
fn wait_until_serving(news: &Receiver<News>) -> Option<Pid> {
    let (mut server, mut serving) = (None, false);
    loop {
        if let Some(server) = server.filter(|_| serving) {
            return Some(server);
        }
        match news.recv_timeout(START) {
            Ok(News::Pid(pid)) => server = Some(pid),
            Ok(News::Serving) => serving = true,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
        }
    }
}
