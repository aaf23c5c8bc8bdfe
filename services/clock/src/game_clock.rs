//! Game time, shared by all parts of a clock replica.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use corners_clockwork::{GameTime, Reading};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::estimate::{Estimate, Look, Wait};
use crate::store::{ClockStore, Pair, StoreError};

/// The longest sleep before looking at the time again: the store's clock and this machine's run apart, by some
/// milliseconds in this time at the very worst.
const LONGEST_SLEEP: Duration = Duration::from_secs(10);

/// A handle to game time. Reading it most often costs no call of the store.
#[derive(Clone, Debug)]
pub(crate) struct GameClock {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    started: Instant,
    estimate: Mutex<Estimate>,
    jumps: watch::Sender<()>,
    /// Whether the store did not answer the last question. The loop of beats goes on asking.
    is_cut_off: AtomicBool,
}

/// Why the store is not asked.
#[derive(Debug, thiserror::Error)]
#[error("it did not answer the last time")]
struct CutOff;

impl GameClock {
    /// A clock that knows what the store answers now.
    pub(crate) async fn new(store: &dyn ClockStore) -> Result<Self, StoreError> {
        let started = Instant::now();
        let pair = store.read().await?;
        let look = Look {
            pair,
            asked: Duration::ZERO,
            answered: started.elapsed(),
        };
        let shared = Shared {
            started,
            estimate: Mutex::new(Estimate::new(look)),
            jumps: watch::Sender::new(()),
            is_cut_off: AtomicBool::new(false),
        };
        Ok(Self {
            shared: Arc::new(shared),
        })
    }

    /// About what game time is now: for waiting, not for judging.
    pub(crate) fn about(&self) -> GameTime {
        self.estimate().about(self.now())
    }

    /// Game time now, as all replicas of the clock would tell it, to two milliseconds: by the estimate while that is as good
    /// as the store's word, otherwise by asking the store.
    pub(crate) async fn read(&self, store: &dyn ClockStore) -> Result<Reading, StoreError> {
        let known = self.estimate().exact(self.now());
        match known {
            Some(reading) => Ok(reading),
            // Whoever asks has another replica to ask, and no time to wait for one that is cut off.
            None if self.shared.is_cut_off.load(Ordering::Relaxed) => Err(StoreError::new("read", CutOff)),
            None => {
                let pair = self.ask(store.read()).await?;
                Ok(self.estimate().told(&pair))
            }
        }
    }

    /// Asks the store, and takes over what it answers.
    pub(crate) async fn ask<F>(&self, question: F) -> Result<Pair, StoreError>
    where
        F: Future<Output = Result<Pair, StoreError>>,
    {
        let asked = self.now();
        let answer = question.await;
        self.shared.is_cut_off.store(answer.is_err(), Ordering::Relaxed);
        let pair = answer?;
        let answered = self.now();
        let jumped = self.estimate().update(Look { pair, asked, answered });
        if jumped {
            self.shared.jumps.send_replace(());
        }
        Ok(pair)
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
