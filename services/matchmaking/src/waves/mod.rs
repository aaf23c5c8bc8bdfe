//! Pairing those who wait in pools, in waves.
//!
//! Each pool has a task of its own, in every replica that knows of it; the one whose replica holds the pool's lease makes the
//! waves. Correctness does not need the lease: a pair is taken in one step or not at all.

mod board;
mod known;
mod pool;
mod take;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use corners_pairing::Policy;
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::completing::Completing;
use crate::desk::Desk;
use crate::domain::terms::Pool;
use crate::meters::Meters;
use crate::store::PoolName;

pub(crate) use board::{Board, PoolStatus};
use pool::PoolWaves;

/// How often it is looked which pools there are.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// When waves are made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pacing {
    /// At the latest so long after the last one.
    pub(crate) interval: Duration,
    /// At the earliest so long after the last one.
    pub(crate) pause: Duration,
}

/// Makes the waves of a replica.
#[derive(Clone)]
pub(crate) struct Waves {
    pub(crate) desk: Desk,
    pub(crate) completing: Completing,
    pub(crate) policy: Policy,
    pub(crate) pacing: Pacing,
    pub(crate) meters: Meters,
    /// Who holds leases: this replica.
    pub(crate) holder: u64,
}

impl Waves {
    /// Makes waves until `over`. `heard` are pools that got a ticket.
    pub(crate) async fn run(self, mut heard: mpsc::Receiver<Option<PoolName>>, over: CancellationToken) {
        let mut running: HashMap<PoolName, Arc<Notify>> = HashMap::new();
        let mut tasks = JoinSet::new();
        let mut look_at = Instant::now();
        while !over.is_cancelled() {
            let pool = tokio::select! {
                () = over.cancelled() => break,
                () = sleep_until(look_at) => None,
                pool = heard.recv() => pool.flatten(),
                Some(ended) = tasks.join_next(), if !tasks.is_empty() => {
                    // A task that panicked is begun again when its pool is seen next, as one that ended.
                    let Ok(ended) = ended else {
                        running.clear();
                        tasks.abort_all();
                        continue;
                    };
                    running.remove::<PoolName>(&ended);
                    continue;
                }
            };
            let pools = match pool {
                Some(pool) => vec![pool],
                None => {
                    look_at = Instant::now() + LOOK_EVERY;
                    self.all_pools().await
                }
            };
            for name in pools {
                if let Some(notify) = running.get(&name) {
                    notify.notify_one();
                } else if let Ok(pool) = name.parse::<Pool>() {
                    let notify = Arc::new(Notify::new());
                    running.insert(name.clone(), Arc::clone(&notify));
                    let waves = PoolWaves::new(self.clone(), pool);
                    let over = over.clone();
                    tasks.spawn(async move {
                        waves.run(&notify, over).await;
                        name
                    });
                } else {
                    tracing::error!(pool = name, "the pool's name cannot be read");
                }
            }
        }
        while tasks.join_next().await.is_some() {}
    }

    async fn all_pools(&self) -> Vec<PoolName> {
        match self.desk.store().pools().await {
            Ok(pools) => pools,
            Err(error) => {
                let error: &(dyn std::error::Error + 'static) = &error;
                tracing::debug!(error, "it is not known in which pools somebody waits");
                Vec::new()
            }
        }
    }
}
