//! Where a person or a program is: a terminal, or lines.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::thread;

use tokio::sync::mpsc;

/// The longest line that is read, in bytes; the rest of a longer one is another line.
const LONGEST_LINE: u64 = 4096;

/// Where to read from.
pub(crate) enum Console {
    /// Keys of a terminal.
    Terminal,
    /// Lines.
    Lines(Lines),
}

impl Console {
    /// A terminal where standard input and output are one.
    pub(crate) fn open() -> Self {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            return Self::Terminal;
        }
        Self::Lines(Lines::read())
    }
}

/// Standard input, read one line ahead.
pub(crate) struct Lines {
    lines: mpsc::Receiver<String>,
    /// A line that was looked at.
    next: Option<String>,
    has_ended: bool,
}

impl Lines {
    /// Reads on a thread of its own. Blocking reads cannot be cancelled; the process ends without waiting for them.
    fn read() -> Self {
        let (lines, received) = mpsc::channel(1);
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            let mut line = Vec::new();
            while matches!(input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line), Ok(1..)) {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                if lines.blocking_send(text).is_err() {
                    return;
                }
                line.clear();
            }
        });
        Self {
            lines: received,
            next: None,
            has_ended: false,
        }
    }

    /// The next line; nothing at the end. Safe to cancel.
    pub(crate) async fn next(&mut self) -> Option<String> {
        if self.next.is_none() {
            self.next = self.lines.recv().await;
            self.has_ended |= self.next.is_none();
        }
        self.next.take()
    }

    /// Waits until somebody wants to leave before anything has begun. Other lines wait for what begins; so does nobody's
    /// leaving, when there are no lines. Safe to cancel.
    pub(crate) async fn quit(&mut self) {
        if self.next.is_none() && !self.has_ended {
            self.next = self.lines.recv().await;
            self.has_ended |= self.next.is_none();
        }
        if self.next.as_deref() != Some("quit") {
            std::future::pending::<()>().await;
        }
    }

    /// Whether nothing comes any more.
    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended && self.next.is_none()
    }
}

/// Prints at once, so that a program at the other end can answer.
pub(crate) fn say(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// Says what is no part of the output that programs read.
pub(crate) fn message(text: &str) {
    // Nobody is there to read it if this fails.
    let _ = writeln!(io::stderr(), "{text}");
}
