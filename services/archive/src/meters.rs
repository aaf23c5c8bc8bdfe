//! What the archive counts.

use opentelemetry::KeyValue;
use opentelemetry::metrics::{Counter, Gauge, UpDownCounter};

/// The archive's counters. Clones count together.
#[derive(Clone, Debug)]
pub(crate) struct Meters {
    taken: Counter<u64>,
    failures: Counter<u64>,
    position: Gauge<u64>,
    consumers: UpDownCounter<i64>,
    cut: Counter<u64>,
}

/// What became of a finished table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Recorded,
    Known,
    Conflict,
    Rejected,
}

/// Who failed while finished tables were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failed {
    Authority,
    Store,
}

/// A consumer of the feed, counted until it is dropped.
#[derive(Debug)]
pub(crate) struct Consuming(UpDownCounter<i64>);

impl Meters {
    pub(crate) fn new() -> Self {
        let meter = opentelemetry::global::meter("corners-archive");
        Self {
            taken: meter
                .u64_counter("corners.archive.games.taken")
                .with_unit("{game}")
                .with_description("Finished tables taken from game-authority, by what became of them")
                .build(),
            failures: meter
                .u64_counter("corners.archive.take.failures")
                .with_unit("{failure}")
                .with_description("Batches of finished tables that could not be taken or recorded, by who failed")
                .build(),
            position: meter
                .u64_gauge("corners.archive.feed.position")
                .with_unit("{event}")
                .with_description("The position of the last event of the result feed that was read")
                .build(),
            consumers: meter
                .i64_up_down_counter("corners.archive.feed.consumers")
                .with_unit("{stream}")
                .with_description("Open streams over the result feed")
                .build(),
            cut: meter
                .u64_counter("corners.archive.feed.consumers.cut")
                .with_unit("{stream}")
                .with_description("Streams over the result feed that were ended because nobody read them")
                .build(),
        }
    }

    pub(crate) fn taken(&self, outcome: Outcome, count: usize) {
        let outcome = match outcome {
            Outcome::Recorded => "recorded",
            Outcome::Known => "known",
            Outcome::Conflict => "conflict",
            Outcome::Rejected => "rejected",
        };
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        self.taken.add(count, &[KeyValue::new("corners.outcome", outcome)]);
    }

    pub(crate) fn failed(&self, who: Failed) {
        let who = match who {
            Failed::Authority => "game-authority",
            Failed::Store => "store",
        };
        self.failures.add(1, &[KeyValue::new("corners.peer", who)]);
    }

    pub(crate) fn feed_is_at(&self, position: u64) {
        self.position.record(position, &[]);
    }

    pub(crate) fn consuming(&self) -> Consuming {
        self.consumers.add(1, &[]);
        Consuming(self.consumers.clone())
    }

    pub(crate) fn cut(&self) {
        self.cut.add(1, &[]);
    }
}

impl Drop for Consuming {
    fn drop(&mut self) {
        self.0.add(-1, &[]);
    }
}
