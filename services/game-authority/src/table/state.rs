//! The state of a table: the fold of its events.

use std::sync::Arc;
use std::time::Duration;

use corners_clockwork::{GameTime, LagQuota};
use corners_proto::ids::AccountId;
use corners_rules::{Game, Side};

use super::{Agreement, BySide, CallMark, Seat, TurnPoint, Verdict, Version};

/// Where a table is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A seat is free.
    Open,
    /// The game is on.
    Playing,
    /// The game has ended.
    Finished,
}

/// What the log keeps of a ply beside its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyRecord {
    /// The mover's clock after the move.
    pub remaining: Duration,
    /// From the start of the turn to the move, in game time.
    pub elapsed: Duration,
    /// What the client said its player thought.
    pub think_time: Option<Duration>,
    /// What of the elapsed time was the move's way and was not charged.
    pub lag_credit: Duration,
}

/// What a side has already asked for in the current turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) draw: bool,
    pub(super) takeback: bool,
}

/// A table: the fold of its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub(super) agreement: Arc<Agreement>,
    pub(super) created_at_ms: u64,
    pub(super) started_at_ms: Option<u64>,
    pub(super) finished_at_ms: Option<u64>,
    pub(super) version: Version,
    pub(super) turn: TurnPoint,
    pub(super) seats: BySide<Option<Seat>>,
    pub(super) game: Game,
    pub(super) plies: Vec<PlyRecord>,
    pub(super) clocks: BySide<Duration>,
    pub(super) lag_quotas: BySide<LagQuota>,
    pub(super) turn_started: GameTime,
    pub(super) last_reading: GameTime,
    pub(super) draw_offer: Option<Side>,
    pub(super) takeback_offer: Option<(Side, u8)>,
    pub(super) asked: BySide<Asked>,
    pub(super) takebacks: u32,
    /// Accepted calls, and the number of the last event of each.
    pub(super) calls: Vec<(CallMark, u64)>,
    /// When each side last did something.
    pub(super) last_act: BySide<GameTime>,
    pub(super) tail_losses: u32,
    /// How far alarms are ahead of versions.
    pub(super) alarms_ahead: u64,
    pub(super) verdict: Option<Verdict>,
}

impl Table {
    /// What was agreed when the table was made.
    #[must_use]
    pub fn agreement(&self) -> &Agreement {
        &self.agreement
    }

    /// When the table was made, in milliseconds since 1970.
    #[must_use]
    pub fn created_at_ms(&self) -> u64 {
        self.created_at_ms
    }

    /// When the second seat was taken, in milliseconds since 1970.
    #[must_use]
    pub fn started_at_ms(&self) -> Option<u64> {
        self.started_at_ms
    }

    /// When the game ended, in milliseconds since 1970.
    #[must_use]
    pub fn finished_at_ms(&self) -> Option<u64> {
        self.finished_at_ms
    }

    /// The head of the log that this state follows from.
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// The turn that is on.
    #[must_use]
    pub fn turn(&self) -> TurnPoint {
        self.turn
    }

    /// Where the table is in its life.
    #[must_use]
    pub fn status(&self) -> Status {
        if self.verdict.is_some() {
            return Status::Finished;
        }
        if self.is_full() { Status::Playing } else { Status::Open }
    }

    /// Whether both seats are taken.
    pub(super) fn is_full(&self) -> bool {
        self.seats.white.is_some() && self.seats.black.is_some()
    }

    /// Who sits where.
    #[must_use]
    pub fn seats(&self) -> &BySide<Option<Seat>> {
        &self.seats
    }

    /// The game on the board.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What the log keeps of the plies that stand, beside their paths.
    #[must_use]
    pub fn plies(&self) -> &[PlyRecord] {
        &self.plies
    }

    /// The side whose draw offer is open.
    #[must_use]
    pub fn draw_offer(&self) -> Option<Side> {
        self.draw_offer
    }

    /// The side whose takeback offer is open, and how many plies it is about.
    #[must_use]
    pub fn takeback_offer(&self) -> Option<(Side, u8)> {
        self.takeback_offer
    }

    /// The verdict, once the game is over.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// The side to move, whether or not the game is on.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        self.game.position().side_to_move()
    }

    /// Whether the account holds the seat of a side.
    #[must_use]
    pub fn holds(&self, account: AccountId, side: Side) -> bool {
        self.seats[side].is_some_and(|seat| seat.account == account)
    }

    /// The side that played the ply with this index, from 0.
    #[must_use]
    pub fn side_of_ply(&self, index: usize) -> Side {
        let first = self.game.start_position().side_to_move();
        if index.is_multiple_of(2) { first } else { first.other() }
    }

    /// How many of the moves that stand are this side's.
    #[must_use]
    pub fn moves_by(&self, side: Side) -> usize {
        let plies = self.plies.len();
        if self.side_of_ply(0) == side {
            plies.div_ceil(2)
        } else {
            plies / 2
        }
    }

    /// What is remembered of a call: the digest of its body, and the number of the last event that it made.
    #[must_use]
    pub fn remembered(&self, key: [u8; 16]) -> Option<(u64, u64)> {
        let found = self.calls.iter().rev().find(|(call, _)| call.key == key);
        found.map(|(call, answered_at)| (call.body, *answered_at))
    }

    /// When a side last did something at the table, or the game began.
    #[must_use]
    pub fn last_act(&self, side: Side) -> GameTime {
        self.last_act[side]
    }

    /// What orders the alarms of the table: the version or, in a log that lost its tail, as much more as was lost. It rises
    /// with every event, whatever the log forgets.
    #[must_use]
    pub fn alarm_order(&self) -> u64 {
        self.version.number.saturating_add(self.alarms_ahead)
    }

    /// How often the log is known to have lost its tail.
    #[must_use]
    pub fn tail_losses(&self) -> u32 {
        self.tail_losses
    }

    /// Whether each side has made a move that stands.
    #[must_use]
    pub fn both_have_moved(&self) -> bool {
        self.moves_by(Side::White) > 0 && self.moves_by(Side::Black) > 0
    }
}
