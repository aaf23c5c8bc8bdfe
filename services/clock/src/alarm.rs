//! Alarms, in the domain's words.

use std::time::Duration;

use corners_clockwork::GameTime;
use corners_proto::ids::TableId;

/// How long an alarm that rang stays hidden from other claims the first time, in game time.
const HIDDEN_FIRST: Duration = Duration::from_millis(100);

/// An alarm that nobody acknowledges is hidden twice as long each time, this often at most. The longest, 1.6 s, is
/// shorter than what a turn has left after a stall, so that an alarm that rang in vain during an outage learns of the
/// turn's new due time before that has passed.
pub(crate) const DOUBLINGS: u32 = 4;

/// When a table wants to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alarm {
    /// The table.
    pub table: TableId,
    /// The version of the log that wants it.
    pub version: u64,
    /// When to ring; none to have no alarm.
    pub due: Option<GameTime>,
}

/// An alarm that rang and is to be delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ring {
    /// The table.
    pub table: TableId,
    /// The version that the alarm was set for.
    pub version: u64,
    /// When it was to ring.
    pub due: GameTime,
}

/// What a claim found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// The alarms that are now the claimer's to deliver, the longest overdue first.
    pub rings: Vec<Ring>,
    /// When the next alarm of all that are left can be claimed; none when there is none.
    pub next: Option<GameTime>,
}

/// How long a claimed alarm stays hidden from other claims, after `unanswered` claims of it that nobody settled.
pub fn hidden_for(unanswered: u32) -> Duration {
    HIDDEN_FIRST * (1 << unanswered.min(DOUBLINGS))
}
