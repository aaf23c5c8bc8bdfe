//! How a game ended.

use corners_rules::{Ending, Side};

/// Why a game ended: by the rules, or by what happened around the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// By the rules.
    Rules(corners_rules::EndReason),
    /// The loser resigned.
    Resignation,
    /// The loser's time ran out.
    Timeout,
    /// Both agreed on a draw.
    DrawAgreement,
    /// The loser had been gone for too long, and the winner claimed the game.
    Abandonment,
    /// Ended before both sides had moved, or left lying: no result.
    Aborted,
    /// An operator closed the table: no result.
    Closed,
}

/// The verdict on a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Why it ended.
    pub reason: EndReason,
    /// Who won; nobody when it is a draw, or was aborted or closed.
    pub winner: Option<Side>,
    /// Whose doing it was that it was aborted, if it was and was somebody's.
    pub blame: Option<Blame>,
}

/// Whose doing it was that a game was aborted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blame {
    /// The side.
    pub side: Side,
    /// Whether its first move did not come in time; otherwise its player aborted.
    pub no_show: bool,
}

impl Verdict {
    /// The table ends without a result, by nobody's doing.
    pub const ABORTED: Self = Self::aborted(None);

    /// An operator ends the table without a result.
    pub const CLOSED: Self = Self {
        reason: EndReason::Closed,
        winner: None,
        blame: None,
    };

    /// Both agreed on a draw.
    pub const DRAW_AGREED: Self = Self {
        reason: EndReason::DrawAgreement,
        winner: None,
        blame: None,
    };

    /// `loser` loses for a reason outside the rules of the board.
    #[must_use]
    pub const fn lost_by(loser: Side, reason: EndReason) -> Self {
        Self {
            reason,
            winner: Some(loser.other()),
            blame: None,
        }
    }

    /// The player of `side` aborts; nobody in particular where it has no seat, or both.
    #[must_use]
    pub fn aborted_by(side: Option<Side>) -> Self {
        Self::aborted(side.map(|side| Blame { side, no_show: false }))
    }

    /// The first move of `side` did not come in time.
    #[must_use]
    pub const fn no_show(side: Side) -> Self {
        Self::aborted(Some(Blame { side, no_show: true }))
    }

    const fn aborted(blame: Option<Blame>) -> Self {
        Self {
            reason: EndReason::Aborted,
            winner: None,
            blame,
        }
    }
}

impl From<Ending> for Verdict {
    fn from(ending: Ending) -> Self {
        Self {
            reason: EndReason::Rules(ending.reason),
            winner: ending.winner,
            blame: None,
        }
    }
}
