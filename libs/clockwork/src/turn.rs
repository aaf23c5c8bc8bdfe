use std::time::Duration;

use crate::GameTime;

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
    /// How much later the turn's time is up because the platform stood still during it.
    pub outage_credit: Duration,
    /// When the turn's time is up, credit included; none for an untimed turn.
    pub due: Option<GameTime>,
    /// Whether the time was up at the reading. At the very millisecond of `due` it is.
    pub expired: bool,
    /// The mover's clock after a move at the reading, credit and increment included; zero when the time of a running
    /// clock was up, none for an untimed turn.
    pub remaining_after: Option<Duration>,
}

/// When a turn's time is up; none for an untimed one.
///
/// A turn that started before the end of the last stall ends no earlier than [`AFTER_STALL`] after it.
pub fn due(turn: &Turn, last_stall_end: Option<GameTime>) -> Option<GameTime> {
    let limit = turn.limit?;
    let by_the_clock = turn.started + limit.remaining;
    match last_stall_end {
        Some(stall_end) if turn.started < stall_end => Some(by_the_clock.max(stall_end + AFTER_STALL)),
        _ => Some(by_the_clock),
    }
}

/// Judges a move made at `reading`: had its time run out, and what does the mover's clock show after it.
///
/// A reading from before the turn's start counts as its start.
pub fn punch(turn: &Turn, reading: GameTime, last_stall_end: Option<GameTime>) -> Punch {
    let untimed = Punch {
        reading,
        outage_credit: Duration::ZERO,
        due: None,
        expired: false,
        remaining_after: None,
    };
    let (Some(limit), Some(due)) = (turn.limit, due(turn, last_stall_end)) else {
        return untimed;
    };
    let expired = reading >= due;
    Punch {
        outage_credit: due - (turn.started + limit.remaining),
        due: Some(due),
        expired,
        remaining_after: Some(remaining_after(&limit, due - reading.max(turn.started), expired)),
        ..untimed
    }
}

/// What the mover has left of its turn at a moment, for drawing its clock; none for an untimed turn.
///
/// The side that waits has what the log says; only the mover's time runs.
pub fn time_left(turn: &Turn, at: GameTime, last_stall_end: Option<GameTime>) -> Option<Duration> {
    due(turn, last_stall_end).map(|due| due - at.max(turn.started))
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
