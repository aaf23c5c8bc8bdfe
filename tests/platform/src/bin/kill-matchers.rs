//! Kills matchers again and again while many players queue, and reports what became of the tickets, in Markdown.

#![allow(clippy::print_stdout, reason = "a program of the tests, which prints its report")]

use std::process::ExitCode;

use clap::Parser;
use corners_platform_tests::Stage;
use corners_platform_tests::matchers::{MatchersCampaign, report};
use corners_test_redis::Durability;

/// Kills one of two replicas of matchmaking (debug builds, beside this program) in each of many rounds, in which everybody queues.
#[derive(Debug, Parser)]
struct Arguments {
    /// How many matchers to kill, a seed each
    #[arg(long, default_value_t = 100)]
    seeds: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    first: u64,
    /// How many tickets are queued in each round
    #[arg(long, default_value_t = 10_000)]
    tickets: usize,
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let campaign = MatchersCampaign {
        first_seed: arguments.first,
        kills: arguments.seeds,
        tickets: arguments.tickets,
    };
    let stage = Stage::build().replicas(Durability::EverySecond).archives(1).ratings(1);
    let mut stage = stage.matchmakers(2).start().await;
    let outcome = campaign.run(&mut stage).await;
    println!("{}", report(&outcome));
    if outcome.violations.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("The data and the logs are kept in {}", stage.keep_folder().display());
    ExitCode::FAILURE
}
