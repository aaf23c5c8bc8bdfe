//! Leaves of the game tree per second, one thread, counted in bulk at the last ply.
//!
//! ```sh
//! cargo bench -p corners-rules --bench perft
//! ```
//!
//! Each variant is counted from its start position, checked against the vectors, and timed several times; the table
//! shows the best and the median. The last column compares with a ceiling measured in the same run: the shifts and
//! population counts that any bulk counter needs for the steps alone, without moves made or jumps followed.

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
        "{:<14} {:>5} {:>12} {:>10} {:>10}  M leaves/s",
        "variant", "depth", "leaves", "best", "median"
    );
    for variant in Variant::all() {
        let (depth, expected) = counts.get(variant.id()).and_then(BTreeMap::last_key_value).unwrap();
        let start = Position::start(variant);
        let mut times = Vec::new();
        let begun = Instant::now();
        while times.len() < 3 || begun.elapsed() < MEASURED_FOR {
            let started = Instant::now();
            let leaves = perft(black_box(&start), *depth);
            times.push(started.elapsed());
            assert_eq!(leaves, *expected, "{variant} at depth {depth}");
        }
        times.sort();
        let rate = |time: Duration| *expected as f64 / time.as_secs_f64() / 1e6;
        let (best, median) = (rate(times[0]), rate(times[times.len() / 2]));
        println!(
            "{:<14} {depth:>5} {expected:>12} {best:>10.1} {median:>10.1}",
            variant.id()
        );
    }
}
