//! What the clock keeps: the pair of times, and one alarm for each table.

mod embedded;
mod redis;

pub mod conformance;

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use corners_clockwork::{Beat, GameTime};
use corners_embedded::Location;
use corners_redis::{Mode, Redis, RedisConfig};
use corners_service::time::wall_clock_ms;

use crate::alarm::{Alarm, Claim, Ring};

pub use embedded::{EmbeddedClockStore, OwnTime};
pub use redis::RedisClockStore;

/// Opens the store that the settings name: Redis, or a file in `folder` when Redis is off.
///
/// # Errors
/// When it cannot be used as it is: one sentence says what to do.
pub async fn open(redis: &RedisConfig, folder: &Path) -> Result<Arc<dyn ClockStore>, StoreError> {
    if redis.mode == Mode::Off {
        let file = Location::File(folder.join("clock.db"));
        return Ok(Arc::new(EmbeddedClockStore::open(file, Arc::new(wall_clock_ms)).await?));
    }
    let redis = Redis::connect(redis)
        .await
        .map_err(|error| StoreError::new("open", error))?;
    Ok(Arc::new(RedisClockStore::new(redis)))
}

/// The pair, and the store's own time when it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The last beat.
    pub beat: Beat,
    /// The store's own time, in milliseconds of its clock.
    pub own_now_ms: u64,
}

/// The store of the clock. Several replicas may share one.
///
/// A store knows its own time, whatever the clocks of the replicas say. Every call is atomic.
#[async_trait]
pub trait ClockStore: Send + Sync + 'static {
    /// Whether other replicas may set alarms in it, of which only a look tells.
    fn is_shared(&self) -> bool {
        false
    }

    /// Reads the pair and the store's own time. In a new store game time is zero.
    ///
    /// # Errors
    /// When the store cannot be reached.
    async fn read(&self) -> Result<Pair, StoreError>;

    /// Moves the pair to the moment, by the store's own time, when a probe began that has just succeeded
    /// ([`Beat::after_probe`]); answers the pair as it is then.
    ///
    /// # Errors
    /// When the store cannot be reached; the pair is then as before or moved.
    async fn beat(&self, probe_began_own_ms: u64) -> Result<Pair, StoreError>;

    /// Sets the alarms of tables. An alarm of a lower version than the one already set is ignored; one without a due
    /// time removes what is set. Setting the same alarms again is harmless.
    ///
    /// # Errors
    /// When the store cannot be reached; any of the alarms may then be set.
    async fn arm(&self, alarms: Vec<Alarm>) -> Result<(), StoreError>;

    /// Takes alarms that are due, the earliest first, at most `limit`. They stay stored, hidden from other claims for
    /// [`hidden_for`](crate::alarm::hidden_for) in game time, and come back when nobody settles them.
    ///
    /// # Errors
    /// When the store cannot be reached; alarms may then have been claimed, and come back.
    async fn claim(&self, now: GameTime, limit: usize) -> Result<Claim, StoreError>;

    /// Replaces a claimed alarm by what its table answered, even if the answer's version is lower (its log lost its
    /// tail). When another version was armed meanwhile, the answer counts as a call of [`arm`](Self::arm).
    ///
    /// # Errors
    /// When the store cannot be reached; the claimed alarm may then come back.
    async fn settle(&self, ring: Ring, answer: Alarm) -> Result<(), StoreError>;
}

/// The clock's store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[error("cannot {attempt} the clock's store")]
pub struct StoreError {
    attempt: &'static str,
    source: Box<dyn Error + Send + Sync>,
}

impl StoreError {
    /// An error of an attempt, as in "cannot open the clock's store", with its cause.
    pub fn new(attempt: &'static str, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self {
            attempt,
            source: source.into(),
        }
    }
}
