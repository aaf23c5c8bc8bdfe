//! When the delivery of alarms has to look at the store next.

use std::sync::{Mutex, MutexGuard, PoisonError};

use corners_clockwork::GameTime;
use tokio::sync::Notify;

/// The earliest alarm that this replica has heard of since its last look at the store.
#[derive(Debug, Default)]
pub(crate) struct Wake {
    earliest: Mutex<Option<GameTime>>,
    earlier: Notify,
}

impl Wake {
    /// An alarm was set. Wakes the sleeper if it is earlier than what the sleeper waits for.
    pub(crate) fn armed(&self, due: GameTime) {
        let mut earliest = self.earliest();
        if earliest.is_none_or(|known| due < known) {
            *earliest = Some(due);
            self.earlier.notify_one();
        }
    }

    /// The store told when its next alarm can be claimed.
    pub(crate) fn learned(&self, next: Option<GameTime>) {
        let mut earliest = self.earliest();
        *earliest = earliest.into_iter().chain(next).min();
    }

    /// When to look next; never when no alarm is known.
    pub(crate) fn next(&self) -> Option<GameTime> {
        *self.earliest()
    }

    /// Forgets what is known, because the store is about to be asked. What is armed from here on counts anew.
    pub(crate) fn forget(&self) {
        *self.earliest() = None;
    }

    /// Waits until an earlier alarm was set. May also return when it was set before the last look.
    pub(crate) async fn armed_earlier(&self) {
        self.earlier.notified().await;
    }

    fn earliest(&self) -> MutexGuard<'_, Option<GameTime>> {
        self.earliest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
