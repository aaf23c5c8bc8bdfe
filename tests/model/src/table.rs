//! A table: the fold of its log.

use crate::ghost::Moment;
use crate::setting::Setting;
use corners_clockwork::LagQuota;

use crate::time::{RunningTurn, after_move, due_ms, lag_quota, left_of};
use crate::wrong::Wrong;

/// An event's random id: in the model, its place among all events that were ever stored.
pub type EventId = u8;

/// A client's call, by its request id.
pub type CallId = u8;

/// The most calls a setting can have.
pub const MOST_CALLS: usize = 4;

/// How long after its deadline a turn is ended by its alarm.
pub const GRACE_MS: u64 = 120;

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// How a game ends in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// The side gave up.
    Resigned(Side),
    /// The side's time was up.
    Flag(Side),
}

/// What an event says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The game begins.
    Created,
    /// The side to move moved.
    Moved {
        /// What is left on its clock.
        remaining_ms: u64,
        /// What of the time used was the move's way.
        lag_credit_ms: u64,
        /// When the other side's turn starts.
        next_started_ms: u64,
        /// When that really was.
        next_started: Moment,
    },
    /// The last move was taken back.
    TakenBack,
    /// The game is over.
    Ended(End),
    /// The log lost its tail, which reached to this number.
    TailLost {
        /// The number of the last event that was known.
        known: u8,
    },
}

/// What stands in a log, with what only the model knows of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Event {
    /// The event before it in the log.
    pub before: EventId,
    /// The event that was the head when it was decided.
    pub decided_on: EventId,
    /// The turn that its author says it makes; of other events, the turn it is in.
    pub turn: u8,
    /// What happened.
    pub kind: Kind,
    /// The call that it remembers.
    pub call: Option<CallId>,
    /// The call that made it; none for an alarm.
    pub author: Option<CallId>,
    /// The reading of game time.
    pub at_ms: u64,
    /// What the platform gave the mover for an outage.
    pub outage_credit_ms: u64,
    /// When the reading really was.
    pub read: Moment,
    /// Whether what it was decided on was older than it may be when it was stored.
    pub is_stale: bool,
}

/// The state of a table.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The last event.
    pub head: EventId,
    /// How many events the log has.
    pub number: u8,
    /// The turn that is on.
    pub turn: u8,
    /// The event that began it.
    pub turn_made_by: EventId,
    /// The side to move.
    pub to_move: Side,
    /// How many moves stand.
    pub plies: u8,
    /// White's and Black's time when the turn started.
    pub clocks_ms: [u64; 2],
    /// White's and Black's lag quota.
    pub lag_quotas: [LagQuota; 2],
    /// When the turn started.
    pub started_ms: u64,
    /// When that really was.
    pub started: Moment,
    /// The last reading of game time in the log.
    pub last_reading_ms: u64,
    /// The event of each call that was accepted.
    pub calls: [Option<EventId>; MOST_CALLS],
    /// How often the log is known to have lost its tail.
    pub tail_losses: u8,
    /// How far alarms are ahead of versions.
    pub alarms_ahead: u8,
    /// Whether the game is over.
    pub over: bool,
}

impl Table {
    fn created(setting: &Setting, event: &Event) -> Self {
        Self {
            head: 0,
            number: 1,
            turn: event.turn,
            turn_made_by: 0,
            to_move: Side::White,
            plies: 0,
            clocks_ms: setting.clocks_ms,
            lag_quotas: match setting.round_trip_ms {
                Some(_) => [lag_quota(&setting.control); 2],
                None => [LagQuota::default(); 2],
            },
            started_ms: event.at_ms,
            started: event.read,
            last_reading_ms: event.at_ms,
            calls: [None; MOST_CALLS],
            tail_losses: 0,
            alarms_ahead: 0,
            over: false,
        }
    }

    /// The turn as the clock judges it.
    pub fn running_turn(&self) -> RunningTurn {
        RunningTurn {
            started_ms: self.started_ms,
            clock_ms: self.clocks_ms[self.to_move as usize],
            lag_quota_ms: left_of(&self.lag_quotas[self.to_move as usize]),
        }
    }

