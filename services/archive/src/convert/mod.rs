//! Between the contract's messages and the archive's games, in both directions.

mod game;
mod json;
mod result;
mod table;
mod text;

pub use game::{game, without_moves};
pub use json::{Json, JsonError};
pub use result::{annulled, finished};
pub use table::{BadTable, game_of};
pub use text::{Unreadable, game_text};

use corners_proto::game::v1::{EndReason, Result as Outcome};
use corners_rules::{EndReason as Rules, GameResult, Termination};

/// What ended a game, in the words of the rules; none for an unspecified reason.
fn termination(reason: EndReason) -> Option<Termination> {
    Some(match reason {
        EndReason::Unspecified => return None,
        EndReason::ReturnedHome => Termination::Rules(Rules::ReturnedHome),
        EndReason::Goal => Termination::Rules(Rules::Goal),
        EndReason::BothGoals => Termination::Rules(Rules::BothGoals),
        EndReason::HomeDeadline => Termination::Rules(Rules::HomeDeadline),
        EndReason::MoveLimit => Termination::Rules(Rules::MoveLimit),
        EndReason::Repetition => Termination::Rules(Rules::Repetition),
        EndReason::NoMove => Termination::Rules(Rules::NoMove),
        EndReason::Resignation => Termination::Resignation,
        EndReason::Timeout => Termination::Timeout,
        EndReason::DrawAgreement => Termination::DrawAgreement,
        EndReason::Aborted => Termination::Aborted,
        EndReason::Abandonment => Termination::Abandonment,
        EndReason::Closed => Termination::Closed,
    })
}

/// A result in the words of the rules.
const fn game_result(outcome: Outcome) -> GameResult {
    match outcome {
        Outcome::Unspecified => GameResult::Unfinished,
        Outcome::WhiteWins => GameResult::WhiteWins,
        Outcome::BlackWins => GameResult::BlackWins,
        Outcome::Draw => GameResult::Draw,
    }
}
