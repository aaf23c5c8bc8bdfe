//! What a call that finds nobody waits for: an attempt to find somebody that began after the call came.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::watch;

/// The attempts of one channel, to resolve a name or to connect, numbered as they begin.
#[derive(Debug)]
pub(super) struct Attempts {
    begun: AtomicU64,
    outcomes: watch::Sender<()>,
}

/// The number of an attempt. Later attempts have larger ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Attempt(u64);

impl Attempts {
    pub(super) fn new() -> Self {
        Self {
            begun: AtomicU64::new(0),
            outcomes: watch::Sender::new(()),
        }
    }

    /// An attempt begins.
    pub(super) fn begin(&self) -> Attempt {
        Attempt(self.begun.fetch_add(1, Ordering::SeqCst) + 1)
    }

    /// The last attempt that has begun: only larger ones can know what is true now.
    pub(super) fn last(&self) -> Attempt {
        Attempt(self.begun.load(Ordering::SeqCst))
    }

    /// Something came of an attempt.
    pub(super) fn has_outcome(&self) {
        self.outcomes.send_replace(());
    }

    /// Wakes its holder after every outcome.
    pub(super) fn outcomes(&self) -> watch::Receiver<()> {
        self.outcomes.subscribe()
    }
}