    /// When the table wants to be looked at next.
    pub fn next_alarm(&self, setting: &Setting) -> Option<u64> {
        (!self.over).then(|| due_ms(&setting.control, self.running_turn()) + grace_ms(setting))
    }

    /// What orders the alarms of the table.
    pub fn alarm_order(&self) -> u8 {
        self.number + self.alarms_ahead
    }

    /// Folds the next event in.
    fn apply(&mut self, setting: &Setting, id: EventId, event: &Event) {
        let mover = self.to_move as usize;
        if !self.over {
            self.clocks_ms[mover] += event.outage_credit_ms;
        }
        self.number += 1;
        self.head = id;
        match event.kind {
            Kind::Created => {}
            Kind::Moved {
                remaining_ms,
                lag_credit_ms,
                next_started_ms,
                next_started,
            } => {
                self.clocks_ms[mover] = remaining_ms;
                self.lag_quotas[mover] = after_move(&self.lag_quotas[mover], lag_credit_ms);
                self.plies += 1;
                self.next_turn(id, 1, next_started_ms, next_started);
            }
            Kind::TakenBack => {
                self.stop_clock(event.at_ms);
                self.plies = self.plies.saturating_sub(1);
                let rise = if setting.is(Wrong::TakebackLeavesTheTurn) { 0 } else { 1 };
                self.next_turn(id, rise, event.at_ms, event.read);
            }
            Kind::Ended(_) => {
                self.stop_clock(event.at_ms);
                self.over = true;
            }
            Kind::TailLost { known } => {
                self.alarms_ahead = self.alarms_ahead.max((known + 1).saturating_sub(self.number));
                self.started_ms = event.at_ms;
                self.started = event.read;
                self.tail_losses += 1;
            }
        }
        if let Some(call) = event.call {
            self.calls[usize::from(call)] = Some(id);
        }
        self.last_reading_ms = self.last_reading_ms.max(event.at_ms).max(self.started_ms);
    }

    fn next_turn(&mut self, made_by: EventId, rise: u8, started_ms: u64, started: Moment) {
        self.turn += rise;
        self.turn_made_by = made_by;
        self.to_move = self.to_move.other();
        self.started_ms = started_ms;
        self.started = started;
    }

    fn stop_clock(&mut self, at_ms: u64) {
        let clock = &mut self.clocks_ms[self.to_move as usize];
        *clock = clock.saturating_sub(at_ms.saturating_sub(self.started_ms));
    }
}

/// How long after its deadline a turn is ended by anybody but the side whose time it is.
pub(crate) fn grace_ms(setting: &Setting) -> u64 {
    if setting.is(Wrong::FlagWithoutGrace) {
        0
    } else {
        GRACE_MS
    }
}

/// The ids of the events of the log that ends with `head`, from the first.
pub fn log_of(events: &[Event], head: EventId) -> Vec<EventId> {
    let mut ids = vec![head];
    let mut at = head;
    while at != 0 {
        at = events[usize::from(at)].before;
        ids.push(at);
    }
    ids.reverse();
    ids
}

/// Whether an event is in the log that ends with `head`.
pub fn is_in_log(events: &[Event], head: EventId, event: EventId) -> bool {
    // Ids rise along a log.
    let mut at = head;
    while at > event {
        at = events[usize::from(at)].before;
    }
    at == event
}

/// Folds the log that ends with `head`, and shows each event with the table before it.
pub fn fold_with(
    setting: &Setting,
    events: &[Event],
    head: EventId,
    mut each: impl FnMut(&Table, EventId, &Event),
) -> Table {
    let mut table = Table::created(setting, &events[0]);
    for id in log_of(events, head).into_iter().skip(1) {
        let event = &events[usize::from(id)];
        each(&table, id, event);
        table.apply(setting, id, event);
    }
    table
}

/// Folds the log that ends with `head`.
pub fn fold(setting: &Setting, events: &[Event], head: EventId) -> Table {
    fold_with(setting, events, head, |_, _, _| {})
}
