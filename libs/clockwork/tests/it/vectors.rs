//! The clock vectors: whole turns of one side, move by move, in `vectors/clocks.jsonl`.

use std::time::Duration;

use corners_clockwork::{GameTime, LagQuota, RealTime, TimeControl, Transit, Turn, punch, whole_millis};
use serde::Deserialize;

const VECTORS: &str = include_str!("../../vectors/clocks.jsonl");

/// One side of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Side {
    name: String,
    reserve_ms: u64,
    increment_ms: u64,
    /// What its clock shows when the first of these turns starts; the reserve if nothing is said.
    clock_ms: Option<u64>,
    moves: Vec<Move>,
}

/// A move on a running clock, in milliseconds from the start of its turn, and the verdict on it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    elapsed_ms: u64,
    think_ms: Option<u64>,
    round_trip_ms: Option<u64>,
    stall_end_ms: Option<u64>,
    due_ms: u64,
    outage_credit_ms: u64,
    lag_credit_ms: u64,
    expired: bool,
    left_ms: u64,
    quota_ms: u64,
}

#[test]
fn every_vector_holds() {
    let mut moves = 0;
    for line in VECTORS.lines() {
        let side: Side = serde_json::from_str(line).unwrap();
        moves += side.moves.len();
        check(&side);
    }
    assert!(moves > 60, "only {moves} moves");
}

fn check(side: &Side) {
    let ms = Duration::from_millis;
    let control = TimeControl::from(RealTime::new(ms(side.reserve_ms), ms(side.increment_ms)).unwrap());
    let mut clock = ms(side.clock_ms.unwrap_or(side.reserve_ms));
    let mut quota = LagQuota::at_start(&control);
    let started = GameTime::from_millis(7_000_000);
    for (number, made) in (1..).zip(&side.moves) {
        let turn = Turn {
            started,
            limit: control.turn_limit(clock, true, quota.left()),
        };
        let transit = made
            .think_ms
            .zip(made.round_trip_ms)
            .map(|(think, round_trip)| Transit {
                think_time: ms(think),
                round_trip: ms(round_trip),
            });
        let stall_end = made.stall_end_ms.map(|into| started + ms(into));
        let verdict = punch(&turn, started + ms(made.elapsed_ms), stall_end, transit);
        clock = verdict.remaining_after.unwrap();
        quota = quota.after_move(verdict.lag_credit);
        let got = [
            whole_millis(verdict.due.unwrap() - started),
            whole_millis(verdict.outage_credit),
            whole_millis(verdict.lag_credit),
            u64::from(verdict.expired),
            whole_millis(clock),
            whole_millis(quota.left()),
        ];
        let expected = [
            made.due_ms,
            made.outage_credit_ms,
            made.lag_credit_ms,
            u64::from(made.expired),
            made.left_ms,
            made.quota_ms,
        ];
        assert_eq!(
            got, expected,
            "{}, move {number}: due, credits, expired, left, quota",
            side.name
        );
    }
}
