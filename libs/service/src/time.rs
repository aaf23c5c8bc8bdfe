//! The machine's clock, read in one place.
//!
//! It is good for what people read and for tokens. The time that games are played by is the clock service's.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The machine's clock, in milliseconds since 1970. It may step in both directions.
#[must_use]
pub fn wall_clock_ms() -> u64 {
    millis_since_1970(wall_clock())
}

/// The machine's clock.
#[allow(
    clippy::disallowed_methods,
    reason = "the one place where the machine's clock is read"
)]
#[must_use]
pub fn wall_clock() -> SystemTime {
    SystemTime::now()
}

/// A moment in milliseconds since 1970; 0 for anything earlier.
#[must_use]
pub fn millis_since_1970(moment: SystemTime) -> u64 {
    let since = moment.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
