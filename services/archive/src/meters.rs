//! What the archive counts.

use corners_feed::{FeedMeters, FeedSource};
use opentelemetry::KeyValue;
use opentelemetry::metrics::Counter;

use crate::feed::ResultFeed;

/// The archive's counters. Clones count together.
#[derive(Clone, Debug)]
pub(crate) struct Meters {
    taken: Counter<u64>,
    failures: Counter<u64>,
    pub(crate) feed: FeedMeters,
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
            feed: FeedMeters::new(&meter, "corners.archive", ResultFeed::NAME),
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
}
