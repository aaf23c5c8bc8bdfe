//! Time of the calls that the table service makes for each move.
//!
//! ```sh
//! cargo bench -p corners-rules --bench game
//! ```
//!
//! *decide + apply* clones a game that stands at its 160th ply and plays a move on the clone: what a table does with a
//! cached fold. *fold* makes a game and replays 160 recorded plies. *list* writes all legal moves with their paths, from
//! the start position and from a lattice whose every second square can be jumped to in every direction.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench prints its figures and fails by panicking"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use corners_rules::{Game, Move, Path, Position, Variant};

const PLIES: usize = 160;
const MEASURED_FOR: Duration = Duration::from_millis(500);

fn main() {
    println!(
        "{:<14} {:>16} {:>16} {:>12} {:>12}",
        "variant", "decide + apply", "fold, 160 plies", "list", "list lattice"
    );
    for variant in Variant::all() {
        let game = wander(variant);
        let legal = game.position().legal_moves();
        let record = game.plies().to_vec();
        let lattice = lattice(variant);
        let mut turn = 0;
        let decide = time(|| {
            turn += 1;
            let Move { from, to } = legal[turn % legal.len()];
            let mut next = black_box(&game).clone();
            next.play(&[from, to]).map(|_| next)
        });
        let fold = time(|| fold(variant, black_box(&record)));
        let list = time(|| Position::start(black_box(variant)).legal_paths());
        let list_lattice = time(|| black_box(&lattice).legal_paths());
        println!(
            "{:<14} {:>13} ns {:>13} ns {:>9} ns {:>9} ns",
            variant.id(),
            decide.as_nanos(),
            fold.as_nanos(),
            list.as_nanos(),
            list_lattice.as_nanos(),
        );
    }
}

/// The median time of a call, each sample long enough for the clock.
fn time<Answer>(mut call: impl FnMut() -> Answer) -> Duration {
    const CALLS: u32 = 64;
    let mut samples = Vec::new();
    let begun = Instant::now();
    while begun.elapsed() < MEASURED_FOR {
        let started = Instant::now();
        for _ in 0..CALLS {
            black_box(call());
        }
        samples.push(started.elapsed() / CALLS);
    }
    samples.sort();
    samples[samples.len() / 2]
}

/// A game of 160 plies that picks its moves evenly; endings are not looked at.
fn wander(variant: &'static Variant) -> Game {
    let mut game = Game::new(variant);
    for ply in 0..PLIES {
        let paths = game.position().legal_paths();
        game.replay(&paths[(ply * 7919 + 13) % paths.len()]).unwrap();
    }
    game
}

fn fold(variant: &'static Variant, record: &[Path]) -> Game {
    let mut game = Game::new(variant);
    for path in record {
        game.replay(path).unwrap();
    }
    game
}

/// White on a1, every square with an odd file or rank number counted from zero occupied, the others empty.
fn lattice(variant: &'static Variant) -> Position {
    let square = |file: u8, rank: u8| match (file % 2, rank % 2) {
        (0, 0) if file + rank == 0 => 'w',
        (0, 0) => '1',
        _ => 'b',
    };
    let rows: Vec<String> = (0..variant.ranks())
        .rev()
        .map(|rank| (0..variant.files()).map(|file| square(file, rank)).collect())
        .collect();
    Position::parse(variant, &format!("{} w 1", rows.join("/"))).unwrap()
}
