//! Hazards 10 and 18 to 21 of the design, to the millisecond.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use corners_sim::{AUTHORITIES, CLOCKS, Fault, StoreState, Told, tell};

use crate::harness::Test;
use crate::stage::{BLACK, WHITE, begun, ending, exact, play, until, watch_to_the_end};

pub(crate) const TESTS: &[Test] = &[
    (
        "hazards::a_replica_that_vanishes_is_noticed_and_left_without_a_gap",
        a_replica_vanishes,
    ),
    (
        "hazards::a_move_at_the_deadline_is_made_or_lost_and_the_rival_never_loses_by_it",
        a_move_at_the_deadline,
    ),
    ("hazards::a_flag_falls_where_nobody_is_connected", nobody_is_connected),
    (
        "hazards::a_clock_that_rises_without_a_move_says_why_and_none_is_negative",
        a_clock_that_rises,
    ),
    (
        "hazards::no_restart_and_no_outage_costs_more_than_a_second",
        no_outage_costs_more_than_a_second,
    ),
    (
        "hazards::a_restart_with_a_second_left_loses_no_game",
        a_restart_with_a_second_left,
    ),
];

/// What a story finds out, and the test asks for.
type Found<T> = Arc<Mutex<Vec<T>>>;

/// Hazard 10. White watches through the replica that vanishes, Black plays through the other.
fn a_replica_vanishes() {
    const GONE: u64 = 3_000;
    let found = Found::default();
    let finds = Arc::clone(&found);
    let told = tell(
        vec![(GONE, 120_000, Fault::Vanished(AUTHORITIES[0]))],
        async move |world| {
            let (white, black) = (world.session(WHITE, 0).unwrap(), world.session(BLACK, 1).unwrap());
            let (table, _) = begun(&white, &black, 600_000).await;
            let mut watching = world.watch(&white, "White", &table);
            let seen = watching.next().await.unwrap().version.unwrap().number;
            until(&world, GONE + 100).await;
            // White's own connection is dead: another of its devices moves.
            let elsewhere = world.session(WHITE, 1).unwrap();
            play(&elsewhere, &table, "d3-e3").await.unwrap();
            play(&black, &table, "e6-d6").await.unwrap();
            let numbers = [watching.next().await.unwrap(), watching.next().await.unwrap()]
                .map(|state| state.version.unwrap().number);
            assert_eq!(numbers, [seen + 1, seen + 2]);
            finds.lock().unwrap().push(world.now_ms());
        },
    );
    assert_eq!(told.problems, Vec::<String>::new());
    let noticed = found.lock().unwrap()[0] - GONE;
    println!("  the watcher had gone on {noticed} ms after its replica vanished");
    assert!(noticed <= 2 * 10_000, "more than two keepalives");
}

/// Hazard 18. White's moves arrive around the deadline, each at a table of its own.
fn a_move_at_the_deadline() {
    let found = Found::default();
    let finds = Arc::clone(&found);
    let told = tell(Vec::new(), async move |world| {
        let (white, black) = (world.session(WHITE, 0).unwrap(), world.session(BLACK, 1).unwrap());
        for before in 0..16 {
            let (table, state) = begun(&white, &black, 1_000).await;
            let watching = watch_to_the_end(&world, &black, "Black", &table);
            let clocks = state.clocks.unwrap();
            let deadline = clocks.game_time_ms + clocks.white_ms;
            // Nothing is broken: game time is the time of the story.
            until(&world, deadline - before).await;
            let made = play(&white, &table, "d3-e3").await.is_ok();
            if made {
                play(&black, &table, "e6-d6").await.unwrap();
            }
            watching.await.unwrap();
            finds.lock().unwrap().push((table, deadline, made));
        }
    });
    assert_eq!(told.problems, Vec::<String>::new());
    let mut readings = Vec::new();
    for (table, deadline, made) in found.lock().unwrap().iter() {
        // White's move is version 5, or the end that its lateness is.
        let shown = &exact(&told, table).shown[&5];
        let reading = if *made {
            deadline - shown.left_ms.unwrap()[0]
        } else {
            shown.game_time_ms.unwrap()
        };
        readings.push(i64::try_from(reading).unwrap() - i64::try_from(*deadline).unwrap());
        assert_eq!(*made, reading < *deadline, "read at {reading} ms, due at {deadline} ms");
        // Whoever has moved in time loses later, by not moving again; whoever has not loses now. Black never does.
        assert_eq!(ending(&told, table), Some("END_REASON_TIMEOUT"));
        let loser = exact(&told, table)
            .shown
            .values()
            .rev()
            .nth(1)
            .and_then(|shown| shown.running);
        assert_eq!(format!("{loser:?}"), "Some(White)");
    }
    println!("  moves were read so many ms after their deadlines: {readings:?}");
    assert!(
        [-1, 0, 1].iter().all(|around| readings.contains(around)),
        "{readings:?}"
    );
}

