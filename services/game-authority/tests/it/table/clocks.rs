//! Clocks, flags and alarms.

use super::*;

#[test]
fn a_side_s_clock_runs_only_after_its_first_move() {
    let mut played = Played::blitz();
    let left = |played: &Played| {
        played
            .table
            .clocks_at_last_reading()
            .map(|clocks| (clocks.white, clocks.black))
    };
    let seconds = |white, black| Some((Duration::from_secs(white), Duration::from_secs(black)));
    assert_eq!(played.table.running(), None);
    played.wait(20_000);
    played.play(WHITE, "c3-d3").unwrap();
    played.wait(29_000);
    played.play(BLACK, "f6-e6").unwrap();
    assert_eq!(
        left(&played),
        seconds(60, 60),
        "first moves cost nothing and earn nothing"
    );
    assert_eq!(played.table.running(), Some(Side::White));
    played.wait(10_000);
    played.play(WHITE, "d3-e3").unwrap();
    assert_eq!(left(&played), seconds(52, 60));
}

#[test]
fn a_first_move_that_does_not_come_aborts_and_a_later_one_loses() {
    let mut played = Played::blitz();
    played.wait(30_000);
    assert!(matches!(
        played.act_after_stall(WHITE, play("c3-d3"), None),
        Ok(Recorded::TimeWasUp(_))
    ));
    assert_eq!(played.table.verdict(), Some(Verdict::no_show(Side::White)));

    let mut second = Played::blitz();
    second.play(WHITE, "c3-d3").unwrap();
    second.wait(30_120);
    second.act(WHITE, Action::Abort).unwrap();
    assert_eq!(
        second.table.verdict(),
        Some(Verdict::no_show(Side::Black)),
        "the time was up before"
    );

    let mut lost = Played::blitz();
    lost.play(WHITE, "c3-d3").unwrap();
    lost.play(BLACK, "f6-e6").unwrap();
    lost.wait(61_120);
    assert!(matches!(
        lost.act_after_stall(BLACK, Action::OfferDraw { side: None }, None),
        Ok(Recorded::TimeWasUp(_))
    ));
    assert_eq!(
        lost.table.verdict(),
        Some(Verdict::lost_by(Side::White, EndReason::Timeout))
    );
    assert_eq!(
        lost.table.clocks_at_last_reading().map(|clocks| clocks.white),
        Some(Duration::ZERO)
    );
}

#[test]
fn a_rival_s_call_does_not_end_a_turn_whose_move_may_be_on_its_way() {
    let mut played = Played::blitz();
    played.play(WHITE, "c3-d3").unwrap();
    played.play(BLACK, "f6-e6").unwrap();
    played.wait(61_119);
    let offered = played
        .act_after_stall(BLACK, Action::OfferDraw { side: None }, None)
        .unwrap();
    assert!(matches!(offered, Recorded::Happened(_)));
    assert_eq!(played.table.status(), Status::Playing);
    let clocks = played.table.clocks_at_last_reading().unwrap();
    assert_eq!(clocks.white, Duration::ZERO, "no reading is negative");
}

#[test]
fn a_move_a_millisecond_before_the_flag_counts_and_at_the_flag_it_loses() {
    for (wait, in_time) in [(59_999, true), (60_000, false), (60_001, false)] {
        let mut played = Played::blitz();
        played.play(WHITE, "c3-d3").unwrap();
        played.play(BLACK, "f6-e6").unwrap();
        played.wait(wait);
        let recorded = played.act_after_stall(WHITE, play("d3-e3"), None).unwrap();
        assert_eq!(matches!(recorded, Recorded::Happened(_)), in_time, "after {wait} ms");
        let loser = played.table.verdict().map(|verdict| verdict.winner);
        assert_eq!(
            loser,
            (!in_time).then_some(Some(Side::Black)),
            "the mover makes it or loses"
        );
    }
}

