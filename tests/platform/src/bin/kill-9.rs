//! Kills the platform's processes again and again while games are on, and reports what it did to them, in Markdown.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program of the tests, which prints its report"
)]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use corners_platform_tests::Stage;
use corners_platform_tests::kill_nine::{Campaign, Deploy, Outcome, ReplicasCampaign, report};
use corners_test_redis::Durability;

/// What a deploy may cost a clock.
const A_SECOND: Duration = Duration::from_secs(1);

/// Kills the platform's processes (debug builds, beside this program) again and again while games are on: `corners up`
/// or, with --services, any one of the services' replicas.
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
    /// Kill accounts and two replicas each of clock and game-authority, as processes of their own on Redis
    #[arg(long)]
    services: bool,
    /// Kill nobody, but have every service stop and a new process take its place, one after the other
    #[arg(long, conflicts_with_all = ["services", "seeds"])]
    deploy: bool,
    /// How often to kill Redis as well, in between
    #[arg(long, default_value_t = 0, requires = "services")]
    redis: u64,
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let (outcome, folder) = if arguments.deploy {
        deploy(&arguments).await
    } else if arguments.services {
        services(&arguments).await
    } else {
        all_in_one(&arguments).await
    };
    println!("{}", report(&outcome));
    if outcome.violations.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("The data and the logs are kept in {}", folder.unwrap().display());
    ExitCode::FAILURE
}

/// The outcome and, if promises were broken, the folder with data and logs.
async fn all_in_one(arguments: &Arguments) -> (Outcome, Option<PathBuf>) {
    let campaign = Campaign {
        first_seed: arguments.first,
        kills: arguments.seeds,
        tables: arguments.tables,
    };
    let folder = tempfile::tempdir().unwrap();
    let outcome = campaign.run(folder.path()).await;
    let kept = (!outcome.violations.is_empty()).then(|| folder.keep());
    (outcome, kept)
}

async fn deploy(arguments: &Arguments) -> (Outcome, Option<PathBuf>) {
    let deploy = Deploy {
        seed: arguments.first,
        tables: arguments.tables,
        most_charged: Some(A_SECOND),
    };
    let mut stage = Stage::build().replicas(Durability::Always).start().await;
    let outcome = deploy.run(&mut stage).await;
    let kept = (!outcome.violations.is_empty()).then(|| stage.keep_folder());
    (outcome, kept)
}

async fn services(arguments: &Arguments) -> (Outcome, Option<PathBuf>) {
    let campaign = ReplicasCampaign {
        first_seed: arguments.first,
        kills: arguments.seeds,
        redis_kills: arguments.redis,
        tables: arguments.tables,
    };
    let mut stage = Stage::build().replicas(Durability::Always).start().await;
    let outcome = campaign.run(&mut stage).await;
    let kept = (!outcome.violations.is_empty()).then(|| stage.keep_folder());
    (outcome, kept)
}
