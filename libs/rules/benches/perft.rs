//! Leaves of the game tree per second, one thread, counted in bulk at the last ply.
//!
//! ```sh
//! cargo bench -p corners-rules --bench perft
//! ```
//!
//! Each variant is counted from its start position, checked against the vectors, and timed several times; the table
//! shows the best and the median. The ceiling is measured in the same run: it does for each node nothing but what every
//! bulk counter has to do for the steps, a shift and a population count for each word and direction, without guards,
//! moves made, jumps followed or enclosing looked at. The last column is the best rate in hundredths of it.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench prints its figures and fails by panicking"
)]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use corners_rules::{Position, Variant, perft};

const VECTORS: &str = include_str!("../tests/vectors/perft.json");

/// Each variant is timed at least this long, and at least three times.
const MEASURED_FOR: Duration = Duration::from_secs(2);

fn main() {
    let counts: BTreeMap<String, BTreeMap<u32, u64>> = serde_json::from_str(VECTORS).unwrap();
    println!(
        "{:<14} {:>5} {:>12} {:>8} {:>8} {:>8}",
        "M leaves/s", "depth", "leaves", "best", "median", "ceiling"
    );
    for variant in Variant::all() {
        let depths = counts.get(variant.id()).unwrap();
        let (depth, leaves) = depths.last_key_value().unwrap();
        let nodes = depths.get(&(depth - 1)).unwrap();
        let start = Position::start(variant);
        let times = times(|| {
            assert_eq!(perft(black_box(&start), *depth), *leaves, "{variant} at depth {depth}");
        });
        let rate = |time: Duration| *leaves as f64 / time.as_secs_f64() / 1e6;
        let (best, median) = (rate(times[0]), rate(times[times.len() / 2]));
        let ceiling = rate(ceiling(variant, *nodes));
        let share = 100.0 * best / ceiling;
        println!(
            "{:<14} {depth:>5} {leaves:>12} {best:>8.1} {median:>8.1} {ceiling:>8.1} {share:>5.1} %",
            variant.id()
        );
    }
}

/// How long a call takes, shortest first.
fn times(mut call: impl FnMut()) -> Vec<Duration> {
    let mut times = Vec::new();
    let begun = Instant::now();
    while times.len() < 3 || begun.elapsed() < MEASURED_FOR {
        let started = Instant::now();
        call();
        times.push(started.elapsed());
    }
    times.sort();
    times
}

/// The time for the steps alone of so many nodes.
fn ceiling(variant: &Variant, nodes: u64) -> Duration {
    let words = usize::from(variant.files()) * usize::from(variant.ranks()) / 64;
    match (words, variant.directions().count()) {
        (1, 4) => steps_alone::<1, 4>(nodes),
        (1, 8) => steps_alone::<1, 8>(nodes),
        (4, 8) => steps_alone::<4, 8>(nodes),
        other => unreachable!("no ceiling for {other:?} words and directions"),
    }
}

fn steps_alone<const WORDS: usize, const DIRECTIONS: usize>(nodes: u64) -> Duration {
    // Long enough to be timed, whatever the number of nodes.
    let rounds = nodes.max(1 << 20);
    let own = black_box([0x0000_0007_0707_0000_u64; WORDS]);
    let empty = black_box([0x7F3E_1FF8_F8F8_FFF7_u64; WORDS]);
    let mut times = [Duration::MAX; 25];
    for time in &mut times {
        let started = Instant::now();
        black_box(count_steps_alone::<WORDS, DIRECTIONS>(rounds, own, empty));
        *time = started.elapsed();
    }
    times.iter().min().unwrap().mul_f64(nodes as f64 / rounds as f64)
}

fn count_steps_alone<const WORDS: usize, const DIRECTIONS: usize>(
    rounds: u64,
    own: [u64; WORDS],
    empty: [u64; WORDS],
) -> u32 {
    let mut count = 0;
    for round in 0..rounds {
        for direction in 0..DIRECTIONS {
            for word in 0..WORDS {
                count += ((empty[word] ^ round) >> (2 * direction + 1) & own[word]).count_ones();
            }
        }
    }
    count
}
