//! Game time, shared by all parts of a clock replica.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use corners_clockwork::{GameTime, Reading};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::estimate::{Estimate, Wait};
use crate::store::Pair;

/// The longest sleep before looking at the time again: the store's clock and this machine's run apart, by some
/// milliseconds in this time at the very worst.
const LONGEST_SLEEP: Duration = Duration::from_secs(10);

/// A handle to game time. Reading it costs no call of the store.
#[derive(Clone, Debug)]
pub(crate) struct GameClock {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    started: Instant,
    estimate: Mutex<Estimate>,
    jumps: watch::Sender<()>,
}

impl GameClock {
    pub(crate) fn new(pair: Pair) -> Self {
        let estimate = Mutex::new(Estimate::new(pair, Duration::ZERO));
        Self {
            shared: Arc::new(Shared {
                started: Instant::now(),
                estimate,
                jumps: watch::Sender::new(()),
            }),
        }
    }

    /// Game time now.
    pub(crate) fn read(&self) -> Reading {
        self.estimate().read(self.now())
    }

    /// Whether the store has not been seen for so long that readings are worth nothing.
    pub(crate) fn is_blind(&self) -> bool {
        self.estimate().is_blind(self.now())
    }

    /// Takes over what the store answered.
    pub(crate) fn update(&self, pair: Pair) {
        let jumped = self.estimate().update(pair, self.now());
        if jumped {
            self.shared.jumps.send_replace(());
        }
    }

    /// Waits until game time is `target`.
    pub(crate) async fn reached(&self, target: GameTime) {
        let mut jumps = self.shared.jumps.subscribe();
        loop {
            let wait = self.estimate().wait(target, self.now());
            // The sender lives as long as `self`: `changed` cannot fail.
            match wait {
                Wait::Over => return,
                Wait::ForABeat => drop(jumps.changed().await),
                Wait::For(duration) => tokio::select! {
                    () = sleep(duration.min(LONGEST_SLEEP)) => {}
                    _ = jumps.changed() => {}
                },
            }
        }
    }

    fn now(&self) -> Duration {
        self.shared.started.elapsed()
    }

    fn estimate(&self) -> MutexGuard<'_, Estimate> {
        self.shared.estimate.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
