//! Results and terminations as game text writes them.

use std::fmt;
use std::str::FromStr;

use crate::ending::{EndReason, Ending, UnknownEnding};
use crate::side::Side;

/// The result of a game, as `1-0`, `0-1`, `1/2-1/2` or `*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game goes on, or was broken off without a result.
    Unfinished,
}

impl GameResult {
    /// The result of a game that ended by the rules, or goes on.
    #[must_use]
    pub fn of(ending: Option<Ending>) -> GameResult {
        match ending {
            None => GameResult::Unfinished,
            Some(Ending {
                winner: Some(Side::White),
                ..
            }) => GameResult::WhiteWins,
            Some(Ending {
                winner: Some(Side::Black),
                ..
            }) => GameResult::BlackWins,
            Some(Ending { winner: None, .. }) => GameResult::Draw,
        }
    }

    /// The text of the result.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unfinished => "*",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// A text that is no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no result: it is 1-0, 0-1, 1/2-1/2 or *")]
pub struct UnknownResult(String);

impl FromStr for GameResult {
    type Err = UnknownResult;

    fn from_str(text: &str) -> Result<GameResult, UnknownResult> {
        use GameResult::{BlackWins, Draw, Unfinished, WhiteWins};
        [WhiteWins, BlackWins, Draw, Unfinished]
            .into_iter()
            .find(|result| result.as_str() == text)
            .ok_or_else(|| UnknownResult(text.chars().take(32).collect()))
    }
}

/// Why a game ended: by the rules, or outside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// One of the endings of the rules.
    Rules(EndReason),
    /// A side resigned.
    Resignation,
    /// A flag fell.
    Timeout,
    /// Both agreed on a draw.
    DrawAgreement,
    /// A side was gone too long, and the other claimed the game.
    Abandonment,
    /// Broken off before both sides had moved: no result.
    Aborted,
    /// Closed by an operator of the platform: no result.
    Closed,
}

impl Termination {
    const OUTSIDE_THE_RULES: [Termination; 6] = [
        Termination::Resignation,
        Termination::Timeout,
        Termination::DrawAgreement,
        Termination::Abandonment,
        Termination::Aborted,
        Termination::Closed,
    ];

    /// The name in rules.md and in game text, such as `draw-agreement`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Termination::Rules(reason) => reason.as_str(),
            Termination::Resignation => "resignation",
            Termination::Timeout => "timeout",
            Termination::DrawAgreement => "draw-agreement",
            Termination::Abandonment => "abandonment",
            Termination::Aborted => "aborted",
            Termination::Closed => "closed",
        }
    }

    /// Whether a game can end in this way with this result.
    #[must_use]
    pub const fn allows(self, result: GameResult) -> bool {
        let is_decided = matches!(result, GameResult::WhiteWins | GameResult::BlackWins);
        let is_drawn = matches!(result, GameResult::Draw);
        match self {
            Termination::Rules(EndReason::Goal | EndReason::ReturnedHome)
            | Termination::Resignation
            | Termination::Timeout
            | Termination::Abandonment => is_decided,
            Termination::Rules(EndReason::BothGoals | EndReason::Repetition | EndReason::NoMove)
            | Termination::DrawAgreement => is_drawn,
            Termination::Rules(EndReason::HomeDeadline | EndReason::MoveLimit) => is_decided || is_drawn,
            Termination::Aborted | Termination::Closed => matches!(result, GameResult::Unfinished),
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl FromStr for Termination {
    type Err = UnknownEnding;

    fn from_str(text: &str) -> Result<Termination, UnknownEnding> {
        let outside = Termination::OUTSIDE_THE_RULES
            .into_iter()
            .find(|termination| termination.as_str() == text);
        match outside {
            Some(termination) => Ok(termination),
            None => text.parse().map(Termination::Rules),
        }
    }
}
