use std::time::Duration;

use corners_clockwork::{GameTime, whole_millis};
use proptest::prelude::*;

proptest! {
    #[test]
    fn game_time_adds_and_subtracts_without_ever_wrapping(start: u64, millis: u64) {
        let (start, duration) = (GameTime::from_millis(start), Duration::from_millis(millis));
        let end = start + duration;
        prop_assert!(end >= start);
        prop_assert_eq!(end - start, duration.min(GameTime::MAX - start));
        prop_assert_eq!(start - end, Duration::ZERO);
    }

    #[test]
    fn milliseconds_survive_the_round_trip(millis: u64) {
        prop_assert_eq!(whole_millis(Duration::from_millis(millis)), millis);
    }
}

#[test]
fn parts_of_a_millisecond_are_cut_off() {
    assert_eq!(whole_millis(Duration::from_nanos(1_999_999)), 1);
    assert_eq!(
        GameTime::ZERO + Duration::from_nanos(1_999_999),
        GameTime::from_millis(1)
    );
    assert_eq!(whole_millis(Duration::MAX), u64::MAX);
}
