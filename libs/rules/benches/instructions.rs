//! Instructions instead of time: the same on a busy machine, so that a change of a few in a hundred shows.
//!
//! It needs valgrind and the runner of gungraun, and is therefore started by name only:
//!
//! ```sh
//! cargo install gungraun-runner --version 0.20.0 --locked
//! cargo bench -p corners-rules --bench instructions
//! ```
//!
//! Each run compares with the last one.

#![allow(
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    reason = "the macros of gungraun make such items"
)]
#![allow(clippy::unwrap_used, reason = "a bench fails by panicking")]

use std::hint::black_box;

use corners_rules::{Game, Path, Position, Variant, perft};
use gungraun::{library_benchmark, library_benchmark_group, main};

fn start(id: &str) -> Position {
    Position::start(Variant::find(id).unwrap())
}

fn wander(id: &str) -> Game {
    let mut game = Game::new(Variant::find(id).unwrap());
    for ply in 0..160 {
        let paths = game.position().legal_paths();
        game.replay(&paths[(ply * 7919 + 13) % paths.len()]).unwrap();
    }
    game
}

fn next_move(id: &str) -> (Game, Path) {
    let game = wander(id);
    let path = *game.position().legal_paths().last().unwrap();
    (game, path)
}

fn record(id: &str) -> (&'static Variant, Vec<Path>) {
    (Variant::find(id).unwrap(), wander(id).plies().to_vec())
}

#[library_benchmark]
#[bench::diagonal_3x3(args = ("diagonal-3x3"), setup = start)]
#[bench::classic_3x4(args = ("classic-3x4"), setup = start)]
fn perft_to_depth_three(position: Position) -> u64 {
    black_box(perft(black_box(&position), 3))
}

#[library_benchmark]
#[bench::halma(args = ("halma-16x16"), setup = start)]
fn perft_to_depth_two(position: Position) -> u64 {
    black_box(perft(black_box(&position), 2))
}

#[library_benchmark]
#[bench::classic_3x3(args = ("classic-3x3"), setup = next_move)]
#[bench::halma(args = ("halma-16x16"), setup = next_move)]
fn decide_and_apply((game, path): (Game, Path)) -> (Game, Game) {
    let mut next = black_box(&game).clone();
    next.play(&path).unwrap();
    (game, next)
}

#[library_benchmark]
#[bench::classic_3x3(args = ("classic-3x3"), setup = record)]
#[bench::halma(args = ("halma-16x16"), setup = record)]
fn fold_160_plies((variant, record): (&'static Variant, Vec<Path>)) -> (Game, Vec<Path>) {
    let mut game = Game::new(variant);
    for path in &record {
        game.replay(path).unwrap();
    }
    (game, record)
}

library_benchmark_group!(
    name = rules,
    benchmarks = [
        perft_to_depth_three,
        perft_to_depth_two,
        decide_and_apply,
        fold_160_plies
    ]
);
main!(library_benchmark_groups = rules);
