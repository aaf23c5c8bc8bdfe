//! The report: what was measured, once as data and in three ways to write it.

mod sections;

use std::collections::BTreeMap;
use std::time::Duration;

use corners_service::startup::MainError;
use serde::Serialize;

use super::ceiling::{Ceiling, per_second};
use super::cli::LoadArgs;
use super::machine::{self, Machine};
use super::measured::{Latencies, Of};
use super::run::Outcome;

/// What came of a load.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    /// Of this program.
    version: &'static str,
    pub(crate) settings: LoadArgs,
    before: Machine,
    after: Machine,
    latencies: Vec<Row>,
    moves: Moves,
    ceilings: Vec<Compared>,
    processor: Processor,
    idle_streams: Option<Idle>,
    /// How often what failed, the warm-up included.
    failures: BTreeMap<String, u64>,
}

/// Latencies of one kind, in milliseconds.
#[derive(Debug, Serialize)]
struct Row {
    of: &'static str,
    #[serde(flatten)]
    quantiles: Quantiles,
}

/// How latencies are spread, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize)]
struct Quantiles {
    count: u64,
    p50_ms: f64,
    p90_ms: f64,
    p99_ms: f64,
    p999_ms: f64,
    max_ms: f64,
}

/// What the load did.
#[derive(Debug, Serialize)]
struct Moves {
    asked_per_second: u32,
    answered: u64,
    answered_per_second: f64,
    games_ended: u64,
}

/// What could be done at most, and which part of it the moves are.
#[derive(Debug, Serialize)]
struct Compared {
    what: &'static str,
    before: Limit,
    after: Limit,
    /// Moves answered for each that could be done, of the better of the two.
    ratio: f64,
}

/// One measurement of a ceiling.
#[derive(Debug, Serialize)]
struct Limit {
    per_second: f64,
    #[serde(flatten)]
    quantiles: Quantiles,
}

/// Processor time while it was measured, in cores: one is a core that never rests.
#[derive(Debug, Serialize)]
struct Processor {
    this_program: Option<f64>,
    servers: Vec<Server>,
}

/// A process that serves.
#[derive(Debug, Serialize)]
struct Server {
    pid: u32,
    name: Option<String>,
    cores: Option<f64>,
    /// Processor time for each move, in microseconds, whatever else it did.
    us_per_move: Option<f64>,
}

/// What streams cost that wait.
#[derive(Debug, Serialize)]
struct Idle {
    open: usize,
    server_kib_per_stream: Option<f64>,
}

impl Report {
    pub(crate) fn of(settings: LoadArgs, outcome: &Outcome) -> Self {
        let rows = Of::ALL.map(|(of, name)| (name, outcome.measured.take(of)));
        let answered = rows[Of::PlayMove as usize].1.count();
        let answered_per_second = per_second(answered, outcome.measured_for);
        let compared = |what, [before, after]: &[Ceiling; 2]| Compared {
            what,
            before: Limit::of(before),
            after: Limit::of(after),
            ratio: answered_per_second / before.per_second.max(after.per_second).max(1.0),
        };
        let scripts = outcome.scripts.as_ref().map(|both| compared("scripts in Redis", both));
        let unary_calls = compared("unary calls", &outcome.unary_calls);
        let [before, after] = outcome.machine.clone();
        let processor = Processor::of(&settings.pid, outcome, answered);
        Self {
            version: env!("CARGO_PKG_VERSION"),
            before,
            after,
            moves: Moves {
                asked_per_second: settings.rate,
                answered,
                answered_per_second,
                games_ended: outcome.measured.games_ended(),
            },
            settings,
            latencies: rows
                .iter()
                .filter_map(|(of, latencies)| Row::of(of, latencies))
                .collect(),
            ceilings: [unary_calls].into_iter().chain(scripts).collect(),
            processor,
            idle_streams: outcome.idle.as_ref().map(|idle| Idle {
                open: idle.open,
                server_kib_per_stream: idle.grown_by.map(|bytes| kib_each(bytes, idle.open)),
            }),
            failures: outcome.measured.failures(),
        }
    }

    /// As JSON, with every number unrounded.
    pub(crate) fn json(&self) -> Result<String, MainError> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

impl Row {
    fn of(of: &'static str, latencies: &Latencies) -> Option<Self> {
        let quantiles = Quantiles::of(latencies);
        (quantiles.count > 0).then_some(Self { of, quantiles })
    }
}

impl Quantiles {
    fn of(latencies: &Latencies) -> Self {
        Self {
            count: latencies.count(),
            p50_ms: latencies.quantile_ms(0.5),
            p90_ms: latencies.quantile_ms(0.9),
            p99_ms: latencies.quantile_ms(0.99),
            p999_ms: latencies.quantile_ms(0.999),
            max_ms: latencies.quantile_ms(1.0),
        }
    }
}

impl Limit {
    fn of(ceiling: &Ceiling) -> Self {
        Self {
            per_second: ceiling.per_second,
            quantiles: Quantiles::of(&ceiling.latencies),
        }
    }
}

impl Processor {
    fn of(pids: &[u32], outcome: &Outcome, moves: u64) -> Self {
        let cores = |used: Duration| used.as_secs_f64() / outcome.measured_for.as_secs_f64();
        let server = |(pid, used): (&u32, &Option<Duration>)| Server {
            pid: *pid,
            name: machine::name_of(*pid),
            cores: used.map(cores),
            us_per_move: used.map(|used| microseconds_each(used, moves)),
        };
        Self {
            this_program: outcome.used.own.map(cores),
            servers: pids.iter().zip(&outcome.used.servers).map(server).collect(),
        }
    }
}

#[allow(clippy::cast_precision_loss, reason = "counts of moves are far below 2^52")]
fn microseconds_each(time: Duration, moves: u64) -> f64 {
    time.as_secs_f64() * 1_000_000.0 / moves.max(1) as f64
}

#[allow(clippy::cast_precision_loss, reason = "memory is far below 2^52 bytes")]
fn kib_each(bytes: u64, streams: usize) -> f64 {
    bytes as f64 / 1024.0 / streams.max(1) as f64
}
