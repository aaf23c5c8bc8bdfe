//! Finished tables: taken, acknowledged, forgotten.

use std::sync::LazyLock;
use std::time::Duration;

use corners_clockwork::whole_millis;
use corners_proto::ids::TableId;
use corners_redis::{Pipeline, RedisFault, Script, driver};

use super::keys::partitions;
use super::log::Words;
use super::{RedisTables, by_partition, keys};
use crate::store::{StoreError, Taking};

static HAND_BACK: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("scripts/hand_back.lua")));
static TAKE: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("scripts/take.lua")));
static ACKNOWLEDGE: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("scripts/acknowledge.lua")));
static OVER: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("scripts/over.lua")));
static FORGET: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("scripts/forget.lua")));

/// The time, and the ids of tables.
type Found = Result<(u64, Vec<Vec<u8>>), RedisFault>;

impl RedisTables {
    /// Takes from the partitions in turn, beginning with any, so that several takers seldom meet.
    pub(super) async fn take(&self, taking: Taking) -> Result<Vec<TableId>, StoreError> {
        let first: u8 = rand::random();
        let mut order: Vec<u8> = partitions().collect();
        order.sort_by_key(|partition| partition.wrapping_add(first));
        let settled_ms = whole_millis(taking.settled_for);
        let counts = self.count_ready(&order, settled_ms).await;
        let mut left = taking.limit;
        let (mut takes, mut asked) = (Pipeline::new(), Vec::new());
        let mut fault = None;
        for (partition, count) in order.into_iter().zip(counts) {
            let share = match count {
                Ok(ready) => ready.min(left),
                Err(away) => {
                    fault = Some(away);
                    0
                }
            };
            if share > 0 {
                let words = (share, settled_ms, whole_millis(taking.hidden_for));
                takes.run(&TAKE, keys::finished(partition), words);
                asked.push(partition);
                left -= share;
            }
        }
        let taken: Vec<Found> = self.redis.pipeline(&takes).await;
        let mut tables = Vec::new();
        for (partition, taken) in asked.into_iter().zip(taken) {
            match taken {
                Ok((micros, ids)) => {
                    self.times.heard(partition, micros);
                    tables.extend(ids.into_iter().filter_map(table_of));
                }
                Err(away) => fault = Some(away),
            }
        }
        // A server that is away holds back its own tables, not those of the others.
        match fault {
            Some(fault) if tables.is_empty() => Err(fault.into()),
            _ => Ok(tables),
        }
    }

    /// How many can be taken of each partition, about: takers look for them twice a second, and mostly in vain, so that this
    /// must cost little. What there is to take is judged by its partition, in [`TAKE`].
    async fn count_ready(&self, partitions: &[u8], settled_ms: u64) -> Vec<Result<usize, RedisFault>> {
        let mut counts = Pipeline::new();
        for partition in partitions {
            let now_ms = self.times.now(*partition).map(|now| whole_millis(now.0));
            // Where the partition's time is not known, all may be ready.
            let until = now_ms.map_or("+inf".to_owned(), |now_ms| {
                now_ms.saturating_sub(settled_ms).to_string()
            });
            let finished = keys::finished(*partition);
            counts.query(driver::cmd("ZCOUNT").arg(finished).arg("-inf").arg(until));
        }
        self.redis.pipeline(&counts).await
    }

    pub(super) async fn hand_back_all(&self, tables: &[TableId]) -> Result<(), StoreError> {
        let mut pipeline = Pipeline::new();
        for (partition, tables) in by_partition(tables, |table| *table) {
            let words: Words = tables.iter().map(|table| table.as_bytes().to_vec()).collect();
            pipeline.run(&HAND_BACK, keys::finished(partition), words);
        }
        let answers: Vec<Result<(), RedisFault>> = self.redis.pipeline(&pipeline).await;
        for answer in answers {
            answer?;
        }
        Ok(())
    }

    pub(super) async fn acknowledge_all(&self, tables: &[TableId], afterlife: Duration) -> Result<usize, StoreError> {
        let mut pipeline = Pipeline::new();
        for (partition, tables) in by_partition(tables, |table| *table) {
            let mut words: Words = vec![whole_millis(afterlife).to_string().into()];
            words.extend(tables.iter().map(|table| table.as_bytes().to_vec()));
            let keys = [keys::finished(partition), keys::afterlife(partition)];
            pipeline.run(&ACKNOWLEDGE, &keys[..], words);
        }
        let answers: Vec<Result<(u64, usize), RedisFault>> = self.redis.pipeline(&pipeline).await;
        let mut waited = 0;
        for answer in answers {
            waited += answer?.1;
        }
        Ok(waited)
    }

    pub(super) async fn forget_over(&self, limit: usize) -> Result<usize, StoreError> {
        let mut over = Pipeline::new();
        for partition in partitions() {
            // Ids are digests, and so spread evenly: where there are many, there are some in each partition.
            over.run(&OVER, keys::afterlife(partition), limit.div_ceil(8));
        }
        let over: Vec<Found> = self.redis.pipeline(&over).await;
        let mut tables = Vec::new();
        for over in over {
            tables.extend(over?.1.into_iter().filter_map(table_of));
        }
        tables.truncate(limit);
        let mut forget = Pipeline::new();
        for (partition, tables) in by_partition(&tables, |table| *table) {
            let mut keys = vec![
                keys::afterlife(partition),
                keys::forget(partition),
                keys::index(partition),
                keys::alarms(partition),
            ];
            keys.extend(tables.iter().flat_map(|table| [keys::log(*table), keys::here(*table)]));
            let words: Words = tables.iter().map(|table| table.as_bytes().to_vec()).collect();
            forget.run(&FORGET, keys, words);
        }
        let answers: Vec<Result<usize, RedisFault>> = self.redis.pipeline(&forget).await;
        let mut forgotten = 0;
        for answer in answers {
            forgotten += answer?;
        }
        Ok(forgotten)
    }

    pub(super) async fn count_finished(&self) -> Result<u64, StoreError> {
        let mut pipeline = Pipeline::new();
        for partition in partitions() {
            pipeline.query(driver::cmd("ZCARD").arg(keys::finished(partition)));
        }
        let counts: Vec<Result<u64, RedisFault>> = self.redis.pipeline(&pipeline).await;
        let mut count = 0;
        for partition in counts {
            count += partition?;
        }
        Ok(count)
    }
}

fn table_of(id: Vec<u8>) -> Option<TableId> {
    id.try_into().ok().map(TableId::from_bytes)
}
