use std::time::Duration;

use corners_clockwork::{
    AFTER_STALL, Correspondence, GameTime, Punch, RealTime, SPENDABLE, TimeControl, Transit, Turn, TurnLimit, due,
    runs_out, time_left,
};
use proptest::prelude::*;

const START: GameTime = GameTime::from_millis(1_000_000);

fn blitz() -> TimeControl {
    RealTime::new(Duration::from_secs(180), Duration::from_secs(2))
        .unwrap()
        .into()
}

fn turn(control: TimeControl, clock_ms: u64, has_moved: bool) -> Turn {
    Turn {
        started: START,
        limit: control.turn_limit(Duration::from_millis(clock_ms), has_moved, Duration::ZERO),
    }
}

fn punch(turn: &Turn, reading: GameTime, stall_end: Option<GameTime>) -> Punch {
    corners_clockwork::punch(turn, reading, stall_end, None)
}

fn at(millis_into_the_turn: u64) -> GameTime {
    START + Duration::from_millis(millis_into_the_turn)
}

fn after(millis: u64) -> Option<Duration> {
    Some(Duration::from_millis(millis))
}

#[test]
fn a_move_counts_until_a_millisecond_before_the_deadline() {
    let turn = turn(blitz(), 5_000, true);
    let verdict = |reading| {
        let verdict = punch(&turn, reading, None);
        assert_eq!(verdict.due, Some(at(5_000)));
        (verdict.expired, verdict.remaining_after)
    };
    assert_eq!(verdict(at(4_999)), (false, after(1 + 2_000)));
    assert_eq!(verdict(at(5_000)), (true, after(0)));
    assert_eq!(verdict(at(5_001)), (true, after(0)));
}

#[test]
fn a_move_costs_its_time_and_earns_the_increment() {
    let turn = turn(blitz(), 60_000, true);
    assert_eq!(punch(&turn, at(0), None).remaining_after, after(62_000));
    assert_eq!(punch(&turn, at(1_500), None).remaining_after, after(60_500));
    assert_eq!(punch(&turn, at(30_000), None).remaining_after, after(32_000));
}

#[test]
fn a_first_move_leaves_the_clock_as_it_was_and_is_late_after_thirty_seconds() {
    let turn = turn(blitz(), 180_000, false);
    for (reading, expired) in [
        (at(0), false),
        (at(29_999), false),
        (at(30_000), true),
        (at(90_000), true),
    ] {
        let verdict = punch(&turn, reading, None);
        assert_eq!((verdict.expired, verdict.remaining_after), (expired, after(180_000)));
    }
}

#[test]
fn a_turn_that_does_not_run_and_names_no_clock_keeps_what_it_had() {
    let limit = TurnLimit {
        remaining: Duration::from_secs(30),
        running: false,
        increment: Duration::from_secs(9),
        reset: None,
        lag_quota: Duration::ZERO,
    };
    let turn = Turn {
        started: START,
        limit: Some(limit),
    };
    assert_eq!(punch(&turn, at(12_000), None).remaining_after, after(30_000));
}

#[test]
fn a_correspondence_move_sets_the_clock_back_to_the_period() {
    let two_days = Correspondence::new(2).unwrap();
    let period = 2 * 86_400_000;
    for has_moved in [false, true] {
        let turn = turn(two_days.into(), period, has_moved);
        let in_time = punch(&turn, at(period - 1), None);
        assert_eq!((in_time.expired, in_time.remaining_after), (false, after(period)));
        assert!(punch(&turn, at(period), None).expired);
    }
    assert_eq!(
        punch(&turn(two_days.into(), period, true), at(period), None).remaining_after,
        after(0)
    );
}

#[test]
fn an_untimed_turn_is_never_late() {
    let turn = turn(TimeControl::Untimed, 0, true);
    let verdict = punch(&turn, GameTime::MAX, Some(GameTime::MAX));
    assert_eq!(
        (verdict.due, verdict.expired, verdict.remaining_after),
        (None, false, None)
    );
    assert_eq!(time_left(&turn, GameTime::MAX, None), None);
}

