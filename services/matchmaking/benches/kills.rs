//! Hazard 22, the long version: two matchers, ten thousand tickets, one of which dies in the middle, a hundred times.
//!
//! `cargo bench -p corners-matchmaking --bench kills -- [--runs 100] [--tickets 10000] [--first-seed 0]`

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "it fails by panicking, says what came of each run, and has helpers of the tests"
)]

#[path = "../tests/it/campaign.rs"]
mod campaign;
#[path = "../tests/it/rig/mod.rs"]
mod rig;

use std::time::Instant;

#[tokio::main]
async fn main() {
    let (mut runs, mut tickets, mut first) = (100, 10_000, 0);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap().parse().unwrap();
        match &*word {
            // `cargo bench` adds this one.
            "--bench" => {}
            "--runs" => runs = value(),
            "--tickets" => tickets = value(),
            "--first-seed" => first = value(),
            other => panic!("{other} is no argument"),
        }
    }
    let mut deaths = 0;
    for seed in first..first + runs {
        let began = Instant::now();
        let ended = campaign::run(seed, tickets)
            .await
            .unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
        let all = ended.matched + ended.cancelled + ended.expired;
        assert_eq!(all as u64, tickets, "seed {seed}: {ended:?}");
        assert_eq!(2 * ended.tables, ended.matched, "seed {seed}: {ended:?}");
        deaths += u64::from(ended.has_died);
        println!("seed {seed}: {ended:?} in {:.1} s", began.elapsed().as_secs_f64());
    }
    println!(
        "{runs} runs of {tickets} tickets: nobody at two tables, nobody without an end; {deaths} died before the end"
    );
}
