//! Has the platform go away in the middle of many running games, and reports what it cost them, in Markdown.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program of the tests, which prints its report"
)]

use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use corners_platform_tests::outages::{Campaign, Fault, Outage, report, stage};

/// Has the platform (the services beside this program, over Redis) go away in the middle of many running games: Redis
/// paused, authorities or clocks killed, all at once, and the clock of Redis's machine set.
#[derive(Debug, Parser)]
struct Arguments {
    /// How many games are running when each outage begins
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// What happens: redis-paused, authorities-killed, clocks-killed, all-at-once, stepped-forward, stepped-back; all of
    /// them, if none is named
    #[arg(long, value_delimiter = ',')]
    kind: Vec<Fault>,
    /// How long each outage lasts, in seconds
    #[arg(long, value_delimiter = ',', default_values_t = [0.5, 1.0, 3.0, 10.0, 60.0])]
    seconds: Vec<f64>,
}

impl Arguments {
    fn outages(&self) -> Vec<Outage> {
        let kinds = if self.kind.is_empty() {
            &Fault::ALL[..]
        } else {
            &self.kind
        };
        let of_kind = |fault: Fault| {
            let seconds = if fault.is_a_step() { &[0.0][..] } else { &self.seconds };
            seconds.iter().map(move |seconds| Outage {
                fault,
                length: Duration::from_secs_f64(*seconds),
            })
        };
        kinds.iter().flat_map(|fault| of_kind(*fault)).collect()
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut stage = stage().await;
    let campaign = Campaign::prepare(&stage, arguments.games).await;
    let mut verdicts = Vec::new();
    for outage in arguments.outages() {
        let verdict = campaign.outage(&mut stage, outage).await;
        eprintln!("{outage}: {} lost of {}", verdict.lost, verdict.running);
        verdicts.push(verdict);
    }
    println!("{}", report(&verdicts));
    if verdicts.iter().all(|verdict| verdict.violations.is_empty()) {
        return ExitCode::SUCCESS;
    }
    println!("The data and the logs are kept in {}", stage.keep_folder().display());
    ExitCode::FAILURE
}
