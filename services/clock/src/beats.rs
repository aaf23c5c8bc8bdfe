//! The beats that keep game time running: a dry move every so often, and the pair moved to its beginning.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use corners_proto::game::internal::v1::ProbeRequest;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_util::sync::CancellationToken;

use crate::Authority;
use crate::game_clock::GameClock;
use crate::store::{ClockStore, Pair, StoreError};

/// A probe that takes longer than game time runs without a beat proves nothing any more.
const PROBE_TIMEOUT: Duration = Duration::from_secs(1);

/// One slow probe must not hold up the next; more than this many at once help nobody.
const PROBES_AT_ONCE: usize = 5;

/// Why there was no beat.
#[derive(Debug, thiserror::Error)]
enum MissedBeat {
    #[error("no dry move within {PROBE_TIMEOUT:?}")]
    TooSlow,
    #[error("the dry move failed: {}: {}", .0.code(), .0.message())]
    Refused(Box<tonic::Status>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The loop that makes beats.
#[derive(Clone)]
pub(crate) struct Beats {
    pub(crate) clock: GameClock,
    pub(crate) store: Arc<dyn ClockStore>,
    pub(crate) authority: Authority,
    pub(crate) interval: Duration,
}

impl Beats {
    /// Beats until the drain is over.
    pub(crate) async fn run(self, over: CancellationToken) {
        // Twice as often as beats are due: a replica learns of the others' beats, and of a stall's end, that much earlier.
        let mut ticks = interval(self.interval / 2);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut probes = JoinSet::new();
        let mut beating = true;
        loop {
            tokio::select! {
                biased;
                () = over.cancelled() => return,
                Some(finished) = probes.join_next() => beating = report(beating, finished),
                _ = ticks.tick() => {
                    if probes.len() < PROBES_AT_ONCE {
                        probes.spawn(self.clone().beat());
                    }
                }
            }
        }
    }

    async fn beat(mut self) -> Result<(), MissedBeat> {
        let before = self.clock.ask(self.store.read()).await?;
        if self.is_fresh(&before) {
            return Ok(());
        }
        timeout(PROBE_TIMEOUT, self.authority.probe(ProbeRequest {}))
            .await
            .map_err(|_| MissedBeat::TooSlow)?
            .map_err(|status| MissedBeat::Refused(Box::new(status)))?;
        self.clock.ask(self.store.beat(before.own_now_ms)).await?;
        Ok(())
    }
}

impl Beats {
    /// Whether the last beat, ours or another replica's, is so young that the next can wait for the next tick. At the moment
    /// that a stall ended no probe began: the next one is already late.
    fn is_fresh(&self, pair: &Pair) -> bool {
        if pair.beat.stall_end == Some(pair.beat.game) {
            return false;
        }
        let age_ms = pair.own_now_ms.checked_sub(pair.beat.own_ms);
        age_ms.is_some_and(|age_ms| Duration::from_millis(age_ms) < self.interval * 3 / 4)
    }
}

/// Logs when beats stop and when they come again, not each one; answers whether they come.
fn report(were_beating: bool, finished: Result<Result<(), MissedBeat>, JoinError>) -> bool {
    let failure: Box<dyn Error> = match finished {
        Ok(Ok(())) => {
            if !were_beating {
                tracing::info!("moves can be taken: game time runs");
            }
            return true;
        }
        Ok(Err(missed)) => Box::new(missed),
        Err(panicked) => Box::new(panicked),
    };
    if were_beating {
        tracing::warn!(
            error = &*failure,
            "moves cannot be taken: game time stands still until they can"
        );
    }
    false
}
