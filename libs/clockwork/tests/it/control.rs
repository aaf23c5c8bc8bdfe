use std::time::Duration;

use corners_clockwork::{Correspondence, RealTime, TimeControl, TimeControlError, TurnLimit};

const fn secs(secs: u64) -> Duration {
    Duration::from_secs(secs)
}

fn real_time(reserve: Duration, increment: Duration) -> TimeControl {
    RealTime::new(reserve, increment).unwrap().into()
}

fn correspondence(days: u32) -> TimeControl {
    Correspondence::new(days).unwrap().into()
}

#[test]
fn the_shortest_and_the_longest_controls_can_be_had() {
    for (reserve, increment) in [(secs(1), secs(0)), (secs(3 * 3600), secs(180))] {
        let control = RealTime::new(reserve, increment).unwrap();
        assert_eq!((control.reserve(), control.increment()), (reserve, increment));
        assert_eq!(TimeControl::from(control).initial(), Some(reserve));
    }
    for days in [1, 14] {
        let control = Correspondence::new(days).unwrap();
        assert_eq!(
            (control.days(), control.period()),
            (days, secs(u64::from(days) * 86_400))
        );
        assert_eq!(TimeControl::from(control).initial(), Some(control.period()));
    }
    assert_eq!(TimeControl::Untimed.initial(), None);
}

#[test]
fn a_control_out_of_range_names_the_field_and_the_range() {
    let millisecond = Duration::from_millis(1);
    let cases = [
        (
            RealTime::new(secs(1) - millisecond, secs(0)),
            "reserve must be from 1s to 10800s, not 999ms",
        ),
        (
            RealTime::new(secs(10_800) + millisecond, secs(0)),
            "reserve must be from 1s to 10800s, not 10800.001s",
        ),
        (
            RealTime::new(secs(60), secs(180) + millisecond),
            "increment must be from 0ns to 180s, not 180.001s",
        ),
        (
            RealTime::new(Duration::MAX, secs(0)),
            "reserve must be from 1s to 10800s, not 18446744073709551615.999999999s",
        ),
    ];
    for (refused, message) in cases {
        let error = refused.unwrap_err();
        assert_eq!(error.to_string(), message);
        assert!(message.starts_with(error.field()));
    }
    for days in [0, 15, u32::MAX] {
        let error = Correspondence::new(days).unwrap_err();
        assert_eq!(error.to_string(), format!("days must be from 1 to 14, not {days}"));
        assert_eq!(error.field(), "days");
    }
}

#[test]
fn a_control_is_in_whole_milliseconds() {
    let odd = secs(60) + Duration::from_nanos(1);
    assert_eq!(
        RealTime::new(odd, secs(0)),
        Err(TimeControlError::NotWholeMillis {
            field: "reserve",
            got: odd
        })
    );
    let odd = Duration::from_micros(2_500);
    let error = RealTime::new(secs(60), odd).unwrap_err();
    assert_eq!(
        error,
        TimeControlError::NotWholeMillis {
            field: "increment",
            got: odd
        }
    );
    assert_eq!(error.field(), "increment");
}

#[test]
fn an_untimed_turn_has_no_limit() {
    for has_moved in [false, true] {
        assert_eq!(TimeControl::Untimed.turn_limit(secs(5), has_moved, secs(1)), None);
    }
}

#[test]
fn the_first_move_of_a_real_time_game_has_thirty_seconds_beside_the_clock() {
    let limit = real_time(secs(180), secs(2))
        .turn_limit(secs(180), false, secs(1))
        .unwrap();
    assert_eq!((limit.remaining, limit.running), (secs(30), false));
    let limit = real_time(secs(180), secs(2))
        .turn_limit(secs(180), true, secs(1))
        .unwrap();
    assert_eq!(
        limit,
        TurnLimit {
            remaining: secs(180),
            running: true,
            increment: secs(2),
            reset: None,
            lag_quota: secs(1),
        }
    );
}

#[test]
fn every_move_of_a_correspondence_game_has_one_period() {
    let period = secs(3 * 86_400);
    for has_moved in [false, true] {
        let limit = correspondence(3).turn_limit(period, has_moved, secs(1)).unwrap();
        let expected = TurnLimit {
            remaining: period,
            running: has_moved,
            increment: secs(0),
            reset: Some(period),
            lag_quota: secs(0),
        };
        assert_eq!(limit, expected);
    }
}

#[test]
fn a_player_is_warned_in_good_time() {
    let real_time = |reserve| real_time(secs(reserve), secs(0)).low_time().unwrap().as_millis();
    assert_eq!(real_time(3 * 3600), 60_000);
    assert_eq!(real_time(300), 37_500);
    assert_eq!(real_time(60), 10_000);
    assert_eq!(real_time(1), 250);
    assert_eq!(correspondence(1).low_time(), Some(secs(3 * 3600)));
    assert_eq!(TimeControl::Untimed.low_time(), None);
}
