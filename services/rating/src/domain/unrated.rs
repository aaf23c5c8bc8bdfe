//! Which games are rated, and why others are not.

use super::{FinishedGame, Player, Rulebook};
use corners_glicko::{Outcome, System};
use corners_rules::Side;

/// Why a game that was to be rated is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnratedReason {
    /// It has no result.
    NoResult,
    /// The variant has no ratings.
    Variant,
    /// It did not start from the variant's own position.
    SetUp,
    /// Nobody, or one and the same account, played both sides.
    NoOpponent,
    /// A side has not moved.
    NotBothMoved,
    /// It has too few plies.
    TooShort,
    /// The two have played too many games on that day.
    PairLimit,
}

/// A game that is rated.
pub(super) struct Rateable<'a> {
    pub(super) system: &'a System,
    pub(super) white: Player,
    pub(super) black: Player,
    pub(super) outcome: Outcome,
}

/// Tells whether a game is rated. `pair_games` is how many rated games of the variant the two have played on that day.
pub(super) fn judge<'a>(
    game: &FinishedGame,
    rulebook: &'a Rulebook,
    pair_games: u32,
) -> Result<Rateable<'a>, UnratedReason> {
    let winner = game.winner.ok_or(UnratedReason::NoResult)?;
    let system = rulebook.system(&game.variant).ok_or(UnratedReason::Variant)?;
    if game.set_up {
        return Err(UnratedReason::SetUp);
    }
    let players = game.players().filter(|(white, black)| white.account != black.account);
    let (white, black) = players.ok_or(UnratedReason::NoOpponent)?;
    if game.plies < 2 {
        return Err(UnratedReason::NotBothMoved);
    }
    if game.plies < rulebook.policy().fewest_plies {
        return Err(UnratedReason::TooShort);
    }
    if pair_games >= rulebook.policy().pair_games_a_day {
        return Err(UnratedReason::PairLimit);
    }
    let outcome = match winner {
        Some(Side::White) => Outcome::WhiteWins,
        Some(Side::Black) => Outcome::BlackWins,
        None => Outcome::Draw,
    };
    Ok(Rateable {
        system,
        white,
        black,
        outcome,
    })
}
