use std::time::Duration;

use corners_clockwork::{BEAT_REACH, Beat, GameTime, Reading, STALL_AFTER, whole_millis};
use proptest::prelude::*;

const REACH_MS: u64 = 1_000;

fn game(millis: u64) -> GameTime {
    GameTime::from_millis(millis)
}

fn beat(own_ms: u64, game_ms: u64) -> Beat {
    Beat {
        own_ms,
        came_ms: own_ms,
        game: game(game_ms),
        stall_end: None,
    }
}

fn came(came_ms: u64, beat: Beat) -> Beat {
    Beat { came_ms, ..beat }
}

#[test]
fn game_time_starts_at_zero_and_follows_the_own_time_for_a_second() {
    let first = Beat::first(70_000);
    let readings: Vec<_> = [70_000, 70_001, 70_999, 71_000, 71_001, 3_600_000, u64::MAX]
        .map(|own| first.reading(own).millis())
        .into();
    assert_eq!(readings, [0, 1, 999, REACH_MS, REACH_MS, REACH_MS, REACH_MS]);
}

#[test]
fn an_own_clock_set_back_reads_the_last_beat() {
    for own_now in [69_999, 1, 0] {
        assert_eq!(beat(70_000, 500).reading(own_now), game(500));
        assert_eq!(beat(70_000, 500).after_probe(own_now, own_now), beat(own_now, 500));
    }
}

#[test]
fn a_beat_in_time_marks_nothing_and_one_too_late_marks_a_stall() {
    assert_eq!(beat(70_000, 500).after_probe(70_200, 70_200), beat(70_200, 700));
    assert_eq!(beat(70_000, 500).after_probe(70_450, 70_450), beat(70_450, 950));
    let late = Beat {
        stall_end: Some(game(951)),
        ..beat(70_451, 951)
    };
    assert_eq!(beat(70_000, 500).after_probe(70_451, 70_451), late);
    assert_eq!(
        late.after_probe(70_651, 70_651),
        Beat {
            stall_end: Some(game(951)),
            ..beat(70_651, 1_151)
        }
    );
}

#[test]
fn while_no_beat_comes_the_stall_ends_at_every_present_moment() {
    let look = |own| {
        let Reading { game, stall_end } = beat(70_000, 500).look(own);
        (game.millis(), stall_end.map(GameTime::millis))
    };
    assert_eq!(look(70_450), (950, None));
    assert_eq!(look(70_451), (951, Some(951)));
    assert_eq!(look(71_000), (1_500, Some(1_500)));
    assert_eq!(look(99_000), (1_500, Some(1_500)));
}

#[test]
fn a_probe_overtaken_by_a_later_one_adds_no_time() {
    let later = beat(70_000, 500).after_probe(70_150, 70_160);
    assert_eq!(later, came(70_160, beat(70_150, 650)));
    assert_eq!(later.after_probe(70_100, 70_170), came(70_170, later));
    assert_eq!(later.after_probe(70_150, 70_170), came(70_170, later));
}

#[test]
fn a_probe_that_comes_too_late_keeps_the_stall_that_was_seen_however_early_it_began() {
    let before = beat(70_000, 500);
    assert_eq!(before.look(70_451).stall_end, Some(game(951)));
    for began in [70_450, 69_900] {
        let stalled = Beat {
            stall_end: Some(game(951)),
            ..beat(70_451, 951)
        };
        assert_eq!(before.after_probe(began, 70_451), stalled);
    }
}

#[test]
fn an_outage_that_holds_probes_up_counts_once() {
    // The authorities stand still from 70 000 to 71 900; the probes find the store in the middle of it.
    let first = beat(70_000, 500).after_probe(70_900, 71_900);
    let second = first.after_probe(71_400, 71_900);
    for after in [first, second] {
        assert_eq!(after.look(71_900).game, game(500 + REACH_MS));
        assert_eq!(after.stall_end, Some(game(500 + REACH_MS)));
    }
}

#[test]
fn a_platform_that_is_slow_does_not_stand_still() {
    let mut beat = beat(70_000, 0);
    for now in (70_200..90_000).step_by(200) {
        beat = beat.after_probe(now - 750, now);
        assert_eq!(beat.stall_end, None);
    }
    assert_eq!(beat.reading(89_800), game(19_800));
}

#[test]
fn a_probe_carries_on_after_the_own_clock_was_set_back() {
    let stepped = beat(70_000, 500).after_probe(10_000, 10_010);
    assert_eq!(stepped, beat(10_010, 500));
    assert_eq!(stepped.after_probe(10_200, 10_210), came(10_210, beat(10_200, 690)));
    let stepped_during_the_probe = beat(70_000, 500).after_probe(70_200, 10_000);
    assert_eq!(stepped_during_the_probe, beat(10_000, 500));
}

#[test]
fn starting_again_costs_what_it_took_and_a_second_at_most() {
    let look = |beat: Beat, own| {
        let Reading { game, stall_end } = beat.look(own);
        (game.millis(), stall_end.map(GameTime::millis))
    };
    let before = beat(70_000, 500);
    assert_eq!(look(before.resumed(70_300), 70_300), (800, Some(800)));
    assert_eq!(look(before.resumed(70_300), 70_400), (900, Some(800)));
    assert_eq!(look(before.resumed(90_000), 90_000), (1_500, Some(1_500)));
    assert_eq!(
        look(before.resumed(10), 10),
        (1_500, Some(1_500)),
        "its clock was set back"
    );
    let again = before.resumed(70_300).resumed(70_350);
    assert_eq!(look(again, 70_350), (850, Some(850)));
    assert_eq!(again.after_probe(70_360, 70_370).game, game(860));
}

