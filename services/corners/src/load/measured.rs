//! What is measured: latencies by what they are of, and what went wrong.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hdrhistogram::Histogram;
use tokio::time::Instant;

/// The longest latency that is told apart, in microseconds; longer ones count as this.
const LONGEST_US: u64 = 120_000_000;

/// Significant digits of a latency.
const DIGITS: u8 = 3;

/// What a latency is of. All count from the moment at which the call was due, however late it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Of {
    /// From a move to its answer.
    PlayMove,
    /// From a move to the opponent's receiving it.
    Event,
    /// From a call that only reads game time to its answer: what the transport costs.
    GameTime,
    /// From the moment at which a call was due to the moment at which it was sent: how late this program was.
    Lateness,
}

/// Latencies in microseconds; no histogram before the first one.
#[derive(Debug, Default)]
pub(crate) struct Latencies(Option<Histogram<u64>>);

impl Latencies {
    fn record(&mut self, micros: u64) {
        if self.0.is_none() {
            self.0 = Histogram::new_with_bounds(1, LONGEST_US, DIGITS).ok();
        }
        if let Some(histogram) = &mut self.0 {
            histogram.saturating_record(micros);
        }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> u64 {
        self.0.as_ref().map_or(0, Histogram::len)
    }

    /// The latency that this part of all calls stayed within, in milliseconds.
    #[allow(clippy::cast_precision_loss, reason = "at most 120 million")]
    pub(crate) fn quantile_ms(&self, quantile: f64) -> f64 {
        self.0
            .as_ref()
            .map_or(0.0, |histogram| histogram.value_at_quantile(quantile) as f64 / 1_000.0)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Numbers {
    pub(crate) latencies: BTreeMap<Of, Latencies>,
    pub(crate) failures: BTreeMap<String, u64>,
    pub(crate) games_ended: u64,
    pub(crate) events_to_spectators: u64,
}

/// Where all tasks write. Only what was due after `from` counts.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    from: Instant,
    numbers: Arc<Mutex<Numbers>>,
}

impl Measured {
    pub(crate) fn from(from: Instant) -> Self {
        Self {
            from,
            numbers: Arc::default(),
        }
    }

    /// Notes that what was due at `due` happened now.
    pub(crate) fn record(&self, of: Of, due: Instant) {
        if due < self.from {
            return;
        }
        let micros = micros(due.elapsed());
        self.change(|numbers| {
            numbers.latencies.entry(of).or_default().record(micros);
        });
    }

    pub(crate) fn failed(&self, reason: String) {
        self.change(|numbers| *numbers.failures.entry(reason).or_default() += 1);
    }

    pub(crate) fn game_ended(&self) {
        self.change(|numbers| numbers.games_ended += 1);
    }

    pub(crate) fn spectator_received(&self) {
        self.change(|numbers| numbers.events_to_spectators += 1);
    }

    /// What was measured so far.
    pub(crate) fn take(&self) -> Numbers {
        let mut taken = Numbers::default();
        self.change(|numbers| taken = std::mem::take(numbers));
        taken
    }

    fn change(&self, change: impl FnOnce(&mut Numbers)) {
        let mut numbers = self.numbers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        change(&mut numbers);
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}
