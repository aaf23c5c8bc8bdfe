//! What somebody wants at a table, and what that means once the rules allow it.

use std::time::Duration;

use corners_proto::ids::AccountId;
use corners_rules::{Path, Side, Square};

use super::{AccountKind, Seat, TurnPoint, Verdict};

/// Who wants something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Actor {
    /// The account.
    pub account: AccountId,
    /// What sort of account it is.
    pub kind: AccountKind,
}

/// What somebody wants at a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Command {
    /// Who.
    pub by: Actor,
    /// The turn that the caller believes is on; none for whatever turn is.
    pub expected_turn: Option<TurnPoint>,
    /// What.
    pub action: Action,
}

/// What is wanted. Where a side may be left out, it is the caller's own; who holds both seats must name it.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Take a free seat, any if no side is named.
    Join {
        /// The seat wanted.
        side: Option<Side>,
    },
    /// Play a move for the side to move.
    Play {
        /// Origin and destination, or a path.
        squares: Vec<Square>,
        /// Play it even if it returns home and loses.
        confirm_return_home: bool,
        /// What the client says its player thought.
        think_time: Option<Duration>,
    },
    /// Give the game up.
    Resign {
        /// The side that resigns.
        side: Option<Side>,
    },
    /// Offer a draw.
    OfferDraw {
        /// The side that offers.
        side: Option<Side>,
    },
    /// Accept the other side's draw.
    AcceptDraw {
        /// The side that accepts.
        side: Option<Side>,
    },
    /// Decline the other side's draw.
    DeclineDraw {
        /// The side that declines.
        side: Option<Side>,
    },
    /// Ask to take the side's last move back.
    OfferTakeback {
        /// The side that asks.
        side: Option<Side>,
    },
    /// Accept the other side's takeback.
    AcceptTakeback {
        /// The side that accepts.
        side: Option<Side>,
    },
    /// Decline the other side's takeback.
    DeclineTakeback {
        /// The side that declines.
        side: Option<Side>,
    },
    /// End the table without a result.
    Abort,
    /// End the table without a result, whatever goes on at it and whoever asks: for operators.
    Close,
    /// Win because the other player has gone.
    Claim {
        /// The side that claims.
        side: Option<Side>,
    },
}

/// What a command means, once it is allowed. The clock has the last word (see [`record`](super::record)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Somebody sits down.
    Sit {
        /// The side that the seat plays.
        side: Side,
        /// Who.
        seat: Seat,
    },
    /// A move is played.
    Move {
        /// The canonical path.
        path: Path,
        /// What the rules say of the game after it.
        ending: Option<Verdict>,
        /// What the client said its player thought.
        think_time: Option<Duration>,
    },
    /// The game ends.
    End(Verdict),
    /// The other player has gone, if [`claim`](super::claim) agrees.
    Claim {
        /// The side that wins.
        by: Side,
    },
    /// A draw is offered.
    OfferDraw {
        /// The side that offers.
        by: Side,
    },
    /// A draw is declined.
    DeclineDraw {
        /// The side that declines.
        by: Side,
    },
    /// A takeback is asked for.
    OfferTakeback {
        /// The side that asks.
        by: Side,
        /// How many plies would go.
        plies: u8,
    },
    /// A takeback is declined.
    DeclineTakeback {
        /// The side that declines.
        by: Side,
    },
    /// Moves are taken back.
    TakeBack {
        /// The side whose move it is.
        by: Side,
        /// How many plies go.
        plies: u8,
    },
}
