use std::time::Duration;

use crate::GameTime;

/// How far game time runs beyond the last beat: what an outage costs a running clock at most.
pub const BEAT_REACH: Duration = Duration::from_secs(1);

/// When no probe has succeeded for longer than this, the platform stood still: more than two that should have, and less
/// than the shortest outage that a player can notice.
pub const STALL_AFTER: Duration = Duration::from_millis(450);

/// The pair that keeps game time: the store's own time and the game time at the last beat, and where the last stall
/// ended.
///
/// A beat shows that moves could be taken at its moment. Between beats game time follows the store's own time, at most
/// [`BEAT_REACH`] far, so that it stands still when beats stop coming, whatever the store's clock does meanwhile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beat {
    /// The store's own time when the beat's probe began, in milliseconds of its clock: moves could be taken then.
    pub own_ms: u64,
    /// The store's own time when the last probe had succeeded. A slow platform is not one that stands still.
    pub came_ms: u64,
    /// Game time at the beat.
    pub game: GameTime,
    /// Where the last stall ended; none yet in a platform that never stood still. Game time has reached it.
    pub stall_end: Option<GameTime>,
}

/// Game time as read at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Game time.
    pub game: GameTime,
    /// Where the last stall ended; the present moment while the platform stands still.
    pub stall_end: Option<GameTime>,
}

impl Beat {
    /// The first beat of a new platform: game time starts at zero.
    pub const fn first(own_ms: u64) -> Self {
        Self {
            own_ms,
            came_ms: own_ms,
            game: GameTime::ZERO,
            stall_end: None,
        }
    }

    /// Game time at a moment of the store's own time: the beat's, plus the own time since then, from nothing (the
    /// store's clock stepped back) to [`BEAT_REACH`]; never before the end of the last stall.
    pub fn reading(&self, own_now_ms: u64) -> GameTime {
        self.counted(own_now_ms).max(self.stall_end.unwrap_or_default())
    }

    /// Game time at a moment of the store's own time, and the last stall, which is taken to end right then when no beat
    /// has come for too long. So nobody's time is up in the moments between an outage and the beat that ends it.
    pub fn look(&self, own_now_ms: u64) -> Reading {
        let game = self.reading(own_now_ms);
        let stall_end = if self.is_overdue(own_now_ms) {
            Some(game)
        } else {
            self.stall_end
        };
        Reading { game, stall_end }
    }

    /// The pair after a probe that began at `own_began_ms` and has just succeeded, at `own_now_ms`, both by the store's
    /// own time.
    ///
    /// A probe that began before the last beat's moves game time no further, so that beats by several replicas count no
    /// time twice. A stall that could be seen up to now stays in the pair: credit that was shown is not taken back.
    ///
    /// After a stall, or when the store's clock has been set back, game time goes on from the present moment and not from
    /// where the probe began: an outage may have held the probe up, and would count twice, up to the probe's beginning and
    /// on from there.
    #[must_use]
    pub fn after_probe(&self, own_began_ms: u64, own_now_ms: u64) -> Self {
        let was_set_back = own_now_ms < self.own_ms;
        let own_ms = if was_set_back || self.is_overdue(own_now_ms) {
            own_now_ms
        } else {
            own_began_ms.clamp(self.own_ms, own_now_ms)
        };
        Self {
            own_ms,
            came_ms: own_now_ms,
            game: self.counted(own_ms),
            stall_end: self.look(own_now_ms).stall_end,
        }
    }

    /// The pair after the whole platform was started again: a stall, however short, which ends now. When the store's clock
    /// was set back meanwhile nobody knows how much time has passed: then it ends at the latest game time that can have
    /// been read before.
    #[must_use]
    pub fn resumed(&self, own_now_ms: u64) -> Self {
        let was_set_back = own_now_ms < self.own_ms;
        let end = if was_set_back {
            self.game + BEAT_REACH
        } else {
            self.reading(own_now_ms)
        };
        Self {
            stall_end: self.stall_end.max(Some(end)),
            ..*self
        }
    }

    fn counted(&self, own_now_ms: u64) -> GameTime {
        self.game + since(self.own_ms, own_now_ms).min(BEAT_REACH)
    }

    /// Whether no probe has succeeded for so long that the platform stands still.
    pub fn is_overdue(&self, own_now_ms: u64) -> bool {
        since(self.came_ms, own_now_ms) > STALL_AFTER
    }
}

fn since(own_then_ms: u64, own_now_ms: u64) -> Duration {
    Duration::from_millis(own_now_ms.saturating_sub(own_then_ms))
}
