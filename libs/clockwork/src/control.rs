use std::time::Duration;

use crate::turn::TurnLimit;
use crate::whole_millis;

/// How long a side has for its first move of a game with a running clock.
pub const FIRST_MOVE_WINDOW: Duration = Duration::from_secs(30);

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How time is kept at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// Nobody's clock runs and no move is ever late.
    Untimed,
    /// A reserve for the whole game and an increment after each move.
    RealTime(RealTime),
    /// A fresh period for each move.
    Correspondence(Correspondence),
}

/// A reserve for the whole game and an increment added after each move (Fischer).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RealTime {
    reserve: Duration,
    increment: Duration,
}

/// A fresh period for each move, in days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Correspondence {
    days: u32,
}

/// Why a time control cannot be had; `field` names what is wrong, in the words of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeControlError {
    /// A duration is outside its range.
    #[error("{field} must be from {min:?} to {max:?}, not {got:?}")]
    OutOfRange {
        /// `reserve` or `increment`.
        field: &'static str,
        /// The shortest that is allowed.
        min: Duration,
        /// The longest that is allowed.
        max: Duration,
        /// What was asked for.
        got: Duration,
    },
    /// A duration has a part finer than a millisecond.
    #[error("{field} must be in whole milliseconds, not {got:?}")]
    NotWholeMillis {
        /// `reserve` or `increment`.
        field: &'static str,
        /// What was asked for.
        got: Duration,
    },
    /// The number of days is outside its range.
    #[error("days must be from {min} to {max}, not {got}")]
    DaysOutOfRange {
        /// The fewest days allowed.
        min: u32,
        /// The most days allowed.
        max: u32,
        /// What was asked for.
        got: u32,
    },
}

impl TimeControlError {
    /// The field that is wrong: `reserve`, `increment` or `days`.
    pub const fn field(&self) -> &'static str {
        match self {
            Self::OutOfRange { field, .. } | Self::NotWholeMillis { field, .. } => field,
            Self::DaysOutOfRange { .. } => "days",
        }
    }
}

impl RealTime {
    /// The shortest reserve.
    pub const MIN_RESERVE: Duration = Duration::from_secs(1);
    /// The longest reserve.
    pub const MAX_RESERVE: Duration = Duration::from_secs(3 * 60 * 60);
    /// The longest increment; the shortest is none.
    pub const MAX_INCREMENT: Duration = Duration::from_secs(3 * 60);

    /// A time control of 1 second to 3 hours, with 0 to 3 minutes added after each move.
    ///
    /// # Errors
    /// When either is out of its range or has a part finer than a millisecond.
    pub fn new(reserve: Duration, increment: Duration) -> Result<Self, TimeControlError> {
        check("reserve", reserve, Self::MIN_RESERVE, Self::MAX_RESERVE)?;
        check("increment", increment, Duration::ZERO, Self::MAX_INCREMENT)?;
        Ok(Self { reserve, increment })
    }

    /// Time on each clock at the start.
    pub const fn reserve(&self) -> Duration {
        self.reserve
    }

    /// Added after each move but a side's first.
    pub const fn increment(&self) -> Duration {
        self.increment
    }

    /// What a side has for a game of 40 moves, by which time controls are compared.
    pub fn for_forty_moves(&self) -> Duration {
        self.reserve + self.increment * 40
    }
}

impl Correspondence {
    /// The shortest period, in days.
    pub const MIN_DAYS: u32 = 1;
    /// The longest period, in days.
    pub const MAX_DAYS: u32 = 14;

    /// A time control of 1 to 14 days for each move.
    ///
    /// # Errors
    /// When the number of days is out of range.
    pub const fn new(days: u32) -> Result<Self, TimeControlError> {
        if days < Self::MIN_DAYS || days > Self::MAX_DAYS {
            return Err(TimeControlError::DaysOutOfRange {
                min: Self::MIN_DAYS,
                max: Self::MAX_DAYS,
                got: days,
            });
        }
        Ok(Self { days })
    }

    /// Days for each move.
    pub const fn days(&self) -> u32 {
        self.days
    }

    /// Time for each move.
    pub fn period(&self) -> Duration {
        DAY.saturating_mul(self.days)
    }
}

impl TimeControl {
    /// What each side's clock shows at the start; none when no clock is kept.
    pub fn initial(&self) -> Option<Duration> {
        match self {
            Self::Untimed => None,
            Self::RealTime(real_time) => Some(real_time.reserve),
            Self::Correspondence(correspondence) => Some(correspondence.period()),
        }
    }

    /// From how little time left on a player should be warned: an eighth of the reserve, from 10 s to a minute, but never
    /// more than a quarter; an eighth of the period in correspondence; none when no clock is kept.
    pub fn low_time(&self) -> Option<Duration> {
        match self {
            Self::Untimed => None,
            Self::RealTime(RealTime { reserve, .. }) => {
                let eighth = (*reserve / 8).clamp(Duration::from_secs(10), Duration::from_secs(60));
                Some(eighth.min(*reserve / 4))
            }
            Self::Correspondence(correspondence) => Some(correspondence.period() / 8),
        }
    }

    /// What limits a turn of a side whose clock shows `clock`; none when nothing does.
    ///
    /// Before a side's first move (`has_moved` is false) its clock does not run: it has a window to come in, and after
    /// the move its clock is what it was.
    ///
    /// `lag_quota` is the side's quota of lag credit, which only a running clock of a real-time game can use.
    pub fn turn_limit(&self, clock: Duration, has_moved: bool, lag_quota: Duration) -> Option<TurnLimit> {
        match self {
            Self::Untimed => None,
            Self::RealTime(_) if !has_moved => Some(TurnLimit {
                remaining: FIRST_MOVE_WINDOW,
                running: false,
                increment: Duration::ZERO,
                reset: Some(clock),
                lag_quota: Duration::ZERO,
            }),
            Self::RealTime(real_time) => Some(TurnLimit {
                remaining: clock,
                running: true,
                increment: real_time.increment,
                reset: None,
                lag_quota,
            }),
            Self::Correspondence(correspondence) => {
                let period = correspondence.period();
                Some(TurnLimit {
                    remaining: if has_moved { clock } else { period },
                    running: has_moved,
                    increment: Duration::ZERO,
                    reset: Some(period),
                    lag_quota: Duration::ZERO,
                })
            }
        }
    }
}

impl From<RealTime> for TimeControl {
    fn from(real_time: RealTime) -> Self {
        Self::RealTime(real_time)
    }
}

impl From<Correspondence> for TimeControl {
    fn from(correspondence: Correspondence) -> Self {
        Self::Correspondence(correspondence)
    }
}

fn check(field: &'static str, got: Duration, min: Duration, max: Duration) -> Result<(), TimeControlError> {
    if got < min || got > max {
        return Err(TimeControlError::OutOfRange { field, min, max, got });
    }
    if Duration::from_millis(whole_millis(got)) != got {
        return Err(TimeControlError::NotWholeMillis { field, got });
    }
    Ok(())
}
