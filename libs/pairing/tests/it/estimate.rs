//! What a player is told about how long it will take.

use corners_pairing::{Estimate, WaitEnd};
use proptest::prelude::*;

const HALF_AN_HOUR_MS: u64 = 30 * 60_000;

fn after(waits_ms: impl IntoIterator<Item = u64>) -> Estimate {
    let mut estimate = Estimate::default();
    for waited_ms in waits_ms {
        estimate.ended(1500.0, waited_ms, WaitEnd::Paired, 0);
    }
    estimate
}

#[test]
fn too_few_waits_tell_nothing() {
    assert_eq!(after([1_000; 7]).further_ms(1500.0, 0, 0), None);
    assert_eq!(after([1_000; 8]).further_ms(1500.0, 0, 0), Some(1_000));
}

#[test]
fn half_of_the_waits_were_shorter() {
    let estimate = after((1..=20).map(|second| second * 1_000));
    assert_eq!(estimate.further_ms(1500.0, 0, 0), Some(10_000));
}

#[test]
fn who_has_waited_is_compared_with_those_who_waited_as_long() {
    let estimate = after((1..=20).map(|second| second * 1_000));
    assert_eq!(estimate.further_ms(1500.0, 10_000, 0), Some(5_000));
    assert_eq!(
        estimate.further_ms(1500.0, 13_000, 0),
        None,
        "seven waited for longer than that"
    );
}

#[test]
fn old_waits_are_forgotten() {
    let estimate = after([1_000; 20]);
    assert_eq!(estimate.further_ms(1500.0, 0, HALF_AN_HOUR_MS), Some(1_000));
    assert_eq!(estimate.further_ms(1500.0, 0, HALF_AN_HOUR_MS + 1), None);
}

#[test]
fn ratings_nearby_say_more_than_others() {
    let mut estimate = Estimate::default();
    for _ in 0..10 {
        estimate.ended(1500.0, 2_000, WaitEnd::Paired, 0);
        estimate.ended(2600.0, 60_000, WaitEnd::Paired, 0);
    }
    assert_eq!(estimate.further_ms(1450.0, 0, 0), Some(2_000));
    assert_eq!(estimate.further_ms(2500.0, 0, 0), Some(60_000));
    assert_eq!(
        estimate.further_ms(1700.0, 0, 0),
        Some(2_000),
        "the nearest that are known"
    );
}

/// Nine in ten left: of them nobody knows how long it would have taken.
#[test]
fn who_left_did_not_find_anybody() {
    let mut estimate = after([1_000; 2]);
    for _ in 0..18 {
        estimate.ended(1500.0, 30_000, WaitEnd::Left, 0);
    }
    assert_eq!(estimate.further_ms(1500.0, 0, 0), None);
    // Those who left after a second do not make it look as if everybody was paired at once.
    let mut estimate = after([60_000; 8]);
    for _ in 0..8 {
        estimate.ended(1500.0, 1_000, WaitEnd::Left, 0);
    }
    assert_eq!(estimate.further_ms(1500.0, 0, 0), Some(60_000));
}

#[test]
fn the_newest_waits_of_a_region_count() {
    let old_and_new = [1_000; 64].into_iter().chain([9_000; 64]);
    assert_eq!(after(old_and_new).further_ms(1500.0, 0, 0), Some(9_000));
}

proptest! {
    /// Whatever comes in: an answer is one of the waits, less what was waited.
    #[test]
    fn an_estimate_is_a_wait_that_somebody_had(
        waits in prop::collection::vec((any::<f64>(), any::<u64>(), any::<bool>(), any::<u64>()), 0..200),
        rating: f64,
        waited_ms: u64,
        now_ms: u64,
    ) {
        let mut estimate = Estimate::default();
        for &(rating, waited_ms, paired, at_ms) in &waits {
            estimate.ended(rating, waited_ms, if paired { WaitEnd::Paired } else { WaitEnd::Left }, at_ms);
        }
        if let Some(further_ms) = estimate.further_ms(rating, waited_ms, now_ms) {
            prop_assert!(further_ms > 0);
            prop_assert!(waits.iter().any(|&(_, waited, paired, _)| paired && waited == waited_ms + further_ms));
        }
    }
}
