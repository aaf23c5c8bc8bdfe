//! What the store keeps of a table and of game time, and its scripts.

use crate::table::EventId;
use crate::time::Pair;

/// What one server keeps; its copy is one of these that is late.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kept {
    /// The last event of the log.
    pub head: EventId,
    /// The alarm that the log wants and the clock may not know yet.
    pub to_arm: Option<Wanted>,
    /// The alarm that the clock knows.
    pub alarm: Option<Alarm>,
    /// The pair that keeps game time.
    pub pair: Pair,
}

/// A wish for an alarm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wanted {
    /// What orders the table's wishes.
    pub version: u8,
    /// When to ring; none for never.
    pub due_ms: Option<u64>,
}

/// An alarm that is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Alarm {
    /// The version of the wish.
    pub version: u8,
    /// When it is to ring.
    pub due_ms: u64,
    /// From when on it can be claimed.
    pub claimable_ms: u64,
    /// How often it was claimed in vain.
    pub in_vain: u8,
}

/// An alarm that rang.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ring {
    /// The version that it was set for.
    pub version: u8,
}

/// How often the time doubles for which a claimed alarm is hidden.
const DOUBLINGS: u8 = 4;
const HIDDEN_FIRST_MS: u64 = 100;

impl Kept {
    /// Sets or removes the alarm. A lower version than the one that is set changes nothing, unless it answers that one.
    pub(crate) fn arm(&mut self, wanted: Wanted, answered: Option<u8>) {
        let stands = |alarm: Alarm| alarm.version > wanted.version && answered != Some(alarm.version);
        if self.alarm.is_some_and(stands) {
            return;
        }
        self.alarm = wanted.due_ms.map(|due_ms| Alarm {
            version: wanted.version,
            due_ms,
            claimable_ms: due_ms,
            in_vain: 0,
        });
    }

    /// The clock knows this wish: it is forgotten, unless the table wants another alarm by now.
    pub(crate) fn armed(&mut self, wanted: Wanted) {
        if self.to_arm == Some(wanted) {
            self.to_arm = None;
        }
    }

    /// Hides the alarm from other claims, and answers it.
    pub(crate) fn claim(&mut self, game_ms: u64) -> Option<Ring> {
        let alarm = self.alarm.as_mut()?;
        alarm.claimable_ms = game_ms + (HIDDEN_FIRST_MS << alarm.in_vain);
        alarm.in_vain = (alarm.in_vain + 1).min(DOUBLINGS);
        Some(Ring { version: alarm.version })
    }
}
