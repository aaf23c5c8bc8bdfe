//! The quota of lag credit.

use std::time::Duration;

use corners_clockwork::{Correspondence, LagQuota, RealTime, TimeControl};
use proptest::prelude::*;

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn real_time(reserve_ms: u64, increment_ms: u64) -> TimeControl {
    RealTime::new(ms(reserve_ms), ms(increment_ms)).unwrap().into()
}

#[test]
fn a_quota_starts_at_three_gains_earns_one_a_move_and_holds_seven() {
    // 0.15 s + 0.004 * (30 s + 40 * 1 s) = 0.43 s
    let mut quota = LagQuota::at_start(&real_time(30_000, 1_000));
    let mut held = vec![quota.left().as_millis()];
    for _ in 0..6 {
        quota = quota.after_move(Duration::ZERO);
        held.push(quota.left().as_millis());
    }
    assert_eq!(held, [1_290, 1_720, 2_150, 2_580, 3_010, 3_010, 3_010]);
    assert_eq!(quota.after_move(ms(3_010)).left(), ms(430));
}

#[test]
fn a_gain_is_a_second_at_most() {
    assert_eq!(LagQuota::at_start(&real_time(10_800_000, 0)).left(), ms(3_000));
    assert_eq!(LagQuota::at_start(&real_time(1_000, 0)).left(), ms(3 * 154));
    assert_eq!(LagQuota::at_start(&real_time(180_000, 2_000)).left(), ms(3_000));
}

#[test]
fn where_no_clock_runs_out_within_a_moves_way_there_is_nothing_to_give() {
    for control in [TimeControl::Untimed, Correspondence::new(1).unwrap().into()] {
        let quota = LagQuota::at_start(&control);
        assert_eq!(quota.left(), Duration::ZERO);
        assert_eq!(quota.after_move(Duration::ZERO).left(), Duration::ZERO);
    }
}

proptest! {
    #[test]
    fn whatever_is_spent_a_quota_stays_between_one_gain_and_seven(
        reserve_ms in 1_000..10_800_000_u64, increment_ms in 0..180_000_u64, spent in prop::collection::vec(0..9_000_u64, 0..40),
    ) {
        let mut quota = LagQuota::at_start(&real_time(reserve_ms, increment_ms));
        let gain = quota.left() / 3;
        for credit_ms in spent {
            quota = quota.after_move(ms(credit_ms).min(quota.left()));
            prop_assert!(quota.left() >= gain);
            prop_assert!(quota.left() <= gain * 7 + Duration::from_nanos(7));
        }
    }
}
