//! What is told of pools: how many wait, and how long it takes.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::time::Instant;

use crate::desk::{Desk, DeskError};
use crate::domain::terms::Pool;
use crate::store::{Key, Kind, MatchmakingStore, StoreError};

/// How long what is told of a pool counts.
const KEPT_MS: u64 = 60 * 60 * 1_000;

/// How many of the last waits make the usual one.
const WAITS: usize = 101;

/// How long a replica answers what it has read.
const READ_EVERY: Duration = Duration::from_secs(1);

/// What is told of a pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PoolStatus {
    /// How many wait.
    pub(crate) waiting: u32,
    /// The median of the last waits, in milliseconds.
    pub(crate) usual_wait_ms: Option<u64>,
}

/// The last waits of a pool, as the replica with its lease has seen them.
#[derive(Debug, Default)]
pub(super) struct Waits {
    last_ms: VecDeque<u64>,
    told: Option<(PoolStatus, Instant)>,
}

impl Waits {
    pub(super) fn note(&mut self, waited_ms: u64) {
        self.last_ms.push_back(waited_ms);
        if self.last_ms.len() > WAITS {
            self.last_ms.pop_front();
        }
    }

    /// Writes down what is new of the pool, once a second at most.
    pub(super) async fn tell(&mut self, desk: &Desk, pool: Pool, waiting: usize) -> Result<(), DeskError> {
        let mut sorted: Vec<u64> = self.last_ms.iter().copied().collect();
        sorted.sort_unstable();
        let status = PoolStatus {
            waiting: u32::try_from(waiting).unwrap_or(u32::MAX),
            usual_wait_ms: sorted.get(sorted.len() / 2).copied(),
        };
        let is_new = |(told, at): &(PoolStatus, Instant)| *told != status && at.elapsed() >= READ_EVERY;
        if self.told.as_ref().is_some_and(|told| !is_new(told)) {
            return Ok(());
        }
        let key = key(pool);
        desk.change(&[], |draft| draft.put(key, &status, KEPT_MS)).await?;
        self.told = Some((status, Instant::now()));
        Ok(())
    }
}

fn key(pool: Pool) -> Key {
    let digest = Sha256::digest(pool.to_string());
    let mut id = [0; 16];
    id.copy_from_slice(&digest[..16]);
    Key::new(Kind::Pool, id)
}

/// What a replica knows of pools. Clones share it.
#[derive(Clone)]
pub(crate) struct Board {
    store: Arc<dyn MatchmakingStore>,
    pools: Arc<[Pool]>,
    read: Arc<Mutex<HashMap<Pool, (PoolStatus, Instant)>>>,
}

impl Board {
    pub(crate) fn new(store: Arc<dyn MatchmakingStore>, pools: Vec<Pool>) -> Self {
        Self {
            store,
            pools: pools.into(),
            read: Arc::default(),
        }
    }

    /// All pools there are.
    pub(crate) fn pools(&self) -> &[Pool] {
        &self.pools
    }

    /// What is told of these pools, a second ago at most.
    pub(crate) async fn status(&self, pools: &[Pool]) -> Result<Vec<PoolStatus>, StoreError> {
        let stale: Vec<Pool> = {
            let read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
            let is_fresh = |pool: &Pool| read.get(pool).is_some_and(|(_, at)| at.elapsed() < READ_EVERY);
            pools.iter().copied().filter(|pool| !is_fresh(pool)).collect()
        };
        if !stale.is_empty() {
            let keys: Vec<Key> = stale.iter().map(|pool| key(*pool)).collect();
            let records = self.store.read(&keys).await?.records;
            let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
            for (pool, record) in stale.iter().zip(records) {
                let status = record.and_then(|record| serde_json::from_slice(&record.body).ok());
                read.insert(*pool, (status.unwrap_or_default(), Instant::now()));
            }
        }
        let read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let status = |pool: &Pool| read.get(pool).map_or_else(PoolStatus::default, |(status, _)| *status);
        Ok(pools.iter().map(status).collect())
    }
}
