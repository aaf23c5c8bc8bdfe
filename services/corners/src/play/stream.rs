//! Playing over standard input and output.

use corners_client::Update;
use corners_service::startup::MainError;
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::Instant;

use super::console::{Lines, say};
use super::lines::{self, Script, Step};
use super::model::{Model, Rematch};
use super::update::{Effect, Input, update};
use super::wire::Wire;
use super::{Manner, describe};

/// Plays until the game is over or a line says `quit`. When the lines end first, the game is shown to its end. Who has met
/// through matchmaking may play again: then the end of the lines is the end, and the answer may be another table.
pub(super) async fn run(
    model: &mut Model,
    mut wire: Wire,
    manner: Manner,
    input: &mut Lines,
) -> Result<Option<String>, MainError> {
    let mut script = Script::default();
    let mut interrupted = signal(SignalKind::interrupt())?;
    let mut terminated = signal(SignalKind::terminate())?;
    say(&lines::banner(model))?;
    loop {
        wire.settle(model);
        if model.is_over() && !has_more_to_come(model, manner, input, &script) {
            return Ok(None);
        }
        let happened = tokio::select! {
            happened = wire.next() => happened,
            line = input.next(), if !input.has_ended() && !script.is_full() => {
                if let Some(line) = line {
                    script.push(line);
                }
                Input::Tick
            }
            _ = interrupted.recv() => return Ok(None),
            _ = terminated.recv() => return Ok(None),
        };
        let (text, next) = tell(model, happened)?;
        say(&text)?;
        if next.is_some() {
            return Ok(next);
        }
        while let Some(step) = script.next(model) {
            match step {
                Step::Say(text) if text.is_empty() => {}
                Step::Say(text) => say(&format!("{text}\n"))?,
                Step::Act(action) => {
                    model.acting = true;
                    wire.act(action);
                }
                Step::OfferRematch => {
                    model.acting = true;
                    wire.offer_rematch();
                }
                Step::DeclineRematch => {
                    model.acting = true;
                    wire.decline_rematch();
                }
                Step::Quit => return Ok(None),
            }
        }
    }
}

/// Whether there is something to wait for at a table whose game is over.
fn has_more_to_come(model: &Model, manner: Manner, input: &Lines, script: &Script) -> bool {
    if manner == Manner::Seated {
        return false;
    }
    let lines_end = input.has_ended() && !script.is_full() && !model.acting;
    let rating_comes = model.is_for_rating() && model.rating.is_none();
    let rematch_comes = model.may_rematch() && (!lines_end || model.rematch == Rematch::Own);
    rating_comes || rematch_comes
}

/// Takes an input and answers what to print about it, and the table to go on at.
fn tell(model: &mut Model, input: Input) -> Result<(String, Option<String>), MainError> {
    let refusal = match &input {
        Input::Answer(answer) => lines::refusal(answer),
        Input::Rematch(Err(error)) => Some(format!("refused: {}", describe::error(error))),
        _ => None,
    };
    let before = (model.rematch, model.rating.is_some());
    let is_news = matches!(&input, Input::Watch(update) if !matches!(update, Update::Heartbeat(_)));
    let failure = match &input {
        Input::WatchEnded(Some(error)) => Some(error.clone()),
        _ => None,
    };
    let next = match update(model, input, Instant::now()) {
        Some(Effect::GoTo(table)) => Some(table),
        _ => None,
    };
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
    if before.0 != model.rematch {
        text.push_str(lines::rematch(model.rematch));
    }
    if let Some(rating) = model.rating.as_ref().filter(|_| !before.1) {
        text.push_str(&format!("{rating}\n"));
    }
    Ok((text, next))
}