#[test]
fn a_turn_that_ran_through_a_stall_has_two_seconds_after_it() {
    let turn = turn(blitz(), 3_000, true);
    let stall_end = Some(at(2_500));
    let verdict = punch(&turn, at(4_499), stall_end);
    assert_eq!(verdict.due, Some(at(4_500)));
    assert_eq!(verdict.outage_credit, Duration::from_millis(1_500));
    assert_eq!((verdict.expired, verdict.remaining_after), (false, after(1 + 2_000)));
    assert!(punch(&turn, at(4_500), stall_end).expired);
}

#[test]
fn a_stall_gives_nothing_to_who_has_more_than_two_seconds_left_or_started_after_it() {
    let plenty = punch(&turn(blitz(), 60_000, true), at(10_000), Some(at(9_000)));
    assert_eq!((plenty.outage_credit, plenty.due), (Duration::ZERO, Some(at(60_000))));
    for stall_end in [at(0), GameTime::ZERO] {
        let later = punch(&turn(blitz(), 1_000, true), at(500), Some(stall_end));
        assert_eq!((later.outage_credit, later.due), (Duration::ZERO, Some(at(1_000))));
    }
}

#[test]
fn a_first_move_gets_the_two_seconds_too() {
    let turn = turn(blitz(), 180_000, false);
    let verdict = punch(&turn, at(31_000), Some(at(29_500)));
    assert_eq!((verdict.expired, verdict.due), (false, Some(at(31_500))));
    assert_eq!(verdict.remaining_after, after(180_000));
}

#[test]
fn a_reading_from_before_the_turn_costs_nothing_and_gains_nothing() {
    let verdict = punch(&turn(blitz(), 5_000, true), GameTime::ZERO, None);
    assert_eq!((verdict.expired, verdict.remaining_after), (false, after(7_000)));
}

#[test]
fn the_display_counts_down_to_the_deadline_and_stays_at_zero() {
    let turn = turn(blitz(), 5_000, true);
    let shown: Vec<_> = [0, 1, 4_999, 5_000, 60_000]
        .map(|millis| time_left(&turn, at(millis), None))
        .into();
    assert_eq!(shown, [after(5_000), after(4_999), after(1), after(0), after(0)]);
    assert_eq!(time_left(&turn, GameTime::ZERO, None), after(5_000));
    assert_eq!(time_left(&turn, at(4_000), Some(at(4_000))), after(2_000));
}

fn millis() -> impl Strategy<Value = u64> {
    prop_oneof![0..20_000_u64, 0..1_300_000_000_u64, any::<u64>()]
}

fn duration() -> impl Strategy<Value = Duration> {
    millis().prop_map(Duration::from_millis)
}

fn moment() -> impl Strategy<Value = GameTime> {
    millis().prop_map(GameTime::from_millis)
}

prop_compose! {
    fn any_limit()(
        remaining in duration(), running: bool, increment in duration(), reset in prop::option::of(duration()),
        lag_quota in duration(),
    ) -> TurnLimit {
        TurnLimit { remaining, running, increment, reset, lag_quota }
    }
}

prop_compose! {
    fn any_transit()(think_time in duration(), round_trip in duration()) -> Transit {
        Transit { think_time, round_trip }
    }
}

prop_compose! {
    fn any_turn()(started in moment(), limit in any_limit()) -> (Turn, TurnLimit) {
        (Turn { started, limit: Some(limit) }, limit)
    }
}

