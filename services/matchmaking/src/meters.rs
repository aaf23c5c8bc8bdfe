//! What matchmaking counts.

use std::time::Duration;

use opentelemetry::metrics::{Counter, Histogram};

/// The counters. Clones count together.
#[derive(Clone, Debug)]
pub(crate) struct Meters {
    waves: Histogram<f64>,
    waiting: Histogram<u64>,
    waits: Histogram<f64>,
    games: Counter<u64>,
}

impl Meters {
    pub(crate) fn new() -> Self {
        let meter = opentelemetry::global::meter("corners-matchmaking");
        Self {
            waves: meter
                .f64_histogram("corners.matchmaking.wave.duration")
                .with_unit("s")
                .with_description("How long a wave of a pool took, reading, pairing and taking")
                .build(),
            waiting: meter
                .u64_histogram("corners.matchmaking.wave.tickets")
                .with_unit("{ticket}")
                .with_description("How many tickets a wave of a pool found waiting")
                .build(),
            waits: meter
                .f64_histogram("corners.matchmaking.wait.duration")
                .with_unit("s")
                .with_description("How long a ticket waited until it was paired")
                .build(),
            games: meter
                .u64_counter("corners.matchmaking.pairs")
                .with_unit("{pair}")
                .with_description("Pairs that were taken from pools")
                .build(),
        }
    }

    pub(crate) fn wave(&self, waiting: usize, took: Duration) {
        if waiting > 0 {
            self.waves.record(took.as_secs_f64(), &[]);
            self.waiting.record(u64::try_from(waiting).unwrap_or(u64::MAX), &[]);
        }
    }

    /// One of the two of a pair.
    pub(crate) fn paired(&self, waited_ms: u64, is_first: bool) {
        self.waits.record(Duration::from_millis(waited_ms).as_secs_f64(), &[]);
        self.games.add(u64::from(is_first), &[]);
    }
}
