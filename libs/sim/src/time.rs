//! The clocks of a simulation: its own time, and the store's, which may be set.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// Milliseconds since the beginning of a simulation.
pub(crate) type Ms = u64;

/// What the store's clock says when a simulation begins: some day.
const FIRST_MS: i64 = 1_700_000_000_000;

/// The time of the simulation, as the host that runs knows it; zero before any host does.
pub(crate) fn now() -> Ms {
    millis(turmoil::sim_elapsed().unwrap_or_default())
}

pub(crate) fn millis(duration: Duration) -> Ms {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// The clock of the machine that the store is on.
#[derive(Clone, Debug, Default)]
pub(crate) struct StoreClock {
    set_by_ms: Arc<AtomicI64>,
}

impl StoreClock {
    /// Sets the clock forward, or back.
    pub(crate) fn step(&self, by_ms: i64) {
        self.set_by_ms.fetch_add(by_ms, Ordering::Relaxed);
    }

    /// What the clock says at a moment, in milliseconds since 1970.
    pub(crate) fn at(&self, moment: Ms) -> u64 {
        let own = FIRST_MS + self.set_by_ms.load(Ordering::Relaxed) + i64::try_from(moment).unwrap_or(i64::MAX / 2);
        u64::try_from(own).unwrap_or(0)
    }

    pub(crate) fn now(&self) -> u64 {
        self.at(now())
    }
}
