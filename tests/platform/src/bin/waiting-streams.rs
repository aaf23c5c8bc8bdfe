//! Opens streams of FindMatch at one matcher, a player each, and reports what one costs in memory, in Markdown.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program of the tests, which prints its report"
)]

use std::time::{Duration, Instant};

use clap::Parser;
use corners_platform_tests::{Search, Stage, minutes_and_seconds};
use corners_proto::matchmaking::v1::Terms;
use corners_test_redis::Durability;
use futures::{StreamExt, stream};

/// How many streams are opened between two looks, on a connection of their own: less than one may have.
const STEP: usize = 250;

/// How many streams are opened at once.
const OPENED_AT_ONCE: usize = 32;

/// How often a wave is made: nobody is paired before everybody waits.
const WAVES_EVERY: Duration = Duration::from_secs(10);

/// Opens streams of FindMatch at one matcher, beside this program, and looks at its memory before and after.
#[derive(Debug, Parser)]
struct Arguments {
    /// How many streams to open
    #[arg(long, default_value_t = 2_000)]
    streams: usize,
}

#[tokio::main]
async fn main() {
    let arguments = Arguments::parse();
    let waves_every_ms = WAVES_EVERY.as_millis().to_string();
    let stage = Stage::build().replicas(Durability::EverySecond).archives(1).ratings(1);
    let stage = stage
        .matchmakers(1)
        .matchmakers_with("CORNERS_MATCHMAKING__WAVE_PAUSE_MS", &waves_every_ms)
        .matchmakers_with("CORNERS_MATCHMAKING__WAVE_INTERVAL_MS", &waves_every_ms)
        .start()
        .await;
    let players = stage.players(arguments.streams).await;
    let channels: Vec<_> = players.chunks(STEP).map(|_| stage.to_matchmaker(0)).collect();
    let terms = Terms {
        variant: "classic-3x3".to_owned(),
        time_control: Some(minutes_and_seconds(30, 20)),
        rated: false,
    };
    println!("| streams that wait | resident | each of the last {STEP} |\n|---|---|---|");
    let began = Instant::now();
    let mut waiting: Vec<Search> = Vec::new();
    let mut before = resident_kib(stage.matchmakers[0].process_id());
    println!("| 0 | {before} KiB | |");
    for (some, channel) in players.chunks(STEP).zip(&channels) {
        let opening = stream::iter(some).map(|player| {
            let mut search = Search::new(player.matchmaking(channel.clone()), terms.clone());
            async move {
                search.until(|_| true).await.unwrap();
                search
            }
        });
        waiting.extend(opening.buffer_unordered(OPENED_AT_ONCE).collect::<Vec<_>>().await);
        let after = resident_kib(stage.matchmakers[0].process_id());
        let each = after.saturating_sub(before) * 1_024 / STEP;
        println!("| {} | {after} KiB | {each} B |", waiting.len());
        before = after;
    }
    assert!(
        began.elapsed() < WAVES_EVERY,
        "somebody was paired meanwhile: open fewer streams"
    );
}

/// The memory of a process that is in use, in KiB, as Linux tells it.
fn resident_kib(process: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}
