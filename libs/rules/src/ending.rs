//! How a game ends by the rules.

use std::fmt;
use std::str::FromStr;

use crate::side::Side;

/// The end of a game: why, and who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The rule that ended it.
    pub reason: EndReason,
    /// The winner; `None` is a draw.
    pub winner: Option<Side>,
}

/// The rules that end games, in the order in which they are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// After the deadline the mover brought a piece back into its own home, and loses.
    ReturnedHome,
    /// One side filled its goal and the other did not with its move of the same number.
    Goal,
    /// Both sides filled their goals with moves of the same number: a draw.
    BothGoals,
    /// A side had a late piece in its own home after Black's ply of the deadline number, and loses; both: a draw.
    HomeDeadline,
    /// After Black's ply of the limit number more pieces in the goal win; as many are a draw.
    MoveLimit,
    /// The same placement with the same side to move stood for the third time: a draw.
    Repetition,
    /// The side to move has no legal move: a draw.
    NoMove,
}

impl EndReason {
    /// All reasons, in the order in which they are judged.
    pub const ALL: [EndReason; 7] = [
        EndReason::ReturnedHome,
        EndReason::Goal,
        EndReason::BothGoals,
        EndReason::HomeDeadline,
        EndReason::MoveLimit,
        EndReason::Repetition,
        EndReason::NoMove,
    ];

    /// The name in rules.md and in game text, such as `returned-home`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            EndReason::ReturnedHome => "returned-home",
            EndReason::Goal => "goal",
            EndReason::BothGoals => "both-goals",
            EndReason::HomeDeadline => "home-deadline",
            EndReason::MoveLimit => "move-limit",
            EndReason::Repetition => "repetition",
            EndReason::NoMove => "no-move",
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// A text that names no ending.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} names no ending of a game: one is goal, others are listed in rules.md")]
pub struct UnknownEnding(pub(crate) String);

impl FromStr for EndReason {
    type Err = UnknownEnding;

    fn from_str(text: &str) -> Result<EndReason, UnknownEnding> {
        EndReason::ALL
            .into_iter()
            .find(|reason| reason.as_str() == text)
            .ok_or_else(|| UnknownEnding(text.chars().take(32).collect()))
    }
}
