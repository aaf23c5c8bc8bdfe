//! Asking for a password.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

use corners_service::startup::MainError;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, read};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};

/// Longer than any password.
const LONGEST: u64 = 4096;

/// The password of a player: the first line of a file, or what is typed on the terminal, which does not show it.
pub(crate) fn password(name: &str, file: Option<&Path>) -> Result<String, MainError> {
    if let Some(file) = file {
        return Ok(
            first_line(file).map_err(|error| format!("cannot read the password from {}: {error}", file.display()))?
        );
    }
    if !io::stdin().is_terminal() {
        return Err("the password is asked for on a terminal, and there is none: give --password-file".into());
    }
    let mut messages = io::stderr().lock();
    write!(messages, "Password of {name}: ")?;
    messages.flush()?;
    enable_raw_mode()?;
    let typed = typed();
    disable_raw_mode()?;
    writeln!(messages)?;
    typed?.ok_or_else(|| "no password was given".into())
}

fn first_line(file: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(file)?.take(LONGEST).read_to_string(&mut text)?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// What is typed up to Enter; nothing when it is interrupted.
fn typed() -> io::Result<Option<String>> {
    let mut text = String::new();
    loop {
        let Event::Key(KeyEvent {
            code, modifiers, kind, ..
        }) = read()?
        else {
            continue;
        };
        if kind == KeyEventKind::Release {
            continue;
        }
        match code {
            KeyCode::Enter => return Ok(Some(text)),
            KeyCode::Esc => return Ok(None),
            KeyCode::Char('c' | 'd') if modifiers.contains(KeyModifiers::CONTROL) => return Ok(None),
            KeyCode::Char(character) if (text.len() as u64) < LONGEST => text.push(character),
            KeyCode::Backspace => {
                text.pop();
            }
            _ => {}
        }
    }
}
