//! Runs simulations: `sim --seeds 200 --first 0` many, `sim --seed 17` one.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use corners_sim::{Plan, Summary, run};
use rustix::time::{ClockId, clock_gettime};

/// Games with faults on a simulated platform, judged by the invariants.
#[derive(Debug, Parser)]
struct Arguments {
    /// Only this seed.
    #[arg(long)]
    seed: Option<u64>,
    /// How many seeds.
    #[arg(long, default_value_t = 200)]
    seeds: u64,
    /// The first of them.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// The same games without faults.
    #[arg(long)]
    calm: bool,
    /// Prints everything that happens.
    #[arg(long)]
    trace: bool,
}

fn main() -> ExitCode {
    match simulate(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) | Err(_) => ExitCode::FAILURE,
    }
}

fn simulate(arguments: &Arguments) -> std::io::Result<bool> {
    let mut out = std::io::stdout().lock();
    let seeds = match arguments.seed {
        Some(seed) => seed..=seed,
        None => arguments.first..=arguments.first + arguments.seeds.saturating_sub(1),
    };
    let mut summary = Summary::default();
    let began = real_time();
    for seed in seeds {
        let plan = Plan::of_seed(seed);
        let plan = if arguments.calm { plan.without_faults() } else { plan };
        let outcome = run(plan, arguments.trace);
        for line in &outcome.lines {
            writeln!(out, "{line}")?;
        }
        let took = real_time().saturating_sub(began);
        writeln!(
            out,
            "seed {seed}: {} games, {} moves, {:.1?} simulated, hash {:016x}, after {took:.1?}",
            outcome.games, outcome.moves, outcome.lasted, outcome.hash
        )?;
        for violation in &outcome.violations {
            writeln!(out, "  VIOLATION {violation}")?;
        }
        if !outcome.violations.is_empty() {
            writeln!(out, "  repeat: cargo run -p corners-sim --bin sim -- --seed {seed}")?;
        }
        summary.add(&outcome);
    }
    writeln!(out, "{summary}in {:.1?}", real_time().saturating_sub(began))?;
    Ok(summary.violations() == 0)
}

/// The machine's clock, which the simulation has replaced for everybody else.
fn real_time() -> Duration {
    let now = clock_gettime(ClockId::Monotonic);
    Duration::try_from(now).unwrap_or_default()
}
