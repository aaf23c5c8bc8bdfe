//! The time of the store as far as it is known here.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::keys::partitions;
use crate::store::StoreTime;

/// After so long without an answer nothing is known any more: the partition may have moved to a server whose clock
/// differs.
const KNOWN_FOR: Duration = Duration::from_secs(10);

/// What each partition said last of its time, and when that arrived here. It was said before it arrived: counted from
/// then, the store's time is never put later than it is.
#[derive(Debug)]
pub(super) struct StoreTimes(Vec<Mutex<Option<Said>>>);

#[derive(Clone, Copy, Debug)]
struct Said {
    time: StoreTime,
    arrived: Instant,
}

impl StoreTimes {
    pub(super) fn unknown() -> Self {
        Self(partitions().map(|_| Mutex::new(None)).collect())
    }

    /// A partition has just said its time, in microseconds.
    pub(super) fn heard(&self, partition: u8, micros: u64) -> StoreTime {
        let time = StoreTime(Duration::from_micros(micros));
        let arrived = Instant::now();
        let mut known = self.lock(partition);
        // Answers are heard in any order: an older one tells less than what is known. One that tells less by more than any
        // answer is on its way comes from a clock that was set back.
        let is_older = |said: Said| {
            let since = arrived.saturating_duration_since(said.arrived);
            let was_set_back = said.time.0.saturating_sub(time.0) >= KNOWN_FOR;
            since < KNOWN_FOR && said.time.0 + since > time.0 && said.time > time && !was_set_back
        };
        if !known.is_some_and(is_older) {
            *known = Some(Said { time, arrived });
        }
        time
    }

    /// The time of a partition, or a little earlier; none when it has said nothing lately.
    pub(super) fn now(&self, partition: u8) -> Option<StoreTime> {
        let Said { time, arrived } = (*self.lock(partition))?;
        let since = arrived.elapsed();
        (since < KNOWN_FOR).then(|| StoreTime(time.0 + since))
    }

    fn lock(&self, partition: u8) -> std::sync::MutexGuard<'_, Option<Said>> {
        // Nothing can be half done under this lock.
        self.0[usize::from(partition)]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_was_overtaken_changes_nothing_and_a_clock_that_was_set_back_is_believed() {
        let times = StoreTimes::unknown();
        let known = || times.now(0).map_or(0, |time| time.0.as_secs());
        times.heard(0, 7_200_000_000);
        times.heard(0, 7_199_000_000);
        assert_eq!(known(), 7_200);
        times.heard(0, 3_600_000_000);
        assert_eq!(known(), 3_600);
        times.heard(0, 7_200_000_000);
        assert_eq!(known(), 7_200);
    }
}