#[test]
fn what_a_move_was_on_its_way_is_not_charged_and_is_taken_off_the_quota() {
    let mut played = Played::blitz();
    played.play(WHITE, "c3-d3").unwrap();
    played.play(BLACK, "f6-e6").unwrap();
    // 3 x (0.15 s + 0.004 x 140 s)
    assert_eq!(played.table.lag_quota(Side::White), Duration::from_millis(2_130));
    played.wait(5_000);
    played.play_from_afar(WHITE, "d3-e3", 300).unwrap();
    let ply = played.table.plies().last().unwrap();
    assert_eq!(
        (ply.elapsed, ply.lag_credit),
        (Duration::from_secs(5), Duration::from_millis(300))
    );
    let left = |played: &Played| played.table.clocks_at_last_reading().unwrap().white;
    assert_eq!(left(&played), Duration::from_millis(60_000 - 4_700 + 2_000));
    assert_eq!(
        played.table.lag_quota(Side::White),
        Duration::from_millis(2_130 - 300 + 710)
    );
    assert_eq!(played.table.lag_quota(Side::Black), Duration::from_millis(2_130));
}

#[test]
fn the_flag_waits_for_a_move_on_its_way_and_not_a_millisecond_longer() {
    for (late_ms, on_its_way_ms, in_time) in [
        (299, 300, true),
        (300, 300, false),
        (301, 300, false),
        (999, 1_400, true),
        (1_000, 1_400, false),
        (1, 0, false),
    ] {
        let mut played = Played::blitz();
        played.play(WHITE, "c3-d3").unwrap();
        played.play(BLACK, "f6-e6").unwrap();
        played.wait(60_000 + late_ms);
        let recorded = played.play_from_afar(WHITE, "d3-e3", on_its_way_ms).unwrap();
        assert_eq!(
            matches!(recorded, Recorded::Happened(_)),
            in_time,
            "{late_ms} ms late, {on_its_way_ms} ms on its way"
        );
        let winner = played.table.verdict().and_then(|verdict| verdict.winner);
        assert_eq!(winner, (!in_time).then_some(Side::Black), "the mover makes it or loses");
    }
}

#[test]
fn first_moves_and_slow_games_have_no_lag_credit() {
    let days = Correspondence::new(1).unwrap();
    for control in [TimeControl::Untimed, days.into()] {
        let mut played = Played::new(control, Takebacks::Agreed, Some(BLACK), None);
        for (by, path) in [(WHITE, "c3-d3"), (BLACK, "f6-e6"), (WHITE, "d3-e3")] {
            played.wait(4_000);
            played.play_from_afar(by, path, 900).unwrap();
            assert_eq!(played.table.plies().last().unwrap().lag_credit, Duration::ZERO);
        }
        assert_eq!(played.table.lag_quota(Side::White), Duration::ZERO);
    }
    let mut first = Played::blitz();
    first.wait(4_000);
    first.play_from_afar(WHITE, "c3-d3", 900).unwrap();
    assert_eq!(first.table.plies()[0].lag_credit, Duration::ZERO);
    assert_eq!(first.table.lag_quota(Side::White), Duration::from_millis(2_130));
}

#[test]
fn moves_with_days_have_their_alarm_on_the_same_path() {
    let day = 86_400_000;
    let one_day = || {
        let days = Correspondence::new(1).unwrap();
        Played::new(days.into(), Takebacks::Agreed, Some(BLACK), None)
    };
    let mut first = one_day();
    assert_eq!(next_alarm(&first.table), Some(GameTime::from_millis(day + 120)));
    first.wait(day + 119);
    assert_eq!(overdue(&first.table, &first.punch(None)), None);
    first.wait(1);
    assert_eq!(
        overdue(&first.table, &first.punch(None)),
        Some(Verdict::no_show(Side::White)),
        "a first move"
    );

    let mut later = one_day();
    for (by, path) in [(WHITE, "c3-d3"), (BLACK, "f6-e6")] {
        later.wait(day - 1);
        later.play(by, path).unwrap();
    }
    later.wait(day + 119);
    assert_eq!(overdue(&later.table, &later.punch(None)), None);
    later.wait(1);
    let lost = Some(Verdict::lost_by(Side::White, EndReason::Timeout));
    assert_eq!(overdue(&later.table, &later.punch(None)), lost);
}

#[test]
fn an_untimed_table_is_closed_when_nobody_has_touched_it_for_thirty_days() {
    let mut played = Played::untimed();
    played.wait(1_000);
    played.play(WHITE, "c3-d3").unwrap();
    let closed = GameTime::from_millis(1_000 + 30 * 86_400_000);
    assert_eq!(next_alarm(&played.table), Some(closed));
    played.now = closed;
    assert_eq!(overdue(&played.table, &played.punch(None)), Some(Verdict::ABORTED));
}

