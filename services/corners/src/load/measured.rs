//! What is measured: latencies by what they are of, and what went wrong.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use hdrhistogram::Histogram;
use tokio::time::Instant;

/// The longest latency that is told apart, in microseconds; longer ones count as this.
const LONGEST_US: u64 = 120_000_000;

/// Significant digits of a latency.
const DIGITS: u8 = 3;

/// What a latency is of. All count from the moment at which the call was due, however late it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(crate) enum Of {
    /// From a move to its answer.
    PlayMove,
    /// From a move to the opponent's receiving it.
    Event,
    /// From a move to one spectator's receiving it, of any table.
    SpectatorEvent,
    /// From a move to one spectator's receiving it, in the crowd at one table.
    CrowdEvent,
    /// From a move to the last spectator's receiving it, in the crowd at one table.
    WholeCrowd,
    /// From a call that only reads game time to its answer: what the transport costs.
    GameTime,
    /// From the moment at which a call was due to the moment at which it was sent: how late this program was.
    Lateness,
}

impl Of {
    /// Everything, with its name for the report.
    pub(crate) const ALL: [(Self, &'static str); 7] = [
        (Self::PlayMove, "PlayMove"),
        (Self::Event, "move to the opponent's event"),
        (Self::SpectatorEvent, "move to a spectator's event"),
        (Self::CrowdEvent, "move to an event in the crowd"),
        (Self::WholeCrowd, "move to the last event in the crowd"),
        (Self::GameTime, "GetGameTime, for comparison"),
        (Self::Lateness, "of which this program was late"),
    ];
}

/// Latencies in microseconds; no histogram before the first one.
#[derive(Debug, Default)]
pub(crate) struct Latencies(Option<Histogram<u64>>);

impl Latencies {
    pub(crate) fn record(&mut self, latency: Duration) {
        if self.0.is_none() {
            self.0 = Histogram::new_with_bounds(1, LONGEST_US, DIGITS).ok();
        }
        if let Some(histogram) = &mut self.0 {
            histogram.saturating_record(u64::try_from(latency.as_micros()).unwrap_or(u64::MAX));
        }
    }

    /// Takes in what another has.
    pub(crate) fn add(&mut self, other: Self) {
        match (&mut self.0, other.0) {
            // Cannot fail: both have the same bounds.
            (Some(histogram), Some(other)) => drop(histogram.add(other)),
            (own, other) => *own = own.take().or(other),
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

/// Where all tasks write. Latencies count only of what was due in the measured time; failures always.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measured(Arc<Numbers>);

#[derive(Debug, Default)]
struct Numbers {
    time: OnceLock<Range<Instant>>,
    latencies: [Mutex<Latencies>; Of::ALL.len()],
    failures: Mutex<BTreeMap<String, u64>>,
    games_ended: AtomicU64,
}

impl Measured {
    /// Settles the measured time, once.
    pub(crate) fn count_between(&self, from: Instant, to: Instant) {
        // Fails only if it was settled before.
        let _ = self.0.time.set(from..to);
    }

    /// Notes that what was due at `due` happened now.
    pub(crate) fn record(&self, of: Of, due: Instant) {
        if self.0.time.get().is_some_and(|time| time.contains(&due)) {
            lock(&self.0.latencies[of as usize]).record(due.elapsed());
        }
    }

    pub(crate) fn failed(&self, reason: String) {
        *lock(&self.0.failures).entry(reason).or_default() += 1;
    }

    pub(crate) fn game_ended(&self) {
        self.0.games_ended.fetch_add(1, Ordering::Relaxed);
    }

    /// The latencies of one kind, which start anew.
    pub(crate) fn take(&self, of: Of) -> Latencies {
        std::mem::take(&mut lock(&self.0.latencies[of as usize]))
    }

    pub(crate) fn failures(&self) -> BTreeMap<String, u64> {
        lock(&self.0.failures).clone()
    }

    pub(crate) fn games_ended(&self) -> u64 {
        self.0.games_ended.load(Ordering::Relaxed)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn only_what_was_due_in_the_measured_time_counts() {
        let start = Instant::now();
        let second = Duration::from_secs(1);
        let measured = Measured::default();
        measured.count_between(start + second, start + 2 * second);
        tokio::time::advance(3 * second).await;
        for due in [start, start + second, start + 2 * second] {
            measured.record(Of::PlayMove, due);
        }
        let latencies = measured.take(Of::PlayMove);
        assert_eq!(latencies.count(), 1);
        assert!((latencies.quantile_ms(0.5) - 2_000.0).abs() < 2.0);
    }
}