proptest! {
    #[test]
    fn without_credit_the_time_is_up_exactly_when_the_clock_is_at_zero(
        (turn, _) in any_turn(), reading in moment(), stall_end in prop::option::of(moment()),
    ) {
        let verdict = punch(&turn, reading, stall_end);
        let runs_out = runs_out(&turn, stall_end).unwrap();
        prop_assert_eq!(verdict.expired, reading >= runs_out);
        prop_assert_eq!(verdict.expired, time_left(&turn, reading, stall_end) == after(0) && reading >= turn.started);
        prop_assert_eq!(verdict.reading, reading);
    }

    #[test]
    fn no_move_counts_once_the_turn_is_over(
        (turn, limit) in any_turn(), reading in moment(), stall_end in prop::option::of(moment()), transit in any_transit(),
    ) {
        let verdict = corners_clockwork::punch(&turn, reading, stall_end, Some(transit));
        let due = due(&turn, stall_end).unwrap();
        prop_assert_eq!(verdict.due, Some(due));
        prop_assert!(verdict.expired || reading < due);
        prop_assert_eq!(due, runs_out(&turn, stall_end).unwrap() + limit.lag_quota.min(SPENDABLE));
    }

    #[test]
    fn credit_is_no_more_than_was_used_measured_or_saved(
        (turn, limit) in any_turn(), reading in moment(), stall_end in prop::option::of(moment()), transit in any_transit(),
    ) {
        let credited = corners_clockwork::punch(&turn, reading, stall_end, Some(transit));
        let plain = punch(&turn, reading, stall_end);
        prop_assert!(credited.lag_credit <= reading - turn.started);
        prop_assert!(credited.lag_credit.saturating_sub(transit.round_trip) <= Duration::from_millis(140));
        prop_assert!(credited.lag_credit <= limit.lag_quota);
        prop_assert!(credited.remaining_after >= plain.remaining_after);
        prop_assert!(plain.expired || !credited.expired);
        prop_assert_eq!(plain.lag_credit, Duration::ZERO);
        prop_assert_eq!(plain.outage_credit, credited.outage_credit);
    }

    #[test]
    fn a_clock_after_a_move_is_what_was_left_plus_what_was_given(
        (turn, limit) in any_turn(), into in millis(), stall_end in prop::option::of(moment()),
    ) {
        let limit = TurnLimit { running: true, reset: None, ..limit };
        let turn = Turn { limit: Some(limit), ..turn };
        let reading = turn.started + Duration::from_millis(into);
        let verdict = punch(&turn, reading, stall_end);
        let budget = (turn.started + limit.remaining) - turn.started + verdict.outage_credit;
        let used = reading - turn.started;
        let expected = if verdict.expired {
            Duration::ZERO
        } else {
            let whole = u128::from(u64::MAX).min((budget - used + limit.increment).as_millis());
            Duration::from_millis(u64::try_from(whole).unwrap())
        };
        let got = verdict.remaining_after.unwrap();
        prop_assert_eq!(got.min(Duration::from_millis(u64::MAX)), expected);
    }

    #[test]
    fn a_stall_only_ever_gives_and_at_most_what_makes_two_seconds(
        (turn, limit) in any_turn(), reading in moment(), stall_end in moment(),
    ) {
        let verdict = punch(&turn, reading, Some(stall_end));
        let without = punch(&turn, reading, None);
        prop_assert!(verdict.due >= without.due);
        prop_assert!(verdict.remaining_after >= without.remaining_after);
        let at_zero = runs_out(&turn, Some(stall_end));
        if verdict.outage_credit > Duration::ZERO {
            prop_assert!(turn.started < stall_end);
            prop_assert_eq!(at_zero, Some(stall_end + AFTER_STALL));
        } else {
            prop_assert_eq!(verdict, without);
        }
        prop_assert!(turn.started >= stall_end || at_zero >= Some(stall_end + AFTER_STALL));
        prop_assert!(at_zero >= Some(turn.started + limit.remaining));
    }

    #[test]
    fn thinking_longer_never_leaves_more(
        (turn, _) in any_turn(), early in moment(), late in moment(), stall_end in prop::option::of(moment()),
    ) {
        let (early, late) = (early.min(late), early.max(late));
        let (early, late) = (punch(&turn, early, stall_end), punch(&turn, late, stall_end));
        prop_assert!(late.remaining_after <= early.remaining_after);
        prop_assert!(late.expired || !early.expired);
    }
}
