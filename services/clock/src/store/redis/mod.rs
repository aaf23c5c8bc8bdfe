//! The clock's store in Redis, for any number of replicas.
//!
//! The pair is one hash. Alarms are kept by partition: a sorted set of tables by the moment from which their alarm can be
//! claimed, and a hash of what is to be known of each. An alarm that is removed leaves nothing behind.
//!
//! A failover that forgets the last writes does no harm: an alarm that was claimed is claimed again; the pair is lifted to
//! what this replica has seen of it.

mod alarms;
mod pair;

use async_trait::async_trait;
use corners_clockwork::GameTime;
use corners_redis::{Redis, RedisFault};

use super::{ClockStore, Pair, StoreError};
use crate::alarm::{Alarm, Claim, Ring};

use alarms::Alarms;
use pair::PairKeeper;

/// The clock's store in Redis. Its own time is the `TIME` of the server that has the pair.
#[derive(Debug)]
pub struct RedisClockStore {
    pair: PairKeeper,
    alarms: Alarms,
}

impl RedisClockStore {
    /// A store in this Redis.
    pub fn new(redis: Redis) -> Self {
        Self {
            pair: PairKeeper::new(redis.clone()),
            alarms: Alarms::new(redis),
        }
    }
}

#[async_trait]
impl ClockStore for RedisClockStore {
    fn is_shared(&self) -> bool {
        true
    }

    async fn read(&self) -> Result<Pair, StoreError> {
        self.pair.read().await.map_err(|fault| StoreError::new("read", fault))
    }

    async fn beat(&self, probe_began_own_ms: u64) -> Result<Pair, StoreError> {
        self.pair.beat(probe_began_own_ms).await.map_err(written)
    }

    async fn arm(&self, alarms: Vec<Alarm>) -> Result<(), StoreError> {
        self.alarms.arm(&alarms).await.map_err(written)
    }

    async fn claim(&self, now: GameTime, limit: usize) -> Result<Claim, StoreError> {
        self.alarms.claim(now, limit).await.map_err(written)
    }

    async fn settle(&self, ring: Ring, answer: Alarm) -> Result<(), StoreError> {
        self.alarms.settle(ring, answer).await.map_err(written)
    }
}

fn written(fault: RedisFault) -> StoreError {
    StoreError::new("write to", fault)
}
