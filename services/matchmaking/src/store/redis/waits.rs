//! The leases of tickets, and the pools that they wait in.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use corners_redis::driver::cmd;
use corners_redis::{Pipeline, RedisFault, Script};

use super::commit::span;
use super::{RedisMatchmakingStore, keys, script};
use crate::store::{MOST_LISTED, POOL_KNOWN_MS, PoolName, Wait};

static RENEW: LazyLock<Script> = script!("renew.lua");
static FORGET_POOL: LazyLock<Script> = script!("forget_pool.lua");

/// Leases that one run of the script renews: Redis does nothing else meanwhile, for about 1 ms.
const RENEWED_AT_ONCE: usize = 1_000;

impl RedisMatchmakingStore {
    pub(super) async fn renew_all(&self, waits: &[Wait], for_ms: u64) -> Result<Vec<bool>, RedisFault> {
        let mut by_pool: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (position, (pool, _)) in waits.iter().enumerate() {
            by_pool.entry(pool).or_default().push(position);
        }
        let mut pipeline = Pipeline::new();
        let mut groups = Vec::new();
        for (pool, positions) in &by_pool {
            for some in positions.chunks(RENEWED_AT_ONCE) {
                let mut args = vec![span(for_ms).into_bytes()];
                args.extend(some.iter().map(|position| waits[*position].1.to_vec()));
                pipeline.run(&RENEW, keys::waiting(pool), args);
                groups.push(some);
            }
        }
        let mut renewed = vec![false; waits.len()];
        let answers = self.redis.pipeline::<Vec<u8>>(&pipeline).await;
        for (positions, answer) in groups.into_iter().zip(answers) {
            for (position, digit) in positions.iter().zip(answer?) {
                renewed[*position] = digit == b'1';
            }
        }
        Ok(renewed)
    }

    /// The pools that are known: those into which a ticket was put lately, and the others in which one waits.
    pub(super) async fn known_pools(&self) -> Result<Vec<PoolName>, RedisFault> {
        let (lately, before) = self.all_pools().await?;
        let mut pipeline = Pipeline::new();
        for pool in &before {
            pipeline.query(cmd("ZCARD").arg(keys::waiting(pool)));
        }
        let counts: Result<Vec<u64>, RedisFault> = self.redis.pipeline(&pipeline).await.into_iter().collect();
        let waiting = before.into_iter().zip(counts?).filter(|(_, count)| *count > 0);
        Ok(lately.into_iter().chain(waiting.map(|(pool, _)| pool)).collect())
    }

    /// Forgets pools that are not known any more.
    pub(super) async fn forget_pools(&self, limit: usize) -> Result<(), RedisFault> {
        let (_, before) = self.all_pools().await?;
        let mut pipeline = Pipeline::new();
        for pool in before.iter().take(limit) {
            let keys = [keys::POOLS.to_owned(), keys::waiting(pool)];
            pipeline.run(&FORGET_POOL, &keys[..], (pool, POOL_KNOWN_MS));
        }
        let answers = self.redis.pipeline::<u64>(&pipeline).await;
        answers.into_iter().try_for_each(|answer| answer.map(drop))
    }

    /// The pools into which a ticket was put lately, and the others.
    async fn all_pools(&self) -> Result<(Vec<PoolName>, Vec<PoolName>), RedisFault> {
        let (now_ms, pools) = self.range::<PoolName>(keys::POOLS, 0, MOST_LISTED).await?;
        let since_ms = now_ms.saturating_sub(POOL_KNOWN_MS);
        let (lately, before): (Vec<_>, Vec<_>) = pools
            .into_iter()
            .partition(|(_, entered_ms)| super::whole(*entered_ms) >= since_ms);
        let names = |pools: Vec<(PoolName, f64)>| pools.into_iter().map(|(pool, _)| pool).collect();
        Ok((names(lately), names(before)))
    }
}
