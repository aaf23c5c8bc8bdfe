//! The process of a server.

use std::path::Path;
use std::process::{Command, Stdio};

use corners_test_servers::watched::Watched;
use rustix::process::{Signal, kill_process};

use crate::clock::Clock;
use crate::error::TestRedisError;

/// Starts the server beside itself, says its process id, and waits for the end of its own input, which comes with the
/// end of this process at the latest: then it kills the server.
const WATCHDOG: &str = r#""$@" </dev/null & echo "pid $!"; read -r _; kill -9 "$!" 2>/dev/null; wait"#;

/// What the server says when it serves.
const SERVING: [&str; 2] = ["Ready to accept connections", "+monitor master"];

/// A running server.
#[derive(Debug)]
pub(crate) struct Process(Watched);

impl Process {
    /// Starts a program in a folder and waits until it serves. Blocks.
    pub(crate) fn start(
        program: &str,
        words: &[String],
        clock: Option<&Clock>,
        folder: &Path,
    ) -> Result<Self, TestRedisError> {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", WATCHDOG, "redis-watchdog", program])
            .args(words)
            .envs(clock.into_iter().flat_map(Clock::environment))
            .current_dir(folder)
            .stderr(Stdio::inherit());
        Ok(Self(Watched::start(shell, &SERVING)?))
    }

    pub(crate) fn signal(&self, signal: Signal) {
        // It fails when the server has ended by itself, which the test will notice.
        let _ = kill_process(self.0.server, signal);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.signal(Signal::KILL);
        drop(self.0.watchdog.stdin.take());
        let _ = self.0.watchdog.wait();
    }
}
