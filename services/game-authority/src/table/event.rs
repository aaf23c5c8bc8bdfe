//! What happens at a table.

use std::fmt;
use std::time::Duration;

use corners_clockwork::GameTime;
use corners_rules::{Path, Side};

use super::{Agreement, Seat, Verdict};

/// The random id of an event, by which a log that lost its tail is told from the one that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EventId(pub u64);

impl fmt::Display for EventId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

/// A point in a table's log: how many events it holds, and the id of the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// The number of the last event, from 1.
    pub number: u64,
    /// The id of the last event.
    pub event: EventId,
}

/// A turn: rises with every move and every takeback and never repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnPoint {
    /// The number of the turn, from 0.
    pub number: u32,
    /// The event that made the turn.
    pub event: EventId,
}

/// What a log remembers of an accepted call, so that the same call again is answered as the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallMark {
    /// Digest of the caller's account and its request id.
    pub key: [u8; 16],
    /// Digest of the method and its request.
    pub body: u64,
}

/// One event of a table's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The event's random id.
    pub id: EventId,
    /// When it was recorded, in milliseconds since 1970 by the machine's clock; for people, not for arithmetic.
    pub recorded_at_ms: u64,
    /// When it happened.
    pub at: GameTime,
    /// Time given to the side to move before the event, because the platform stood still.
    pub outage_credit: Duration,
    /// The accepted call that this is the last event of; none when nobody called.
    pub call: Option<CallMark>,
    /// What happened.
    pub kind: EventKind,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The first event of every log.
    TableCreated(Box<Agreement>),
    /// Somebody sat down; with the second seat the game begins.
    SeatTaken {
        /// The side that the seat plays.
        side: Side,
        /// Who sat down.
        seat: Seat,
    },
    /// A move was played.
    MovePlayed {
        /// The canonical path.
        path: Path,
        /// The mover's clock after the move; zero in untimed games.
        remaining: Duration,
        /// When the next turn started: the event's own time, or later if storing the move took long.
        next_turn_started: GameTime,
        /// What the client said its player thought.
        think_time: Option<Duration>,
        /// What of the time used was the move's way and was not charged.
        lag_credit: Duration,
    },
    /// A side offered a draw.
    DrawOffered {
        /// The side.
        by: Side,
    },
    /// A side declined the draw.
    DrawDeclined {
        /// The side.
        by: Side,
    },
    /// A side asked for a takeback.
    TakebackOffered {
        /// The side.
        by: Side,
        /// How many plies would go.
        plies: u8,
    },
    /// A side declined the takeback.
    TakebackDeclined {
        /// The side.
        by: Side,
    },
    /// Moves were taken back.
    MovesTakenBack {
        /// The side whose move it was.
        by: Side,
        /// How many plies went.
        plies: u8,
    },
    /// The game ended. The last event of every log.
    GameEnded(Verdict),
    /// The store lost the end of the log in a failover. The turn that is on starts again.
    TailLost {
        /// The last version that was known before.
        known: Version,
    },
}
