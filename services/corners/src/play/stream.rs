//! Playing over standard input and output.

use std::io::{self, BufRead, Read, Write};
use std::thread;

use corners_client::Update;
use corners_service::startup::MainError;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::lines::{self, Script, Step};
use super::model::Model;
use super::update::{Input, update};
use super::wire::Wire;

/// The longest line that is read, in bytes; the rest of a longer one is another line.
const LONGEST_LINE: u64 = 4096;

/// Plays until the game is over or a line says `quit`. When the lines end first, the game is shown to its end.
pub(super) async fn run(model: &mut Model, mut wire: Wire) -> Result<(), MainError> {
    let mut input = read_lines();
    let mut script = Script::default();
    say(&lines::banner(model))?;
    let mut may_come = true;
    loop {
        if model.is_over() {
            return Ok(());
        }
        let happened = tokio::select! {
            happened = wire.next() => happened,
            line = input.recv(), if may_come && !script.is_full() => {
                match line {
                    Some(line) => script.push(line),
                    None => may_come = false,
                }
                Input::Tick
            }
        };
        let text = tell(model, happened)?;
        say(&text)?;
        while let Some(step) = script.next(model) {
            match step {
                Step::Say(text) if text.is_empty() => {}
                Step::Say(text) => say(&format!("{text}\n"))?,
                Step::Act(action) => {
                    model.acting = true;
                    wire.act(action);
                }
                Step::Quit => return Ok(()),
            }
        }
    }
}

/// Takes an input and answers what to print about it.
fn tell(model: &mut Model, input: Input) -> Result<String, MainError> {
    let refusal = match &input {
        Input::Answer(answer) => lines::refusal(answer),
        _ => None,
    };
    let is_news = matches!(&input, Input::Watch(update) if !matches!(update, Update::Heartbeat(_)));
    let failure = match &input {
        Input::WatchEnded(Some(error)) => Some(error.clone()),
        _ => None,
    };
    update(model, input, Instant::now());
    if let Some(error) = failure {
        return Err(error.into());
    }
    let mut text = String::new();
    if let Some(refusal) = refusal {
        text.push_str(&format!("{refusal}\n"));
    } else if is_news {
        if let Some(notice) = model.notice.take() {
            text.push_str(&format!("{}\n", notice.text));
        }
        text.push_str(&lines::page(model));
    }
    Ok(text)
}

/// Prints at once, so that a program at the other end can answer.
fn say(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// Reads standard input on a thread of its own, one line ahead. Blocking reads cannot be cancelled; the process ends
/// without waiting for them.
fn read_lines() -> mpsc::Receiver<String> {
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
    received
}