/// Hazard 19. Twenty tables whose players have left.
fn nobody_is_connected() {
    let found = Found::default();
    let finds = Arc::clone(&found);
    let told = tell(Vec::new(), async move |world| {
        let (white, black) = (world.session(WHITE, 0).unwrap(), world.session(BLACK, 1).unwrap());
        for place in 0..20 {
            let (table, state) = begun(&white, &black, 1_000 + 37 * place).await;
            finds
                .lock()
                .unwrap()
                .push((table, state.clocks.unwrap().due_ms.unwrap()));
        }
        drop((white, black));
        until(&world, 20_000).await;
    });
    let mut latest = 0;
    for (table, due) in found.lock().unwrap().iter() {
        assert_eq!(ending(&told, table), Some("END_REASON_TIMEOUT"));
        let fell = flag_fell(&told, table);
        assert!(
            (*due..=due + 250).contains(&fell),
            "due at {due} ms, in the log at {fell} ms"
        );
        latest = latest.max(fell - due);
    }
    println!("  20 flags, the latest {latest} ms after its deadline");
}

/// When the end of a table was stored, in milliseconds of the story.
fn flag_fell(told: &Told, table: &str) -> u64 {
    let last = exact(told, table).committed.last_key_value().unwrap();
    u64::try_from(last.1.as_millis()).unwrap()
}

/// Hazard 20. An outage in the middle of White's turn, of which it has little left.
fn a_clock_that_rises() {
    let found = Found::default();
    let finds = Arc::clone(&found);
    let told = tell(
        vec![(1_000, 6_000, Fault::StoreAway(StoreState::Down))],
        async move |world| {
            let (white, black) = (world.session(WHITE, 0).unwrap(), world.session(BLACK, 1).unwrap());
            let (table, _) = begun(&white, &black, 1_500).await;
            let watching = watch_to_the_end(&world, &black, "Black", &table);
            until(&world, 6_800).await;
            play(&white, &table, "d3-e3").await.unwrap();
            watching.await.unwrap();
            finds.lock().unwrap().push(table);
        },
    );
    let table = found.lock().unwrap()[0].clone();
    let moved = &exact(&told, &table).shown[&5];
    let (_, credit_ms) = moved.outage_credit.expect("a reason for the time that White has now");
    println!(
        "  White was given {credit_ms} ms for an outage of 5 s, and has {:?}",
        moved.left_ms
    );
    assert!(credit_ms > 0 && moved.left_ms.unwrap()[0] > 0);
    // The invariants compare every two events: what is not explained by the two clocks, moves and credits is a violation.
    let broken: Vec<_> = told.history.violations().iter().map(ToString::to_string).collect();
    let of_clocks: Vec<_> = broken.iter().filter(|what| what.contains("can be explained")).collect();
    assert!(of_clocks.is_empty(), "{of_clocks:?}");
}

