//! What the rating service counts.

use opentelemetry::KeyValue;
use opentelemetry::metrics::{Counter, Gauge};

use corners_feed::FeedMeters;

/// The counters. Clones count together.
#[derive(Clone, Debug)]
pub(crate) struct Meters {
    results: Counter<u64>,
    events: Counter<u64>,
    failures: Counter<u64>,
    position: Gauge<u64>,
    feed: FeedMeters,
}

impl Meters {
    pub(crate) fn new() -> Self {
        let meter = opentelemetry::global::meter("corners-rating");
        Self {
            results: meter
                .u64_counter("corners.rating.results.taken")
                .with_unit("{result}")
                .with_description("Results that were read from the result feed; each replica reads them all")
                .build(),
            events: meter
                .u64_counter("corners.rating.events.recorded")
                .with_unit("{event}")
                .with_description("Rating events that were recorded, by the replica that did")
                .build(),
            failures: meter
                .u64_counter("corners.rating.take.failures")
                .with_unit("{failure}")
                .with_description("How often taking results had to begin anew, by who failed")
                .build(),
            position: meter
                .u64_gauge("corners.rating.results.position")
                .with_unit("{result}")
                .with_description("The position in the result feed up to which results are taken")
                .build(),
            feed: FeedMeters::new(&meter, "corners.rating", "stream of rating events"),
        }
    }

    pub(crate) fn taken(&self, results: usize, events: u64, position: u64) {
        self.results.add(u64::try_from(results).unwrap_or(u64::MAX), &[]);
        self.events.add(events, &[]);
        self.position.record(position, &[]);
    }

    pub(crate) fn failed(&self, who: &'static str) {
        self.failures.add(1, &[KeyValue::new("corners.peer", who)]);
    }

    pub(crate) fn feed(&self) -> FeedMeters {
        self.feed.clone()
    }
}
