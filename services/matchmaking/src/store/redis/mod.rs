//! The store of matchmaking in Redis, for any number of replicas. See [`keys`] for what is kept where.
//!
//! Whatever changes anything is one script, which Redis runs as one step by its own clock. Commits that are handed over together
//! share scripts, as many as Redis can do without keeping others waiting.

mod commit;
mod ears;
mod keys;
mod waits;

use std::sync::LazyLock;

use async_trait::async_trait;
use corners_redis::driver::{FromRedisValue, Value, cmd, from_redis_value};
use corners_redis::{NO_ARGS, Pipeline, Redis, RedisFault, Script};

use super::bounds::{check_commits, check_pool, check_read};
use super::{
    Audience, Commit, Committed, Index, Key, LEASE_KEPT_MS, Listed, Listener, MOST_LISTED, MOST_NEWS, MOST_READ, Mark,
    MatchmakingStore, NewsPage, PoolName, Reading, Record, StoreError, Told, Wait,
};
use commit::{batches, span};
use ears::Listening;

/// A script of this folder.
macro_rules! script {
    ($file:literal) => {
        LazyLock::new(|| Script::new(include_str!(concat!("scripts/", $file))))
    };
}
use script;

static COMMIT: LazyLock<Script> = script!("commit.lua");
static READ: LazyLock<Script> = script!("read.lua");
static CLAIM: LazyLock<Script> = script!("claim.lua");
static HOLD: LazyLock<Script> = script!("hold.lua");
static RELEASE: LazyLock<Script> = script!("release.lua");
static NEWS: LazyLock<Script> = script!("news.lua");

/// The store of matchmaking in Redis. Its time is the `TIME` of the server.
#[derive(Clone, Debug)]
pub struct RedisMatchmakingStore {
    redis: Redis,
}

impl RedisMatchmakingStore {
    /// A store in this Redis.
    #[must_use]
    pub fn new(redis: Redis) -> Self {
        Self { redis }
    }

    async fn store(&self, commits: &[Commit]) -> Result<Vec<Committed>, RedisFault> {
        let mut answers = Vec::with_capacity(commits.len());
        for batch in batches(commits) {
            let digits: Vec<u8> = self.redis.run(&COMMIT, &batch.keys, &batch.args).await?;
            answers.extend(batch.answers(&digits)?);
        }
        Ok(answers)
    }

    async fn read_records(&self, keys: &[Key]) -> Result<Reading, RedisFault> {
        let mut names = vec![keys::POOLS.to_owned()];
        names.extend(keys.iter().map(keys::record));
        let answer: (u64, Vec<Option<Vec<u8>>>) = self.redis.run(&READ, names, NO_ARGS).await?;
        let (now_ms, stored) = answer;
        let records = stored.iter().map(|stored| record(stored.as_ref()?));
        Ok(Reading {
            now_ms,
            records: records.collect(),
        })
    }

    /// The first members of an index, and the time at which this was asked: a script would take twice as long for many members, and
    /// keep others waiting.
    async fn range<M: FromRedisValue>(
        &self,
        index: &str,
        from_ms: u64,
        limit: usize,
    ) -> Result<(u64, Vec<(M, f64)>), RedisFault> {
        let mut range = cmd("ZRANGE");
        range.arg(index).arg(from_ms).arg("+inf").arg("BYSCORE");
        range.arg("LIMIT").arg(0).arg(limit.min(MOST_LISTED)).arg("WITHSCORES");
        let mut both = Pipeline::new();
        both.run(&READ, keys::POOLS, NO_ARGS).query(&range);
        let answers: Result<Vec<Value>, RedisFault> = self.redis.pipeline(&both).await.into_iter().collect();
        let unexpected = || RedisFault::Failed("an index was not listed as it should be".to_owned());
        let [time, members] = <[Value; 2]>::try_from(answers?).map_err(|_| unexpected())?;
        let (now_ms, _): (u64, Vec<Value>) = from_redis_value(time).map_err(|_| unexpected())?;
        Ok((now_ms, from_redis_value(members).map_err(|_| unexpected())?))
    }

