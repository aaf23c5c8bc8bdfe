use std::time::Duration;

use crate::GameTime;
use crate::lag::{SPENDABLE, Transit, lag_credit};

/// A turn that ran through a stall of the platform has at least this long after the stall's end.
pub const AFTER_STALL: Duration = Duration::from_secs(2);

/// What limits a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnLimit {
    /// The mover's time left when the turn started, or what it has for its first move.
    pub remaining: Duration,
    /// Whether the time used is taken off the mover's clock. False for a side's first move, which only has to come in
    /// time: being late aborts the game then, and loses it otherwise.
    pub running: bool,
    /// Added to a running clock after the move.
    pub increment: Duration,
    /// What the clock is set to after the move instead of counting: the fresh period of correspondence, or the
    /// untouched clock of a side's first move.
    pub reset: Option<Duration>,
    /// How much lag credit the mover may still be given; none where the clock does not run.
    pub lag_quota: Duration,
}

/// A turn at a table, as its log has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// When it started.
    pub started: GameTime,
    /// What limits it; none for an untimed one.
    pub limit: Option<TurnLimit>,
}

/// The verdict on a move made at a reading of game time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Punch {
    /// When the move was made.
    pub reading: GameTime,
    /// How much later the mover's clock is at zero because the platform stood still during the turn.
    pub outage_credit: Duration,
    /// What of the time used was the move's way, and is not charged.
    pub lag_credit: Duration,
    /// When the turn is over if no move comes, credit included and the wait for a move on its way; none for an untimed turn.
    pub due: Option<GameTime>,
    /// Whether the time was up at the reading for this move. At the very millisecond it is.
    pub expired: bool,
    /// The mover's clock after a move at the reading, credit and increment included; zero when the time of a running
    /// clock was up, none for an untimed turn.
    pub remaining_after: Option<Duration>,
}

/// When a turn is over if no move comes; none for an untimed one.
///
/// That is when the mover's [clock is at zero](runs_out) and the lag credit that could still save a move is used up, at
/// most [`SPENDABLE`].
pub fn due(turn: &Turn, last_stall_end: Option<GameTime>) -> Option<GameTime> {
    Some(runs_out(turn, last_stall_end)? + turn.limit?.lag_quota.min(SPENDABLE))
}

/// When the mover's clock is at zero; none for an untimed turn.
///
/// In a turn that started before the end of the last stall that is no earlier than [`AFTER_STALL`] after it.
pub fn runs_out(turn: &Turn, last_stall_end: Option<GameTime>) -> Option<GameTime> {
    let by_the_clock = turn.started + turn.limit?.remaining;
    match last_stall_end {
        Some(stall_end) if turn.started < stall_end => Some(by_the_clock.max(stall_end + AFTER_STALL)),
        _ => Some(by_the_clock),
    }
}

/// Judges a move made at `reading`: had its time run out, and what does the mover's clock show after it. `transit` is what
/// is known of the move's way; without it nothing is credited for that.
///
/// A reading from before the turn's start counts as its start.
pub fn punch(turn: &Turn, reading: GameTime, last_stall_end: Option<GameTime>, transit: Option<Transit>) -> Punch {
    let (Some(limit), Some(runs_out)) = (turn.limit, runs_out(turn, last_stall_end)) else {
        return Punch {
            reading,
            outage_credit: Duration::ZERO,
            lag_credit: Duration::ZERO,
            due: None,
            expired: false,
            remaining_after: None,
        };
    };
    let lag_credit = lag_credit(reading - turn.started, limit.lag_quota, transit);
    let expired = reading >= runs_out + lag_credit.min(SPENDABLE);
    let left = runs_out + lag_credit - reading.max(turn.started);
    Punch {
        reading,
        outage_credit: runs_out - (turn.started + limit.remaining),
        lag_credit,
        due: due(turn, last_stall_end),
        expired,
        remaining_after: Some(remaining_after(&limit, left, expired)),
    }
}

/// What the mover has left of its turn at a moment, for drawing its clock; none for an untimed turn.
///
/// The side that waits has what the log says; only the mover's time runs.
pub fn time_left(turn: &Turn, at: GameTime, last_stall_end: Option<GameTime>) -> Option<Duration> {
    runs_out(turn, last_stall_end).map(|runs_out| runs_out - at.max(turn.started))
}

fn remaining_after(limit: &TurnLimit, left: Duration, expired: bool) -> Duration {
    if !limit.running {
        return limit.reset.unwrap_or(limit.remaining);
    }
    if expired {
        return Duration::ZERO;
    }
    limit.reset.unwrap_or_else(|| left.saturating_add(limit.increment))
}
