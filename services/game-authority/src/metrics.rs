//! What is counted of finished tables.
//!
//! All replicas share the finished tables: each tells the whole count, as its last look at the store found it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use opentelemetry::KeyValue;
use opentelemetry::metrics::{Counter, Meter};

/// Who found that a finished table cannot be recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rejected {
    /// Game-authority: its log cannot be read.
    Unreadable,
    /// Who was to record it.
    Refused,
}

/// The counters of finished tables.
#[derive(Debug)]
pub(crate) struct FinishedMeters {
    dead_letters: Counter<u64>,
}

impl FinishedMeters {
    /// Counts what happens, and tells how many wait.
    pub(crate) fn new(backlog: Arc<AtomicU64>, dead_letters: Arc<AtomicU64>) -> Self {
        let meter = opentelemetry::global::meter("corners-game-authority");
        observe(
            &meter,
            "corners.tables.finished",
            "Finished tables that wait to be recorded",
            backlog,
        );
        observe(
            &meter,
            "corners.tables.dead_letters.waiting",
            "Finished tables that could not be recorded and wait for an operator",
            dead_letters,
        );
        let counter = meter
            .u64_counter("corners.tables.dead_letters")
            .with_unit("{table}")
            .with_description("Finished tables that could not be recorded, by who found it")
            .build();
        Self { dead_letters: counter }
    }

    /// Counts a table that became a dead letter.
    pub(crate) fn dead_letter(&self, rejected: Rejected) {
        let cause = match rejected {
            Rejected::Unreadable => "unreadable",
            Rejected::Refused => "refused",
        };
        self.dead_letters.add(1, &[KeyValue::new("corners.cause", cause)]);
    }
}

fn observe(meter: &Meter, name: &'static str, description: &'static str, count: Arc<AtomicU64>) {
    let _registered = meter
        .u64_observable_gauge(name)
        .with_unit("{table}")
        .with_description(description)
        .with_callback(move |observer| observer.observe(count.load(Ordering::Relaxed), &[]))
        .build();
}
