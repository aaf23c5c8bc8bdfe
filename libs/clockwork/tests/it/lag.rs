//! The quota of lag credit.

use std::time::Duration;

use corners_clockwork::{Correspondence, GameTime, LagQuota, RealTime, TimeControl, Transit, Turn, punch};
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

/// Seed 31 of the simulation: a replica that had folded the log said that the turn was due a millisecond later than the one
/// that had appended to it.
#[test]
fn quotas_and_credits_are_whole_milliseconds_as_logs_keep_them() {
    let control = real_time(2_164, 0);
    let quota = LagQuota::at_start(&control).left();
    assert_eq!(quota, ms(3 * 158));
    let turn = Turn {
        started: GameTime::from_millis(1_000),
        limit: control.turn_limit(ms(2_164), true, quota),
    };
    let transit = Transit {
        think_time: Duration::from_micros(10_300),
        round_trip: Duration::from_micros(60_700),
    };
    let punched = punch(&turn, GameTime::from_millis(1_300), None, Some(transit));
    assert_eq!(punched.lag_credit, ms(60 + 140));
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
