//! Moments and durations of the contract.
//!
//! Inside the platform a moment is a number of milliseconds since 1970, and a duration is a [`Duration`].

use std::time::Duration;

/// The first second of the year 10000: `google.protobuf.Timestamp` ends before it.
const END_OF_TIME_S: i64 = 253_402_300_800;

/// The last moment that a Timestamp can tell, in milliseconds since 1970: the end of the year 9999.
pub const LAST_MS: u64 = 253_402_300_799_999;

/// Why a message is no moment, or no duration, of the platform's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeError {
    /// A moment before 1970.
    #[error("is before 1970")]
    TooEarly,
    /// A moment after the year 9999.
    #[error("is after the year 9999")]
    TooLate,
    /// A moment whose fraction is none.
    #[error("is malformed: nanos must be from 0 to 999999999")]
    Malformed,
    /// No duration, or a negative one.
    #[error("is negative or malformed")]
    NoDuration,
}

/// A moment as the contract has it.
#[must_use]
pub fn timestamp(millis: u64) -> prost_types::Timestamp {
    prost_types::Timestamp {
        seconds: i64::try_from(millis / 1_000).unwrap_or(i64::MAX),
        nanos: i32::try_from(millis % 1_000 * 1_000_000).unwrap_or_default(),
    }
}

/// A moment of the contract in milliseconds since 1970, without what is finer.
///
/// # Errors
/// When it is malformed, or not in the years from 1970 to 9999.
pub fn millis_of(moment: &prost_types::Timestamp) -> Result<u64, TimeError> {
    let nanos = u32::try_from(moment.nanos).map_err(|_| TimeError::Malformed)?;
    if nanos >= 1_000_000_000 {
        return Err(TimeError::Malformed);
    }
    if moment.seconds >= END_OF_TIME_S {
        return Err(TimeError::TooLate);
    }
    let seconds = u64::try_from(moment.seconds).map_err(|_| TimeError::TooEarly)?;
    Ok(seconds * 1_000 + u64::from(nanos / 1_000_000))
}

/// A duration as the contract has it.
#[must_use]
pub fn duration(duration: Duration) -> prost_types::Duration {
    prost_types::Duration {
        seconds: i64::try_from(duration.as_secs()).unwrap_or(i64::MAX),
        nanos: i32::try_from(duration.subsec_nanos()).unwrap_or_default(),
    }
}

/// A duration of the contract that is not negative; an absent one is zero.
///
/// # Errors
/// When it is negative or malformed.
pub fn duration_of(duration: Option<prost_types::Duration>) -> Result<Duration, TimeError> {
    let prost_types::Duration { seconds, nanos } = duration.unwrap_or_default();
    match (u64::try_from(seconds), u32::try_from(nanos)) {
        (Ok(seconds), Ok(nanos)) if nanos < 1_000_000_000 => Ok(Duration::new(seconds, nanos)),
        _ => Err(TimeError::NoDuration),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_moment_is_the_same_in_both_forms(millis in 0..253_402_300_800_000u64) {
            prop_assert_eq!(millis_of(&timestamp(millis)), Ok(millis));
        }

        #[test]
        fn a_duration_is_the_same_in_both_forms(seconds in 0..1u64 << 62, nanos in 0..1_000_000_000u32) {
            let held = Duration::new(seconds, nanos);
            prop_assert_eq!(duration_of(Some(duration(held))), Ok(held));
        }
    }

    #[test]
    fn what_is_no_moment_says_why() {
        let moment = |seconds, nanos| millis_of(&prost_types::Timestamp { seconds, nanos });
        assert_eq!(moment(0, 1_999_999), Ok(1));
        assert_eq!(moment(-1, 0), Err(TimeError::TooEarly));
        assert_eq!(moment(END_OF_TIME_S - 1, 999_999_999), Ok(LAST_MS));
        assert_eq!(moment(END_OF_TIME_S, 0), Err(TimeError::TooLate));
        assert_eq!(moment(0, -1), Err(TimeError::Malformed));
        assert_eq!(moment(0, 1_000_000_000), Err(TimeError::Malformed));
    }

    #[test]
    fn no_duration_is_negative() {
        let read = |seconds, nanos| duration_of(Some(prost_types::Duration { seconds, nanos }));
        assert_eq!(duration_of(None), Ok(Duration::ZERO));
        assert_eq!(read(-1, 0), Err(TimeError::NoDuration));
        assert_eq!(read(1, -1), Err(TimeError::NoDuration));
        assert_eq!(read(1, 1_000_000_000), Err(TimeError::NoDuration));
    }
}
