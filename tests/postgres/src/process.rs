//! The process of a server.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::process::{Pid, Signal};

use crate::children::signal_all;
use crate::error::TestPostgresError;
use crate::programs::Programs;

/// How long a server may take until it serves; one that was killed reads its log first.
const START: Duration = Duration::from_secs(30);

/// The end of its log, in lines.
const LAST_WORDS: usize = 20;

/// Starts the server beside itself, says its process id, and waits for the end of its own input, which comes with the
/// end of this process at the latest: then it ends the server at once and removes its folder, unless it is told to keep
/// it. SIGQUIT, and not SIGKILL, so that the server takes its own processes and its shared memory with it. The shell closes
/// its output, so that this process sees when the server ends by itself.
const WATCHDOG: &str = r#"
exec 2>&1
folder=$1; shift
"$@" </dev/null &
echo "pid $!"
exec >&- 2>&-
read -r word
kill -CONT "$!" 2>/dev/null
kill -QUIT "$!" 2>/dev/null
wait
[ "$word" = keep ] || rm -rf "$folder"
"#;

/// What the server says when it serves.
const SERVING: &str = "database system is ready to accept connections";

/// A running server.
#[derive(Debug)]
pub(crate) struct Process {
    watchdog: Child,
    server: Pid,
}

impl Process {
    /// Starts a server on the data in a folder and waits until it serves. Blocks.
    pub(crate) fn start(programs: &Programs, words: &[String], folder: &Path) -> Result<Self, TestPostgresError> {
        let mut watchdog = programs
            .command("sh")
            .args(["-c", WATCHDOG, "postgres-watchdog"])
            .args([folder, &programs.path("postgres")])
            .args(words)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(TestPostgresError::system("start a shell"))?;
        let Some(output) = watchdog.stdout.take() else {
            return Err(TestPostgresError::NeverCame("the output of the shell"));
        };
        let (told, news) = sync_channel(2);
        let log = Arc::new(Mutex::new(VecDeque::with_capacity(LAST_WORDS)));
        let kept = Arc::clone(&log);
        std::thread::Builder::new()
            .name("postgres-log".to_owned())
            .spawn(move || follow(output, &told, &kept))
            .map_err(TestPostgresError::system("start a thread"))?;
        match wait_until_serving(&news) {
            Some(server) => Ok(Self { watchdog, server }),
            None => {
                drop(watchdog.stdin.take());
                let _ = watchdog.wait();
                let log = log.lock().unwrap_or_else(PoisonError::into_inner);
                Err(TestPostgresError::NotServing {
                    log: log.iter().cloned().collect::<Vec<_>>().join("\n"),
                })
            }
        }
    }

    /// Sends a signal to all of its processes.
    pub(crate) fn signal(&self, signal: Signal) {
        signal_all(self.server, signal);
    }

    /// Kills all of its processes (SIGKILL) and keeps its folder.
    pub(crate) fn kill(mut self) {
        self.signal(Signal::KILL);
        if let Some(mut input) = self.watchdog.stdin.take() {
            // When it fails the watchdog is gone as well.
            let _ = input.write_all(b"keep\n");
        }
        let _ = self.watchdog.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(input) = self.watchdog.stdin.take() {
            self.signal(Signal::CONT);
            drop(input);
            let _ = self.watchdog.wait();
        }
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
        } else if !serving && text.contains(SERVING) {
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
