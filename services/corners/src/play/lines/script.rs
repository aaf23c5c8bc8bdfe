//! Lines, in order: a move waits for its turn, everything else is done when it is reached.

use std::collections::VecDeque;

use corners_client::Error;
use corners_client::proto::error::Reason;
use corners_client::proto::game::v1::{Side, TableStatus};
use corners_rules::Square;

use super::command::{self, Command};
use crate::play::act::{Action, Answer};
use crate::play::describe;
use crate::play::model::{Model, Offer};

/// The lines that have been read and not yet done.
#[derive(Debug, Default)]
pub(crate) struct Script {
    waiting: VecDeque<String>,
}

/// What to do next.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// Call the platform; its answer comes before the next step.
    Act(Action),
    /// Print a line.
    Say(String),
    /// Leave.
    Quit,
}

impl Script {
    /// Takes a line.
    pub(crate) fn push(&mut self, line: String) {
        self.waiting.push_back(line);
    }

    /// Whether no more lines should be read for now.
    pub(crate) fn is_full(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// The next step; none while there is nothing to do but wait.
    pub(crate) fn next(&mut self, model: &Model) -> Option<Step> {
        if model.acting || model.version() < model.answered() {
            return None;
        }
        let line = self.waiting.front()?;
        let command = match command::read(line) {
            Ok(Command::Move { .. }) if is_worth_waiting(model) => return None,
            command => command,
        };
        self.waiting.pop_front();
        Some(match command {
            Ok(command) => step(model, &command),
            Err(why) => Step::Say(format!("refused: {why}")),
        })
    }
}

/// Whether this account's turn may still come.
fn is_worth_waiting(model: &Model) -> bool {
    let is_seated = model.side() != Side::Unspecified;
    let is_open = model.state().status() == TableStatus::Open;
    is_seated && !model.is_over() && (is_open || !model.is_my_turn())
}

fn step(model: &Model, command: &Command) -> Step {
    match command {
        Command::Nothing => Step::Say(String::new()),
        Command::Help => Step::Say(command::HELP.to_owned()),
        Command::Quit => Step::Quit,
        Command::Moves(square) => Step::Say(moves(model, *square)),
        Command::Move { path, confirmed } => {
            Step::Act(model.play(path.iter().map(Square::to_string).collect(), *confirmed))
        }
        Command::Draw => Step::Act(Action::OfferDraw),
        Command::Resign => Step::Act(Action::Resign),
        Command::Takeback => Step::Act(Action::OfferTakeback),
        Command::Abort => Step::Act(Action::Abort),
        Command::Accept => answer(model, Action::AcceptDraw, Action::AcceptTakeback),
        Command::Decline => answer(model, Action::DeclineDraw, Action::DeclineTakeback),
    }
}

fn answer(model: &Model, draw: Action, takeback: Action) -> Step {
    match model.open_offer() {
        Some((_, Offer::Draw)) => Step::Act(draw),
        Some((_, Offer::Takeback)) => Step::Act(takeback),
        None => Step::Say("refused: NO_OFFER: nothing is offered".to_owned()),
    }
}

fn moves(model: &Model, square: Square) -> String {
    if !model.is_my_turn() {
        return format!("moves of {square}: none, it is not your turn");
    }
    let paths: Vec<_> = model.moves_from(square).map(|legal| legal.path.as_str()).collect();
    match paths.as_slice() {
        [] => format!("moves of {square}: none"),
        paths => format!("moves of {square}: {}", paths.join(" ")),
    }
}

/// What to say of an answer; nothing of a success, which the board shows.
pub(crate) fn refusal(answer: &Answer) -> Option<String> {
    let error: &Error = answer.outcome.as_ref().err()?;
    let hint = match &answer.action {
        Action::Play(play) if error.is(Reason::ConfirmReturnHome) => {
            format!(" (write {}! to play it)", play.path.join("-"))
        }
        _ => String::new(),
    };
    Some(format!("refused: {}{hint}", describe::error(error)))
}
