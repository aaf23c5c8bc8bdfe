//! When a table wants to be looked at, and what is overdue then.

use std::time::Duration;

use corners_clockwork::{GameTime, Punch, TimeControl};

use super::{Status, Table, Verdict};

/// How long after its deadline a turn is ended by its alarm, so that a move punched in time can still be stored.
pub const GRACE: Duration = Duration::from_millis(120);

/// How long a table of a real-time game may wait for its players.
const OPEN_FOR: Duration = Duration::from_secs(60 * 60);

/// How long any other table may lie untouched.
const IDLE_FOR: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// When the table wants to be looked at next; none once it is over.
#[must_use]
pub fn next_alarm(table: &Table) -> Option<GameTime> {
    match table.status() {
        Status::Finished => None,
        _ => Some(table.due().map_or_else(|| untouched_until(table), |due| due + GRACE)),
    }
}

/// What the log has to say when an alarm rang at `punch`: the verdict that is overdue, or none if it is too early.
#[must_use]
pub fn overdue(table: &Table, punch: &Punch) -> Option<Verdict> {
    if table.status() == Status::Finished {
        return None;
    }
    match punch.due {
        Some(due) => (punch.reading >= due + GRACE).then(|| table.time_up()),
        None => (punch.reading >= untouched_until(table)).then_some(Verdict::ABORTED),
    }
}

fn untouched_until(table: &Table) -> GameTime {
    let waits_for_players = table.status() == Status::Open;
    match table.agreement().time_control {
        TimeControl::RealTime(_) if waits_for_players => table.last_reading() + OPEN_FOR,
        _ => table.last_reading() + IDLE_FOR,
    }
}
