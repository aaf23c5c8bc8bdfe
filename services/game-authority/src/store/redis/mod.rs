//! Tables in Redis, for any number of processes. See [`keys`] for what is kept where.
//!
//! Whatever changes a table is one script, which Redis runs as one step: a table's log, its alarm, its places in lists
//! and the news of it cannot disagree, whoever dies when. Redis runs a script that writes only if the write would be
//! accepted as a whole.

mod attendance;
mod dead_letters;
mod element;
mod finished;
mod index;
mod keys;
mod log;
mod news;
mod store_time;
mod wanted;

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Duration;

use async_trait::async_trait;
use corners_clockwork::GameTime;
use corners_proto::ids::TableId;
use corners_redis::{Redis, RedisFault, Script};
use futures::stream::BoxStream;
use tokio::sync::Semaphore;

use super::{
    Append, Appended, Attended, DeadLetter, DeadLetterPlace, HeartbeatAnswer, ListFilter, ListPlace, Loaded, LogRead,
    News, Requeued, StoreError, StoreTime, TableStore, Taking, Tended, WantedAlarm,
};
use crate::table::Version;
use store_time::StoreTimes;
use wanted::WantedAlarms;

static PROBE: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("scripts/probe.lua")));

/// How long the key of a dry move stays.
const PROBE_STAYS_MS: u32 = 10_000;

/// How many lists are read at once: each asks all partitions, and moves must not wait for more than a few of them.
const LISTS_AT_ONCE: usize = 2;

/// Tables in Redis.
#[derive(Debug)]
pub struct RedisTables {
    redis: Redis,
    /// What this process signs its spectators with.
    replica: [u8; 8],
    times: StoreTimes,
    wanted: WantedAlarms,
    lists: Semaphore,
}

impl RedisTables {
    /// Tables in this Redis.
    #[must_use]
    pub fn new(redis: Redis) -> Self {
        Self {
            redis,
            replica: rand::random(),
            times: StoreTimes::unknown(),
            wanted: WantedAlarms::default(),
            lists: Semaphore::new(LISTS_AT_ONCE),
        }
    }
}

#[async_trait]
impl TableStore for RedisTables {
    fn now(&self, table: TableId) -> Option<StoreTime> {
        self.times.now(keys::partition_of(table))
    }

    async fn load(&self, table: TableId, known: Option<Version>) -> Result<Loaded, StoreError> {
        self.read_log(table, known).await
    }

    async fn load_all(&self, reads: &[(TableId, Option<Version>)]) -> Vec<Result<LogRead, StoreError>> {
        self.read_logs(reads).await
    }

    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        self.write_append(&append).await
    }

    async fn list(
        &self,
        filter: &ListFilter,
        after: Option<ListPlace>,
        limit: usize,
    ) -> Result<Vec<ListPlace>, StoreError> {
        let _turn = self.lists.acquire().await;
        self.read_list(filter, after, limit).await
    }

    async fn alarms_to_arm(&self, limit: usize) -> Result<Vec<WantedAlarm>, StoreError> {
        Ok(self.some_alarms(limit).await)
    }

    async fn armed(&self, alarms: &[WantedAlarm]) -> Result<(), StoreError> {
        self.forget_armed(alarms).await
    }

    async fn probe(&self) -> Result<(), StoreError> {
        self.redis
            .each_master::<()>(&PROBE, keys::probe, PROBE_STAYS_MS)
            .await?;
        Ok(())
    }

    async fn tend(&self, now: GameTime, tables: &[Tended]) -> Result<Vec<Attended>, StoreError> {
        self.tend_all(now, tables).await
    }

    async fn pass_on(&self, answer: HeartbeatAnswer) -> Result<(), StoreError> {
        self.publish_answer(answer).await
    }

    fn news(&self) -> BoxStream<'static, News> {
        news::hear(&self.redis)
    }

    async fn take_finished(&self, taking: Taking) -> Result<Vec<TableId>, StoreError> {
        self.take(taking).await
    }

    async fn acknowledge(&self, tables: &[TableId], afterlife: Duration) -> Result<usize, StoreError> {
        self.acknowledge_all(tables, afterlife).await
    }

    async fn hand_back(&self, tables: &[TableId]) -> Result<(), StoreError> {
        self.hand_back_all(tables).await
    }

    async fn reject(&self, table: TableId, reason: &str) -> Result<bool, StoreError> {
        self.reject_one(table, reason).await
    }

    async fn dead_letters(&self, after: Option<DeadLetterPlace>, limit: usize) -> Result<Vec<DeadLetter>, StoreError> {
        let _turn = self.lists.acquire().await;
        self.read_dead_letters(after, limit).await
    }

    async fn requeue(&self, table: TableId) -> Result<Requeued, StoreError> {
        self.requeue_one(table).await
    }

    async fn dead_letter_count(&self) -> Result<u64, StoreError> {
        self.count_dead_letters().await
    }

    async fn expire(&self, limit: usize) -> Result<usize, StoreError> {
        self.forget_over(limit).await
    }

    async fn backlog(&self) -> Result<u64, StoreError> {
        self.count_finished().await
    }
}

/// What belongs to each partition, in the order given.
fn by_partition<T: Copy>(all: &[T], table_of: impl Fn(&T) -> TableId) -> BTreeMap<u8, Vec<T>> {
    let mut groups: BTreeMap<u8, Vec<T>> = BTreeMap::new();
    for one in all {
        groups.entry(keys::partition_of(table_of(one))).or_default().push(*one);
    }
    groups
}

impl From<RedisFault> for StoreError {
    fn from(fault: RedisFault) -> Self {
        match fault {
            RedisFault::Unavailable(reason) => Self::Unavailable(reason),
            RedisFault::Failed(reason) => Self::Failed(reason),
        }
    }
}
