//! A server beside a shell that watches it.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::process::Pid;

use crate::ServerError;

/// How long a server may take until it serves; one that was killed reads its log first, and that of a long test takes a
/// while.
const START: Duration = Duration::from_secs(30);

/// The end of its log, in lines.
const LAST_WORDS: usize = 20;

/// A shell, and the server that it has started. The shell's input is open as long as the server is to live.
#[derive(Debug)]
pub struct Watched {
    /// The shell.
    pub watchdog: Child,
    /// The server.
    pub server: Pid,
}

impl Watched {
    /// Starts a shell whose script starts a server beside itself, says `pid <number>`, and ends the server at the end of its own
    /// input, which comes with the end of this process at the latest. Waits until the server has said, in a line with one of
    /// the texts `serving`, that it serves. Blocks.
    ///
    /// # Errors
    ///
    /// When the shell cannot be started, or the server does not serve within 30 seconds.
    pub fn start(mut shell: Command, serving: &'static [&'static str]) -> Result<Self, ServerError> {
        let spawned = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut watchdog = spawned.map_err(ServerError::system("start a shell"))?;
        let Some(output) = watchdog.stdout.take() else {
            return Err(ServerError::NeverCame("the output of the shell"));
        };
        let (told, news) = sync_channel(2);
        let log = Arc::new(Mutex::new(VecDeque::with_capacity(LAST_WORDS)));
        let kept = Arc::clone(&log);
        std::thread::Builder::new()
            .name("server-log".to_owned())
            .spawn(move || follow(output, serving, &told, &kept))
            .map_err(ServerError::system("start a thread"))?;
        match wait_until_serving(&news) {
            Some(server) => Ok(Self { watchdog, server }),
            None => {
                drop(watchdog.stdin.take());
                let _ = watchdog.wait();
                let log = log.lock().unwrap_or_else(PoisonError::into_inner);
                Err(ServerError::NotServing {
                    log: log.iter().cloned().collect::<Vec<_>>().join("\n"),
                })
            }
        }
    }
}

enum News {
    Pid(Pid),
    Serving,
}

/// Reads the log to its end, so that the server never waits for its reader.
fn follow(output: ChildStdout, serving: &[&str], told: &SyncSender<News>, log: &Mutex<VecDeque<String>>) {
    let mut reader = BufReader::new(output);
    let mut serves = false;
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
        } else if !serves && serving.iter().any(|words| text.contains(words)) {
            serves = true;
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
