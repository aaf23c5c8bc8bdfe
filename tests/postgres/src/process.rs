//! The process of a server.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use corners_test_servers::watched::Watched;
use rustix::process::Signal;

use crate::children::signal_all;
use crate::error::TestPostgresError;
use crate::programs::Programs;

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
const SERVING: [&str; 1] = ["database system is ready to accept connections"];

/// A running server.
#[derive(Debug)]
pub(crate) struct Process(Watched);

impl Process {
    /// Starts a server on the data in a folder and waits until it serves. Blocks.
    pub(crate) fn start(programs: &Programs, words: &[String], folder: &Path) -> Result<Self, TestPostgresError> {
        let mut shell = programs.command("sh");
        shell
            .args(["-c", WATCHDOG, "postgres-watchdog"])
            .args([folder, &programs.path("postgres")])
            .args(words)
            .current_dir(folder)
            .stderr(Stdio::null());
        Ok(Self(Watched::start(shell, &SERVING)?))
    }

    /// Sends a signal to all of its processes.
    pub(crate) fn signal(&self, signal: Signal) {
        signal_all(self.0.server, signal);
    }

    /// Kills all of its processes (SIGKILL) and keeps its folder.
    pub(crate) fn kill(mut self) {
        self.signal(Signal::KILL);
        if let Some(mut input) = self.0.watchdog.stdin.take() {
            // When it fails the watchdog is gone as well.
            let _ = input.write_all(b"keep\n");
        }
        let _ = self.0.watchdog.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(input) = self.0.watchdog.stdin.take() {
            self.signal(Signal::CONT);
            drop(input);
            let _ = self.0.watchdog.wait();
        }
    }
}
