//! What is told of pools: how many wait, and how long it takes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use corners_pairing::{Estimate, WaitEnd};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::time::Instant;

use crate::acts::tickets::UNKNOWN;
use crate::desk::{Desk, DeskError};
use crate::domain::terms::Pool;
use crate::store::{Key, Kind, MatchmakingStore, StoreError};

/// How long what is told of a pool counts.
const KEPT_MS: u64 = 60 * 60 * 1_000;

/// The ratings that estimates are written down for; others have that of the nearest.
const RATINGS: [f64; 11] = [
    600.0, 800.0, 1_000.0, 1_200.0, 1_400.0, 1_600.0, 1_800.0, 2_000.0, 2_200.0, 2_400.0, 2_600.0,
];

/// The waits, in milliseconds, after which estimates are written down.
const WAITED_MS: [u64; 6] = [0, 3_000, 8_000, 20_000, 45_000, 90_000];

/// How long a replica answers what it has read.
const READ_EVERY: Duration = Duration::from_secs(1);

/// What is told of a pool.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PoolStatus {
    /// How many wait.
    pub(crate) waiting: u32,
    /// How long somebody in the middle of the ratings waits, in milliseconds.
    pub(crate) usual_wait_ms: Option<u64>,
    /// For each of [`RATINGS`], how much longer somebody will wait who has waited as long as each of [`WAITED_MS`].
    further_ms: Vec<[Option<u64>; WAITED_MS.len()]>,
}

impl PoolStatus {
    /// How much longer somebody will probably wait, in milliseconds; none where nobody can tell.
    pub(crate) fn further_ms(&self, rating: f64, waited_ms: u64) -> Option<u64> {
        let distance = |index: &usize| (RATINGS[*index] - rating).abs();
        let nearest = (0..RATINGS.len()).min_by(|one, other| distance(one).total_cmp(&distance(other)))?;
        let reached = WAITED_MS.iter().rposition(|reached_ms| *reached_ms <= waited_ms)?;
        let further_ms = (*self.further_ms.get(nearest)?.get(reached)?)?;
        further_ms.checked_sub(waited_ms - WAITED_MS[reached])
    }
}

/// The last waits of a pool, as the replica with its lease has seen them.
#[derive(Debug, Default)]
pub(super) struct Waits {
    estimate: Estimate,
    told: Option<(PoolStatus, Instant)>,
}

impl Waits {
    /// Somebody waits no more.
    pub(super) fn ended(&mut self, rating: f64, waited_ms: u64, end: WaitEnd, now_ms: u64) {
        self.estimate.ended(rating, waited_ms, end, now_ms);
    }

    /// Writes down what is new of the pool, once a second at most.
    pub(super) async fn tell(&mut self, desk: &Desk, pool: Pool, waiting: usize, now_ms: u64) -> Result<(), DeskError> {
        if self.told.as_ref().is_some_and(|(_, at)| at.elapsed() < READ_EVERY) {
            return Ok(());
        }
        let further = |rating, waited_ms| self.estimate.further_ms(rating, waited_ms, now_ms);
        let status = PoolStatus {
            waiting: u32::try_from(waiting).unwrap_or(u32::MAX),
            usual_wait_ms: further(UNKNOWN.rating, 0),
            further_ms: RATINGS
                .iter()
                .map(|rating| WAITED_MS.map(|waited_ms| further(*rating, waited_ms)))
                .collect(),
        };
        if self.told.as_ref().is_some_and(|(told, _)| *told == status) {
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
        let status = |pool: &Pool| {
            read.get(pool)
                .map_or_else(PoolStatus::default, |(status, _)| status.clone())
        };
        Ok(pools.iter().map(status).collect())
    }
}
