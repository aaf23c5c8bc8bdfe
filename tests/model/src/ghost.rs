//! What only the model knows: how time really passed.

use crate::time::{BEAT_REACH, STALL_AFTER};

/// How time has really passed up to a moment, whatever the platform's clocks say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment {
    /// How long moves could be taken.
    pub playable_ms: u64,
    /// What outages may have cost a running clock: each its length, at most a second.
    pub excused_ms: u64,
    /// How many stalls have ended.
    pub stalls: u8,
    /// How long moves could be taken before the end of the last stall.
    pub playable_at_stall_end_ms: u64,
}

/// What an outage, or a step of the store's clock, may cost a running clock.
pub const EXCUSE_MS: u64 = BEAT_REACH.as_millis() as u64;

impl Moment {
    /// How much time from an earlier moment on may be taken off a clock that runs.
    pub fn chargeable_since(&self, earlier: &Self) -> u64 {
        (self.playable_ms + self.excused_ms) - (earlier.playable_ms + earlier.excused_ms)
    }

    /// How long moves could be taken since the end of the last stall; none when that ended before an earlier moment.
    pub fn playable_after_stall_since(&self, earlier: &Self) -> Option<u64> {
        (self.stalls > earlier.stalls).then(|| self.playable_ms - self.playable_at_stall_end_ms)
    }

    /// Time passes while moves can be taken.
    pub(crate) fn play_on(&mut self, step_ms: u64) {
        self.playable_ms += step_ms;
    }

    /// Time passes in an outage that has lasted so long.
    pub(crate) fn stand_still(&mut self, lasted_ms: u64, step_ms: u64) {
        self.excused_ms += step_ms.min(EXCUSE_MS.saturating_sub(lasted_ms));
    }

    /// An outage of this length ends.
    pub(crate) fn outage_ends(&mut self, lasted_ms: u64) {
        if u128::from(lasted_ms) > STALL_AFTER.as_millis() {
            self.stall_ends();
        }
    }

    /// Something happens that the platform cannot tell from the end of a stall.
    pub(crate) fn stall_ends(&mut self) {
        self.stalls = self.stalls.saturating_add(1);
        self.playable_at_stall_end_ms = self.playable_ms;
    }
}
