//! Has many flags fall within a few seconds while a clock replica is killed, and reports how late they fell, in Markdown.

#![allow(clippy::print_stdout, reason = "a program of the tests, which prints its report")]

use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use corners_platform_tests::Stage;
use corners_platform_tests::deadlines::{Campaign, report};
use corners_test_redis::Durability;

/// Has many flags fall within a few seconds on two authorities and two clocks (beside this program, over Redis), and
/// kills one clock in the middle of them.
#[derive(Debug, Parser)]
struct Arguments {
    /// How many flags fall
    #[arg(long, default_value_t = 10_000)]
    tables: usize,
    /// In how many seconds
    #[arg(long, default_value_t = 10.0)]
    within: f64,
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let campaign = Campaign {
        tables: arguments.tables,
        within: Duration::from_secs_f64(arguments.within),
    };
    let mut stage = Stage::build().replicas(Durability::Always).start().await;
    let verdict = campaign.run(&mut stage).await;
    println!("{}", report(&verdict));
    if verdict.violations.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("The data and the logs are kept in {}", stage.keep_folder().display());
    ExitCode::FAILURE
}
