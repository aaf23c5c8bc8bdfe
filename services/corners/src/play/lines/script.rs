//! Lines, in order: a move waits for its turn, everything else is done when it is reached.

use std::collections::VecDeque;

use corners_client::Error;
use corners_client::proto::error::Reason;
use corners_client::proto::game::v1::{Side, TableStatus};
use corners_rules::Square;

use super::command::{self, Command};
use crate::play::act::{Action, Answer};
use crate::play::describe;
use crate::play::model::{Model, Offer, Rematch};

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
    /// Offer to play again, or accept it.
    OfferRematch,
    /// Decline to play again.
    DeclineRematch,
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
            Ok(Command::Rematch) if !model.is_over() && model.side() != Side::Unspecified => return None,
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
        Command::Claim => Step::Act(Action::Claim),
        Command::Rematch if model.may_rematch() => Step::OfferRematch,
        Command::Rematch => Step::Say("refused: GAME_NOT_OVER: only a game that was played to its end".to_owned()),
        Command::Decline if model.rematch == Rematch::Rival => Step::DeclineRematch,
        Command::Accept if model.rematch == Rematch::Rival => Step::OfferRematch,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::fixtures::{START, by, draw_offered, model, played, playing};
    use crate::play::update::{Input, update};

    fn script(lines: &[&str]) -> Script {
        let mut script = Script::default();
        lines.iter().for_each(|line| script.push((*line).to_owned()));
        script
    }

    fn path_of(step: Option<Step>) -> Vec<String> {
        match step {
            Some(Step::Act(Action::Play(play))) => play.path,
            step => panic!("{step:?}"),
        }
    }

    #[test]
    fn a_move_waits_for_its_turn_and_so_do_the_lines_after_it() {
        let mut black = model(by("black", playing("classic-3x3", START)));
        let mut script = script(&["f6-e6", "resign"]);
        assert_eq!(script.next(&black), None);
        let state = playing("classic-3x3", "5bbb/5bbb/5bbb/8/8/ww1w4/www5/www5 b 1");
        let now = black.now;
        update(&mut black, played("c3-d3", state), now);
        assert_eq!(path_of(script.next(&black)), ["f6", "e6"]);
        black.acting = true;
        assert_eq!(script.next(&black), None, "one thing at a time");
        black.acting = false;
        assert_eq!(script.next(&black), Some(Step::Act(Action::Resign)));
    }

    #[test]
    fn after_an_answer_nothing_is_done_until_the_table_is_known_again() {
        let mut white = model(by("white", playing("classic-3x3", START)));
        let mut script = script(&["c3-d3", "moves a3"]);
        assert_eq!(path_of(script.next(&white)), ["c3", "d3"]);
        let after = playing("classic-3x3", "5bbb/5bbb/5bbb/8/8/ww1w4/www5/www5 b 1");
        let event = played("c3-d3", after);
        let Input::Watch(corners_client::Update::Event(told)) = &event else {
            panic!("{event:?}")
        };
        white.take_answer(told.state.as_ref().unwrap());
        assert_eq!(script.next(&white), None);
        let now = white.now;
        update(&mut white, event, now);
        assert_eq!(
            script.next(&white),
            Some(Step::Say("moves of a3: none, it is not your turn".to_owned()))
        );
    }

    #[test]
    fn who_looks_on_is_refused_by_the_platform_at_once() {
        let spectator = model(by("spectator", playing("classic-3x3", START)));
        assert_eq!(path_of(script(&["c3-d3"]).next(&spectator)), ["c3", "d3"]);
    }

    #[test]
    fn offers_are_answered_and_what_is_not_offered_is_said() {
        let nothing_offered = model(by("black", playing("classic-3x3", START)));
        let step = script(&["accept"]).next(&nothing_offered);
        assert!(
            matches!(&step, Some(Step::Say(text)) if text.starts_with("refused: NO_OFFER")),
            "{step:?}"
        );
        let offered = model(by("black", draw_offered(playing("classic-3x3", START))));
        assert_eq!(script(&["accept"]).next(&offered), Some(Step::Act(Action::AcceptDraw)));
        assert_eq!(
            script(&["decline"]).next(&offered),
            Some(Step::Act(Action::DeclineDraw))
        );
        let own = model(by("white", draw_offered(playing("classic-3x3", START))));
        let step = script(&["accept"]).next(&own);
        assert!(
            matches!(&step, Some(Step::Say(text)) if text.starts_with("refused: NO_OFFER")),
            "{step:?}"
        );
    }

    #[test]
    fn the_moves_of_a_piece_are_listed() {
        let white = model(by("white", playing("classic-3x3", "8/8/8/8/8/8/8/wb1b3w w 3")));
        for (line, said) in [
            ("moves a1", "moves of a1: a1-a2 a1-c1 a1-c1-e1"),
            ("moves c4", "moves of c4: none"),
        ] {
            assert_eq!(script(&[line]).next(&white), Some(Step::Say(said.to_owned())));
        }
    }

    #[test]
    fn what_is_not_understood_is_said_and_the_next_line_is_done() {
        let white = model(by("white", playing("classic-3x3", START)));
        let mut script = script(&["castle", "c3-d3"]);
        let step = script.next(&white);
        assert!(
            matches!(&step, Some(Step::Say(text)) if text.starts_with("refused: castle")),
            "{step:?}"
        );
        assert_eq!(path_of(script.next(&white)), ["c3", "d3"]);
    }
}
