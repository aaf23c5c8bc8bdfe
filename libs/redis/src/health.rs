//! What the log says of a server: one line when it turns bad, one when it is good again, none for calls.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Where one call succeeds and another fails, the trouble is not over: it is after so long without a failure.
const QUIET: Duration = Duration::from_secs(1);

/// The state of one server as it was last logged.
#[derive(Debug, Default)]
pub(crate) struct Health {
    bad: AtomicBool,
    last_fault: Mutex<Option<Instant>>,
}

impl Health {
    /// A call to `what` failed.
    pub(crate) fn failed(&self, what: &dyn Display, reason: &str) {
        let now = Instant::now();
        *self.last_fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
        if !self.bad.swap(true, Ordering::Relaxed) {
            tracing::warn!(redis = %what, reason, "redis is not available: calls are refused until it is");
        }
    }

    /// A call to `what` succeeded.
    pub(crate) fn succeeded(&self, what: &dyn Display) {
        if !self.bad.load(Ordering::Relaxed) {
            return;
        }
        let last_fault = *self.last_fault.lock().unwrap_or_else(PoisonError::into_inner);
        let is_quiet = last_fault.is_none_or(|at| at.elapsed() >= QUIET);
        if is_quiet && self.bad.swap(false, Ordering::Relaxed) {
            tracing::info!(redis = %what, "redis is available again");
        }
    }

    /// It is known that `what` is good again.
    pub(crate) fn recovered(&self, what: &dyn Display) {
        if self.bad.swap(false, Ordering::Relaxed) {
            tracing::info!(redis = %what, "redis is available again");
        }
    }
}