/// Everything that can be away, for ten seconds in the middle of White's turn.
fn outages() -> Vec<(&'static str, Vec<Fault>)> {
    let everybody: Vec<_> = AUTHORITIES.into_iter().chain(CLOCKS).collect();
    vec![
        ("all authorities killed", vec![Fault::Killed(AUTHORITIES.to_vec())]),
        ("all clocks killed", vec![Fault::Killed(CLOCKS.to_vec())]),
        ("everything killed", vec![Fault::Killed(everybody.clone())]),
        ("the store down", vec![Fault::StoreAway(StoreState::Down)]),
        ("the store paused", vec![Fault::StoreAway(StoreState::Paused)]),
        (
            "the store paused and everything killed",
            vec![Fault::StoreAway(StoreState::Paused), Fault::Killed(everybody)],
        ),
    ]
}

/// Hazard 21. What an outage takes off the clock that runs.
fn no_outage_costs_more_than_a_second() {
    const AWAY: u64 = 10_000;
    for (what, faults) in outages() {
        let found = Found::default();
        let finds = Arc::clone(&found);
        let faults = faults.into_iter().map(|fault| (2_000, 2_000 + AWAY, fault)).collect();
        let told = tell(faults, async move |world| {
            let (white, black) = (world.session(WHITE, 0).unwrap(), world.session(BLACK, 1).unwrap());
            let (table, state) = begun(&white, &black, 60_000).await;
            let began = state.clocks.unwrap().game_time_ms;
            until(&world, 2_000 + AWAY + 3_000).await;
            let moved = play(&white, &table, "d3-e3").await.unwrap();
            finds
                .lock()
                .unwrap()
                .push((began, world.now_ms(), moved.state.unwrap().clocks.unwrap().white_ms));
        });
        assert_eq!(told.problems, Vec::<String>::new());
        let (began, now, left) = found.lock().unwrap()[0];
        let (charged, up) = (60_000 - left, now - began - AWAY);
        println!(
            "  {what} for {AWAY} ms: {} ms off White's clock",
            i128::from(charged) - i128::from(up)
        );
        assert!(charged <= up + 1_000, "{what}: {charged} ms were charged for {up} ms");
    }
    for step_ms in [3_600_000, -3_600_000] {
        let found = Found::default();
        let finds = Arc::clone(&found);
        let _ = tell(vec![(2_000, 2_000, Fault::ClockSet(step_ms))], async move |world| {
            let (white, black) = (world.session(WHITE, 0).unwrap(), world.session(BLACK, 1).unwrap());
            let (table, state) = begun(&white, &black, 60_000).await;
            let began = state.clocks.unwrap().game_time_ms;
            until(&world, 5_000).await;
            let moved = play(&white, &table, "d3-e3").await.unwrap();
            finds
                .lock()
                .unwrap()
                .push((began, world.now_ms(), moved.state.unwrap().clocks.unwrap().white_ms));
        });
        let (began, now, left) = found.lock().unwrap()[0];
        let (charged, up) = (60_000 - left, now - began);
        println!(
            "  the store's clock set by {step_ms} ms: {} ms off White's clock",
            i128::from(charged) - i128::from(up)
        );
        assert!(
            charged <= up + 1_000,
            "{step_ms}: {charged} ms were charged for {up} ms"
        );
    }
}

/// Hazard 21. White has a second left when everything goes away, and moves as soon as its client gets through.
fn a_restart_with_a_second_left() {
    for (what, faults) in outages() {
        let found = Found::default();
        let finds = Arc::clone(&found);
        let faults = faults.into_iter().map(|fault| (1_500, 6_000, fault)).collect();
        let told = tell(faults, async move |world| {
            let (white, black) = (world.session(WHITE, 0).unwrap(), world.session(BLACK, 1).unwrap());
            let (table, _) = begun(&white, &black, 2_400).await;
            // In the middle of the outage.
            until(&world, 3_000).await;
            let played = play(&white, &table, "d3-e3").await.map(|_| world.now_ms());
            finds.lock().unwrap().push(played);
        });
        assert_eq!(told.problems, Vec::<String>::new());
        let played = found.lock().unwrap()[0].clone();
        let played = played.unwrap_or_else(|error| panic!("{what}: White has lost its turn: {error}"));
        assert!(played + 1 > 6_000 && Duration::from_millis(played - 6_000) < Duration::from_secs(2));
        println!("  {what}: White's move was in {} ms after the outage", played - 6_000);
    }
}