#[test]
fn an_alarm_ends_a_turn_only_after_its_grace() {
    let mut played = Played::blitz();
    played.play(WHITE, "c3-d3").unwrap();
    played.play(BLACK, "f6-e6").unwrap();
    assert_eq!(next_alarm(&played.table), Some(GameTime::from_millis(61_120)));
    played.wait(61_119);
    assert_eq!(overdue(&played.table, &played.punch(None)), None);
    played.wait(1);
    let lost = Some(Verdict::lost_by(Side::White, EndReason::Timeout));
    assert_eq!(overdue(&played.table, &played.punch(None)), lost);
    let stall_end = Some(GameTime::from_millis(60_000));
    assert_eq!(
        overdue(&played.table, &played.punch(stall_end)),
        None,
        "the platform stood still: two seconds more"
    );
}

#[test]
fn an_outage_gives_two_seconds_and_the_next_event_says_so() {
    let mut played = Played::blitz();
    played.play(WHITE, "c3-d3").unwrap();
    played.play(BLACK, "f6-e6").unwrap();
    played.wait(60_500);
    let stall_end = Some(GameTime::from_millis(60_000));
    let recorded = played
        .act_after_stall(WHITE, Action::OfferDraw { side: None }, stall_end)
        .unwrap();
    let Recorded::Happened(events) = recorded else {
        panic!("the flag has not fallen")
    };
    assert_eq!(events[0].outage_credit, Duration::from_secs(2));
    let left = |played: &Played| played.table.clocks_at_last_reading().unwrap().white;
    assert_eq!(left(&played), Duration::from_millis(1_500));
    played.wait(500);
    played.act_after_stall(WHITE, play("d3-e3"), stall_end).unwrap();
    assert_eq!(
        left(&played),
        Duration::from_millis(1_000 + 2_000),
        "credited once, and the increment"
    );
}

#[test]
fn a_takeback_gives_no_time_back() {
    let mut played = Played::blitz();
    played.play(WHITE, "c3-d3").unwrap();
    played.play(BLACK, "f6-e6").unwrap();
    played.wait(5_000);
    played.play(WHITE, "d3-e3").unwrap();
    played.wait(7_000);
    played.act(WHITE, Action::OfferTakeback { side: None }).unwrap();
    played.act(BLACK, Action::AcceptTakeback { side: None }).unwrap();
    let clocks = played.table.clocks_at_last_reading().unwrap();
    assert_eq!(
        (clocks.white, clocks.black),
        (Duration::from_secs(57), Duration::from_secs(53))
    );
    assert_eq!(played.table.running(), Some(Side::White));
}

#[test]
fn a_table_that_nobody_comes_to_is_closed_after_an_hour() {
    let real_time = RealTime::new(Duration::from_secs(60), Duration::ZERO).unwrap();
    let mut played = Played::new(real_time.into(), Takebacks::Agreed, None, None);
    let due = next_alarm(&played.table).unwrap();
    assert_eq!(due, GameTime::from_millis(3_600_000));
    played.now = due;
    assert_eq!(overdue(&played.table, &played.punch(None)), Some(Verdict::ABORTED));
}

#[test]
fn after_a_lost_tail_the_turn_that_is_on_starts_again() {
    let mut played = Played::blitz();
    played.play(WHITE, "c3-d3").unwrap();
    played.play(BLACK, "f6-e6").unwrap();
    let back_to = played.table.clone();
    played.wait(10_000);
    played.play(WHITE, "d3-e3").unwrap();
    let known = played.table.version();

    // The log loses White's move while Black thinks, and somebody finds out 40 s later.
    played.wait(40_000);
    let mut draw_id = || EventId(77);
    let mut stamp = Stamp {
        recorded_at_ms: 0,
        draw_id: &mut draw_id,
    };
    let told = tail_lost(known, played.now, &mut stamp);
    let mut found = back_to.clone();
    found.apply(&told).unwrap();
    assert_eq!(found.side_to_move(), Side::White);
    assert_eq!(found.turn(), back_to.turn());
    assert_eq!(found.tail_losses(), 1);
    let clocks = found.clocks_at_last_reading().unwrap();
    assert_eq!(
        clocks.white,
        Duration::from_secs(60),
        "White has the whole time of its turn again"
    );
    assert_eq!(found.due(), Some(played.now + Duration::from_secs(61)));
    assert_eq!(found.last_act(Side::Black), played.now, "and nobody was gone meanwhile");
}
