//! The platform's own arithmetic of time, for states that can be hashed. All times are milliseconds.

use std::time::Duration;

use corners_clockwork::{
    Beat, GameTime, LagQuota, RealTime, TimeControl, TimeControlError, Transit, Turn, punch, whole_millis,
};

pub(crate) use corners_clockwork::{AFTER_STALL, BEAT_REACH, STALL_AFTER};

/// The pair that keeps game time, as the store has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The store's own time at the last beat.
    pub own_ms: u64,
    /// The store's own time when the last probe had succeeded.
    pub came_ms: u64,
    /// Game time at the last beat.
    pub game_ms: u64,
    /// Where the last stall ended.
    pub stall_end_ms: Option<u64>,
}

/// Game time as read at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Game time.
    pub game_ms: u64,
    /// Where the last stall ended; the present moment while the platform stands still.
    pub stall_end_ms: Option<u64>,
}

/// What the clock says of a turn at a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Judgement {
    /// When.
    pub reading_ms: u64,
    /// How much later the mover's clock is at zero because the platform stood still during the turn.
    pub outage_credit_ms: u64,
    /// What of the time used was the move's way.
    pub lag_credit_ms: u64,
    /// When the turn is over if no move comes.
    pub due_ms: u64,
    /// Whether the time was up for a move at the reading.
    pub expired: bool,
    /// The mover's clock after a move at the reading.
    pub remaining_after_ms: u64,
}

/// A turn of a side whose clock runs.
#[derive(Clone, Copy, Debug)]
pub struct RunningTurn {
    /// When it started.
    pub started_ms: u64,
    /// What the mover's clock showed then.
    pub clock_ms: u64,
    /// How much lag credit the mover may still be given.
    pub lag_quota_ms: u64,
}

impl Pair {
    /// Game time now, by the store's own time.
    pub fn look(&self, own_now_ms: u64) -> Reading {
        let seen = self.beat().look(own_now_ms);
        Reading {
            game_ms: seen.game.millis(),
            stall_end_ms: seen.stall_end.map(GameTime::millis),
        }
    }

    /// The pair after a probe that began at one moment of the store's own time and succeeds at another.
    #[must_use]
    pub fn after_probe(&self, own_began_ms: u64, own_now_ms: u64) -> Self {
        let beat = self.beat().after_probe(own_began_ms, own_now_ms);
        Self {
            own_ms: beat.own_ms,
            came_ms: beat.came_ms,
            game_ms: beat.game.millis(),
            stall_end_ms: beat.stall_end.map(GameTime::millis),
        }
    }

    /// The pair as a clock replica lifts it that has seen a later one.
    #[must_use]
    pub fn lifted_to(&self, seen: &Self) -> Self {
        Self {
            own_ms: self.own_ms,
            came_ms: self.came_ms,
            game_ms: self.game_ms.max(seen.game_ms),
            stall_end_ms: self.stall_end_ms.max(seen.stall_end_ms),
        }
    }

    fn beat(&self) -> Beat {
        Beat {
            own_ms: self.own_ms,
            came_ms: self.came_ms,
            game: GameTime::from_millis(self.game_ms),
            stall_end: self.stall_end_ms.map(GameTime::from_millis),
        }
    }
}

/// A reserve and an increment after each move.
///
/// # Errors
/// When the platform offers no such time control.
pub fn time_control(reserve_ms: u64, increment_ms: u64) -> Result<TimeControl, TimeControlError> {
    let (reserve, increment) = (Duration::from_millis(reserve_ms), Duration::from_millis(increment_ms));
    RealTime::new(reserve, increment).map(TimeControl::from)
}

/// Judges a move made at a reading in a turn. `round_trip_ms` is what was measured of the mover, who says that its player
/// took no time to think; without it no lag is credited.
pub fn judge(control: &TimeControl, turn: RunningTurn, reading: Reading, round_trip_ms: Option<u64>) -> Judgement {
    let turn = as_turn(control, turn);
    let stall_end = reading.stall_end_ms.map(GameTime::from_millis);
    let transit = round_trip_ms.map(|round_trip_ms| Transit {
        think_time: Duration::ZERO,
        round_trip: Duration::from_millis(round_trip_ms),
    });
    let verdict = punch(&turn, GameTime::from_millis(reading.game_ms), stall_end, transit);
    Judgement {
        reading_ms: verdict.reading.millis(),
        outage_credit_ms: whole_millis(verdict.outage_credit),
        lag_credit_ms: whole_millis(verdict.lag_credit),
        due_ms: verdict.due.unwrap_or(GameTime::MAX).millis(),
        expired: verdict.expired,
        remaining_after_ms: whole_millis(verdict.remaining_after.unwrap_or_default()),
    }
}

/// How much lag credit a side may be given at the start.
pub fn lag_quota(control: &TimeControl) -> LagQuota {
    LagQuota::at_start(control)
}

/// What a quota still holds.
pub fn left_of(quota: &LagQuota) -> u64 {
    whole_millis(quota.left())
}

/// A quota after a move that was given a credit.
pub fn after_move(quota: &LagQuota, lag_credit_ms: u64) -> LagQuota {
    quota.after_move(Duration::from_millis(lag_credit_ms))
}

/// When a turn's time is up as far as the log knows.
pub fn due_ms(control: &TimeControl, turn: RunningTurn) -> u64 {
    let due = corners_clockwork::due(&as_turn(control, turn), None);
    due.unwrap_or(GameTime::MAX).millis()
}

/// Both sides have made their first move in this model: clocks run from the beginning.
fn as_turn(control: &TimeControl, turn: RunningTurn) -> Turn {
    let clock = Duration::from_millis(turn.clock_ms);
    let lag_quota = Duration::from_millis(turn.lag_quota_ms);
    Turn {
        started: GameTime::from_millis(turn.started_ms),
        limit: control.turn_limit(clock, true, lag_quota),
    }
}
