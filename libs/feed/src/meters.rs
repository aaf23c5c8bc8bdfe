//! What a feed counts.

use opentelemetry::metrics::{Counter, Gauge, Meter, UpDownCounter};

/// A feed's counters. Clones count together.
#[derive(Clone, Debug)]
pub struct FeedMeters {
    position: Gauge<u64>,
    consumers: UpDownCounter<i64>,
    cut: Counter<u64>,
}

/// A consumer of the feed, counted until it is dropped.
#[derive(Debug)]
pub(crate) struct Consuming(UpDownCounter<i64>);

impl FeedMeters {
    /// The counters `<service>.feed.position`, `<service>.feed.consumers` and `<service>.feed.consumers.cut` of the feed that
    /// is called `name`.
    #[must_use]
    pub fn new(meter: &Meter, service: &str, name: &str) -> Self {
        Self {
            position: meter
                .u64_gauge(format!("{service}.feed.position"))
                .with_unit("{event}")
                .with_description(format!("The position of the last event of the {name} that was read"))
                .build(),
            consumers: meter
                .i64_up_down_counter(format!("{service}.feed.consumers"))
                .with_unit("{stream}")
                .with_description(format!("Open streams over the {name}"))
                .build(),
            cut: meter
                .u64_counter(format!("{service}.feed.consumers.cut"))
                .with_unit("{stream}")
                .with_description(format!(
                    "Streams over the {name} that were ended because nobody read them"
                ))
                .build(),
        }
    }

    pub(crate) fn is_at(&self, position: u64) {
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
