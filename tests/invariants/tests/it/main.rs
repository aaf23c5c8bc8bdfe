//! The judge of simulations is judged: what is as it should be breaks nothing, and each broken promise is noticed.

use std::time::Duration;

use corners_test_invariants::{
    Color, Exact, ExactTable, History, Intent, Logged, Shown, Sighting, Stretch, TableHistory, What,
};

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// White's turn from 1000 ms on, with 2000 ms left and 500 ms of grace for what may be on its way.
fn turn() -> Shown {
    Shown {
        turn: 4,
        moved: Some(Color::Black),
        is_takeback: false,
        game_time_ms: Some(1_000),
        left_ms: Some([2_000, 3_000]),
        running: Some(Color::White),
        due_ms: Some(3_500),
        outage_credit: None,
        lag_credit_ms: 0,
    }
}

/// White's flag, read at a moment of game time.
fn flag(at: u64) -> Shown {
    Shown {
        moved: None,
        game_time_ms: Some(at),
        left_ms: Some([0, 3_000]),
        running: None,
        due_ms: None,
        ..turn()
    }
}

/// A game that White lost by time at 3520 ms, having slept; nothing was broken.
fn slept() -> History {
    let intent = Intent {
        turn: 4,
        side: Some(Color::White),
        at: "near",
        seen: ms(1_005),
        acts: None,
    };
    let exact = ExactTable {
        committed: [(7, ms(1_002)), (8, ms(3_530))].into(),
        shown: [(7, turn()), (8, flag(3_520))].into(),
        intents: vec![intent],
        end: Some((8, "END_REASON_TIMEOUT".to_owned())),
        ..Default::default()
    };
    let log = (2..=8).map(|number| Logged {
        sighting: Sighting {
            number,
            event_id: format!("{number}"),
        },
        what: if number == 8 {
            What::End("END_REASON_TIMEOUT".to_owned())
        } else {
            What::Other
        },
    });
    let table = TableHistory {
        log: log.collect(),
        exact: Some(exact),
        ..Default::default()
    };
    History {
        tables: [("table".to_owned(), table)].into(),
        exact: Exact {
            game_time_ms: (0..6_000).collect(),
            ..Default::default()
        },
        ..Default::default()
    }
}

fn broken_by(change: impl Fn(&mut ExactTable, &mut Exact)) -> Vec<String> {
    let mut history = slept();
    for table in history.tables.values_mut().filter_map(|table| table.exact.as_mut()) {
        change(table, &mut history.exact);
    }
    history.violations().iter().map(ToString::to_string).collect()
}

fn assert_noticed(broken: &[String], what: &str) {
    assert!(
        broken.iter().any(|broken| broken.contains(what)),
        "{what:?} is not among {broken:?}"
    );
}

#[test]
fn who_sleeps_loses_and_nothing_is_broken() {
    assert_eq!(broken_by(|_, _| {}), Vec::<String>::new());
}

#[test]
fn an_early_flag_is_noticed() {
    let broken = broken_by(|table, _| {
        table.shown.insert(8, flag(3_499));
    });
    assert_noticed(&broken, "before 3500 ms");
}

#[test]
fn a_late_flag_is_noticed_unless_something_was_broken() {
    let late = |table: &mut ExactTable| {
        table.shown.insert(8, flag(3_740));
        table.committed.insert(8, ms(3_751));
    };
    assert_noticed(&broken_by(|table, _| late(table)), "when nothing was broken");
    let broken = broken_by(|table, exact| {
        late(table);
        exact.disturbances.push(Stretch {
            from: ms(3_000),
            to: ms(3_600),
        });
    });
    assert_eq!(broken, Vec::<String>::new());
}

#[test]
fn a_player_that_had_moved_in_time_and_lost_is_noticed_unless_it_was_cut_off() {
    let acted = |table: &mut ExactTable| table.intents[0].acts = Some(ms(2_500));
    assert_noticed(&broken_by(|table, _| acted(table)), "lost by time turn 4");
    let broken = broken_by(|table, exact| {
        acted(table);
        exact.troubles.push((
            "near",
            Stretch {
                from: ms(2_000),
                to: ms(2_600),
            },
        ));
    });
    assert_eq!(broken, Vec::<String>::new());
}

#[test]
fn a_loss_too_soon_after_an_outage_is_noticed() {
    let broken = broken_by(|_, exact| {
        exact.outages.push(Stretch {
            from: ms(1_200),
            to: ms(2_200),
        });
        exact.disturbances.push(Stretch {
            from: ms(1_200),
            to: ms(6_000),
        });
    });
    assert_noticed(&broken, "too soon after the outage");
}

#[test]
fn an_outage_that_costs_more_than_a_second_is_noticed() {
    let broken = broken_by(|_, exact| {
        exact.outages.push(Stretch {
            from: ms(100),
            to: ms(2_000),
        });
        exact.disturbances.push(Stretch {
            from: ms(100),
            to: ms(6_000),
        });
    });
    assert_noticed(&broken, "game time: it went from 100");
}

#[test]
fn game_time_that_stands_still_or_runs_ahead_is_noticed() {
    let stood_still = broken_by(|_, exact| exact.game_time_ms[4_500..].iter_mut().for_each(|at| *at -= 10));
    assert_noticed(&stood_still, "can be explained");
    let ran_ahead = broken_by(|_, exact| exact.game_time_ms[4_500..].iter_mut().for_each(|at| *at += 10));
    assert_noticed(&ran_ahead, "can be explained");
}

#[test]
fn a_clock_that_rises_needs_a_reason() {
    let offered = |left: u64, credit: Option<(Color, u64)>| Shown {
        moved: None,
        game_time_ms: Some(1_400),
        left_ms: Some([left, 3_000]),
        due_ms: Some(4_200),
        outage_credit: credit,
        ..turn()
    };
    let broken = |shown: &Shown| {
        broken_by(|table, _| {
            table.shown = [(6, turn()), (7, shown.clone())].into();
            table.committed.insert(7, ms(1_402));
            table.end = None;
        })
    };
    assert_eq!(broken(&offered(1_600, None)), Vec::<String>::new());
    assert_noticed(&broken(&offered(2_300, None)), "can be explained");
    assert_eq!(broken(&offered(2_300, Some((Color::White, 700)))), Vec::<String>::new());
    assert_noticed(
        &broken(&offered(2_300, Some((Color::Black, 700)))),
        "a clock that did not run",
    );
}
