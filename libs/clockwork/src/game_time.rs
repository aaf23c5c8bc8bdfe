use std::fmt;
use std::ops::{Add, Sub};
use std::time::Duration;

/// A moment of the platform's game time: milliseconds since the platform's first start, counted only while moves could
/// be taken.
///
/// Adding a duration saturates at the top. The difference of two moments is never negative: it is zero when the second
/// one is later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameTime(u64);

impl GameTime {
    /// The platform's first start.
    pub const ZERO: Self = Self(0);
    /// The last moment there is; a due time that would lie beyond it is this one.
    pub const MAX: Self = Self(u64::MAX);

    /// The moment this many milliseconds after the platform's first start.
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis)
    }

    /// Milliseconds since the platform's first start.
    pub const fn millis(self) -> u64 {
        self.0
    }
}

impl Add<Duration> for GameTime {
    type Output = Self;

    fn add(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(whole_millis(duration)))
    }
}

impl Sub for GameTime {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }
}

impl fmt::Display for GameTime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ms of game time", self.0)
    }
}

/// The whole milliseconds of a duration, saturating: the inverse of [`Duration::from_millis`].
pub fn whole_millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
