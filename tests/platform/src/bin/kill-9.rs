//! Kills `corners up` again and again while games are on, and reports what it did to them, in Markdown.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program of the tests, which prints its report"
)]

use std::process::ExitCode;

use clap::Parser;
use corners_platform_tests::kill_nine::{Campaign, report};

/// Kills `corners up` (a debug build, beside this program) again and again while games are on.
#[derive(Debug, Parser)]
struct Arguments {
    /// How many processes to kill, a seed each
    #[arg(long, default_value_t = 200)]
    seeds: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    first: u64,
    /// How many tables are being played at
    #[arg(long, default_value_t = 50)]
    tables: usize,
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let campaign = Campaign {
        first_seed: arguments.first,
        kills: arguments.seeds,
        tables: arguments.tables,
    };
    let folder = tempfile::tempdir().unwrap();
    let outcome = campaign.run(folder.path()).await;
    println!("{}", report(&outcome));
    if outcome.violations.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("The data and the log are kept in {}", folder.keep().display());
    ExitCode::FAILURE
}