/// What may happen between two looks at the clock.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// The own clock runs on, with a probe that began so long ago or none.
    Run { elapsed_ms: u64, probe_ago_ms: Option<u64> },
    /// The whole platform is started again.
    Restart,
    /// The own clock is set.
    SetClock { own_ms: u64 },
}

fn run() -> impl Strategy<Value = Step> {
    let elapsed_ms = prop_oneof![6 => 0..400_u64, 2 => 0..3_000_u64, 1 => any::<u32>().prop_map(u64::from)];
    (elapsed_ms, prop::option::of(0..1_500_u64)).prop_map(|(elapsed_ms, probe_ago_ms)| Step::Run {
        elapsed_ms,
        probe_ago_ms,
    })
}

fn steady_steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(prop_oneof![9 => run(), 1 => Just(Step::Restart)], 1..80)
}

fn any_steps() -> impl Strategy<Value = Vec<Step>> {
    let set_clock = prop_oneof![any::<u64>(), 0..200_000_u64].prop_map(|own_ms| Step::SetClock { own_ms });
    prop::collection::vec(prop_oneof![9 => run(), 1 => Just(Step::Restart), 1 => set_clock], 1..80)
}

fn take(step: Step, beat: &mut Beat, own_ms: &mut u64) {
    match step {
        Step::Run {
            elapsed_ms,
            probe_ago_ms,
        } => {
            *own_ms = own_ms.saturating_add(elapsed_ms);
            if let Some(ago) = probe_ago_ms {
                *beat = beat.after_probe(own_ms.saturating_sub(ago), *own_ms);
            }
        }
        Step::Restart => *beat = beat.resumed(*own_ms),
        Step::SetClock { own_ms: set } => *own_ms = set,
    }
}

proptest! {
    #[test]
    fn a_beat_after_a_stall_moves_no_reading_of_its_own_moment(
        own in 0..10_000_u64, came in 0..10_000_u64, began in 0..10_000_u64, now in 0..10_000_u64,
        stalled in prop::option::of(0..1_000_u64),
    ) {
        let stall_end = stalled.map(|ahead_ms| game(5_000 + ahead_ms));
        let beat = Beat { own_ms: own, came_ms: came, game: game(5_000), stall_end };
        let after = beat.after_probe(began, now);
        prop_assert!(after.game >= beat.game && after.own_ms <= now);
        if beat.is_overdue(now) || now < own {
            prop_assert_eq!(after.look(now), beat.look(now));
        }
    }

    #[test]
    fn no_reading_goes_back_while_the_own_clock_does_not(start in 0..100_000_u64, steps in steady_steps()) {
        let (mut own_ms, mut beat) = (start, Beat::first(start));
        let mut last = beat.look(own_ms);
        for step in steps {
            take(step, &mut beat, &mut own_ms);
            let now = beat.look(own_ms);
            prop_assert!(now.game >= last.game, "{:?} after {:?}", now, last);
            prop_assert!(now.stall_end >= last.stall_end);
            prop_assert!(now.stall_end <= Some(now.game));
            last = now;
        }
    }

    #[test]
    fn game_time_is_never_ahead_of_the_time_that_passed_by_more_than_a_restart(
        start in 0..100_000_u64, steps in steady_steps(),
    ) {
        let (mut own_ms, mut beat) = (start, Beat::first(start));
        for step in steps {
            take(step, &mut beat, &mut own_ms);
            prop_assert!(beat.game.millis() <= own_ms - start, "beats of several replicas count no time twice");
            prop_assert!(beat.reading(own_ms) <= game(own_ms - start) + BEAT_REACH);
        }
    }

    #[test]
    fn whatever_the_clock_is_set_to_no_step_moves_game_time_by_more_than_a_second(
        start: u64, steps in any_steps(),
    ) {
        let (mut own_ms, mut beat) = (start, Beat::first(start));
        for step in steps {
            let before = beat;
            take(step, &mut beat, &mut own_ms);
            prop_assert!(beat.game >= before.game);
            prop_assert!(beat.game - before.game <= BEAT_REACH);
            prop_assert!(beat.reading(own_ms) <= beat.game + BEAT_REACH);
            prop_assert!(beat.stall_end >= before.stall_end);
            prop_assert!(beat.stall_end <= Some(beat.game + BEAT_REACH));
        }
    }

    #[test]
    fn a_beat_does_not_move_the_reading_of_its_own_moment(own in 0..1_000_000_u64, now in 0..2_000_000_u64) {
        let beat = Beat { stall_end: Some(game(5_300)), ..beat(own, 5_000) };
        prop_assert_eq!(beat.after_probe(now, now).look(now), beat.look(now));
    }

    #[test]
    fn no_time_is_lost_that_a_stall_does_not_mark(elapsed_ms in 0..5_000_u64) {
        let now = 70_000 + elapsed_ms;
        let moved = beat(70_000, 500).after_probe(now, now);
        let lost = Duration::from_millis(elapsed_ms) - (moved.game - game(500));
        prop_assert_eq!(lost, Duration::from_millis(elapsed_ms).saturating_sub(BEAT_REACH));
        prop_assert_eq!(moved.stall_end.is_some(), elapsed_ms > whole_millis(STALL_AFTER));
    }
}
