//! Waiting where somebody can stop it: with q, Escape or Ctrl-C in a terminal, with the line `quit` elsewhere.

use std::io;

use crossterm::event::{Event, EventStream, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use futures::StreamExt;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::console::{Console, Lines, say};

/// A wait that is shown in one line, or line by line.
pub(crate) struct Quitting<'a> {
    input: Input<'a>,
    interrupted: Signal,
    terminated: Signal,
}

enum Input<'a> {
    /// The terminal's own way of reading lines is off while it is there.
    Keys(Box<EventStream>),
    Lines(&'a mut Lines),
    Closed,
}

impl<'a> Quitting<'a> {
    /// Begins to listen.
    pub(crate) fn open(console: &'a mut Console) -> io::Result<Self> {
        let input = match console {
            Console::Terminal => {
                enable_raw_mode()?;
                Input::Keys(Box::new(EventStream::new()))
            }
            Console::Lines(lines) => Input::Lines(lines),
        };
        Ok(Self {
            input,
            interrupted: signal(SignalKind::interrupt())?,
            terminated: signal(SignalKind::terminate())?,
        })
    }

    /// Waits until somebody wants to stop. Safe to cancel.
    pub(crate) async fn wanted(&mut self) {
        let asked = async {
            match &mut self.input {
                Input::Keys(events) => stop_key(events).await,
                Input::Lines(lines) => lines.quit().await,
                Input::Closed => std::future::pending().await,
            }
        };
        tokio::select! {
            () = asked => {}
            _ = self.interrupted.recv() => {}
            _ = self.terminated.recv() => {}
        }
    }

    /// Says how it stands.
    pub(crate) fn show(&self, text: &str) -> io::Result<()> {
        match self.input {
            Input::Keys(_) => say(&format!("\r\x1b[K{text} (q stops)")),
            _ => say(&format!("{text}\n")),
        }
    }

    /// Listens no more, and leaves the terminal as it was.
    pub(crate) fn close(&mut self) -> io::Result<()> {
        if let Input::Keys(_) = self.input {
            self.input = Input::Closed;
            disable_raw_mode()?;
            say("\n")?;
        }
        Ok(())
    }
}

impl Drop for Quitting<'_> {
    fn drop(&mut self) {
        if let Input::Keys(_) = self.input {
            // Nothing can be done about a terminal that is gone.
            let _ = disable_raw_mode();
        }
    }
}

async fn stop_key(events: &mut EventStream) {
    while let Some(event) = events.next().await {
        let Ok(Event::Key(KeyEvent {
            code, modifiers, kind, ..
        })) = event
        else {
            continue;
        };
        let is_stop = match code {
            KeyCode::Char('c') => modifiers.contains(KeyModifiers::CONTROL),
            KeyCode::Char('q' | 'Q') | KeyCode::Esc => true,
            _ => false,
        };
        if kind != KeyEventKind::Release && is_stop {
            return;
        }
    }
    std::future::pending::<()>().await;
}