    async fn read_news(&self, audience: Audience, from: u64, limit: usize) -> Result<NewsPage, RedisFault> {
        let args = (from, limit.min(MOST_NEWS));
        let page: Option<(Vec<u8>, Vec<Vec<u8>>)> = self.redis.run(&NEWS, keys::news(audience), args).await?;
        let (head, news) = page.unwrap_or_default();
        let told: Option<Vec<Told>> = news.iter().map(|news| told(news)).collect();
        Ok(NewsPage {
            head: told_head(&head),
            told: told.ok_or_else(|| RedisFault::Failed("news is not stored as it should be".to_owned()))?,
        })
    }
}

#[async_trait]
impl MatchmakingStore for RedisMatchmakingStore {
    async fn read(&self, keys: &[Key]) -> Result<Reading, StoreError> {
        check_read(keys)?;
        self.read_records(keys).await.map_err(unread)
    }

    async fn commit(&self, commits: Vec<Commit>) -> Result<Vec<Committed>, StoreError> {
        check_commits(&commits)?;
        self.store(&commits).await.map_err(unwritten)
    }

    async fn list(&self, index: &Index, from_ms: u64, limit: usize) -> Result<Listed, StoreError> {
        let (now_ms, members) = self.range(&keys::index(index), from_ms, limit).await.map_err(unread)?;
        Ok(listed((now_ms, members)))
    }

    async fn pools(&self) -> Result<Vec<PoolName>, StoreError> {
        self.known_pools().await.map_err(unread)
    }

    async fn renew(&self, waits: &[Wait], for_ms: u64) -> Result<Vec<bool>, StoreError> {
        self.renew_all(waits, for_ms).await.map_err(unwritten)
    }

    async fn claim(&self, limit: usize, hide_ms: u64) -> Result<Listed, StoreError> {
        let args = (limit.min(MOST_READ), span(hide_ms));
        let answer = self.redis.run(&CLAIM, keys::index(&Index::Due), args).await;
        answer.map(listed).map_err(unwritten)
    }

    async fn hold(&self, pool: &str, holder: u64, for_ms: u64) -> Result<Option<u64>, StoreError> {
        check_pool(pool).map_err(|error| StoreError::new("write to", error))?;
        let args = (holder, span(for_ms), LEASE_KEPT_MS);
        self.redis.run(&HOLD, keys::lease(pool), args).await.map_err(unwritten)
    }

    async fn release(&self, pool: &str, holder: u64) -> Result<(), StoreError> {
        let released = self.redis.run::<u64>(&RELEASE, keys::lease(pool), holder).await;
        released.map(drop).map_err(unwritten)
    }

    async fn news(&self, audience: Audience, from: u64, limit: usize) -> Result<NewsPage, StoreError> {
        self.read_news(audience, from, limit).await.map_err(unread)
    }

    /// Each listener has a connection of its own.
    fn listen(&self) -> Box<dyn Listener> {
        Box::new(Listening::to(&self.redis))
    }

    /// All but pools goes by itself.
    async fn prune(&self, limit: usize) -> Result<(), StoreError> {
        self.forget_pools(limit).await.map_err(unwritten)
    }
}

fn unread(fault: RedisFault) -> StoreError {
    StoreError::new("read", fault)
}

fn unwritten(fault: RedisFault) -> StoreError {
    StoreError::new("write to", fault)
}

/// A record as it is stored; none of what is too short to be one.
fn record(stored: &[u8]) -> Option<Record> {
    let (revision, body) = stored.split_first_chunk()?;
    Some(Record {
        revision: u64::from_be_bytes(*revision),
        body: body.to_vec(),
    })
}

fn told(stored: &[u8]) -> Option<Told> {
    let (number, rest) = stored.split_first_chunk()?;
    let (id, body) = rest.split_first_chunk()?;
    Some(Told {
        mark: Mark {
            number: u64::from_be_bytes(*number),
            id: u64::from_be_bytes(*id),
        },
        body: body.to_vec(),
    })
}

fn told_head(stored: &[u8]) -> Option<Mark> {
    told(stored).map(|told| told.mark)
}

fn listed((now_ms, members): (u64, Vec<(Vec<u8>, f64)>)) -> Listed {
    let members = members.into_iter().map(|(member, moment)| (member, whole(moment)));
    Listed {
        now_ms,
        members: members.collect(),
    }
}

/// A score: sorted sets have floating numbers, all of ours are whole.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "whole, and from 0 to 2^53"
)]
fn whole(score: f64) -> u64 {
    score as u64
}
