//! Alarms that the clock may not know yet. A process knows its own at once; what survives it is in the store, where the
//! other processes find it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use corners_clockwork::{GameTime, whole_millis};
use corners_proto::ids::TableId;
use corners_redis::{Pipeline, RedisFault, Script, driver};
use tokio::time::Instant;

use super::keys::partitions;
use super::{RedisTables, by_partition, keys};
use crate::store::{StoreError, WantedAlarm};

static LEFTOVERS: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("scripts/leftovers.lua")));
static ARMED: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("scripts/armed.lua")));

/// How often to look for what others left.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// How long others have at least, and at most, to arm their own alarms: twice as long as this process takes for its own, so
/// that replicas under load do not do each other's work as well.
const LEFT_AFTER_AT_LEAST: Duration = Duration::from_millis(100);
const LEFT_AFTER_AT_MOST: Duration = Duration::from_secs(2);

/// How many are looked at in a partition at once.
const LEFTOVERS_AT_ONCE: usize = 1_000;

/// How many are kept in memory. What is beyond them stays in the store, and is found there.
const MOST_KEPT: usize = 100_000;

/// The latest wish of each table whose alarm this process is to arm.
#[derive(Debug, Default)]
pub(super) struct WantedAlarms {
    alarms: Mutex<BTreeMap<TableId, Waiting>>,
    looked: Mutex<Option<Instant>>,
    /// How long the last ones waited that were armed, in milliseconds.
    waited_ms: AtomicU64,
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    alarm: WantedAlarm,
    since: Instant,
}

impl Waiting {
    fn now(alarm: WantedAlarm) -> Self {
        let since = Instant::now();
        Self { alarm, since }
    }
}

impl WantedAlarms {
    /// Notes what a table wants now.
    pub(super) fn want(&self, alarm: WantedAlarm) {
        let mut alarms = self.alarms();
        if alarms.len() < MOST_KEPT || alarms.contains_key(&alarm.table) {
            alarms.insert(alarm.table, Waiting::now(alarm));
        }
    }

    /// Notes what somebody else left. What this process knows itself of a table is no older.
    fn adopt(&self, alarm: WantedAlarm) {
        let mut alarms = self.alarms();
        if alarms.len() < MOST_KEPT {
            alarms.entry(alarm.table).or_insert(Waiting::now(alarm));
        }
    }

    fn some(&self, limit: usize) -> Vec<WantedAlarm> {
        let alarms = self.alarms();
        alarms.values().take(limit).map(|waiting| waiting.alarm).collect()
    }

    fn armed(&self, armed: &[WantedAlarm]) {
        let mut alarms = self.alarms();
        for alarm in armed {
            let waiting = alarms.get(&alarm.table).filter(|waiting| waiting.alarm == *alarm);
            if let Some(waited) = waiting.map(|waiting| waiting.since.elapsed()) {
                alarms.remove(&alarm.table);
                self.waited_ms.store(whole_millis(waited), Ordering::Relaxed);
            }
        }
    }

    /// How old what others have not armed yet must be to count as left.
    fn left_after(&self) -> Duration {
        let waited = Duration::from_millis(self.waited_ms.load(Ordering::Relaxed));
        (2 * waited).clamp(LEFT_AFTER_AT_LEAST, LEFT_AFTER_AT_MOST)
    }

    fn is_time_to_look(&self) -> bool {
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        let is_time = looked.is_none_or(|at| at.elapsed() >= LOOK_EVERY);
        if is_time {
            *looked = Some(Instant::now());
        }
        is_time
    }

    fn alarms(&self) -> MutexGuard<'_, BTreeMap<TableId, Waiting>> {
        // Nothing can be half done under this lock: a poisoned map is a whole one.
        self.alarms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RedisTables {
    pub(super) async fn some_alarms(&self, limit: usize) -> Vec<WantedAlarm> {
        if self.wanted.is_time_to_look() {
            self.adopt_leftovers().await;
        }
        self.wanted.some(limit)
    }

    /// Looks through all partitions. One that does not answer holds the others up no longer than a call takes: it is
    /// looked at again the next time.
    async fn adopt_leftovers(&self) {
        let mut lengths = Pipeline::new();
        for partition in partitions() {
            lengths.query(driver::cmd("HLEN").arg(keys::alarms(partition)));
        }
        let lengths: Vec<Result<u64, RedisFault>> = self.redis.pipeline(&lengths).await;
        let waiting: Vec<u8> = partitions()
            .zip(lengths)
            .filter(|(_, length)| matches!(length, Ok(1..)))
            .map(|(partition, _)| partition)
            .collect();
        let mut leftovers = Pipeline::new();
        for partition in &waiting {
            let words = (whole_millis(self.wanted.left_after()), LEFTOVERS_AT_ONCE);
            leftovers.run(&LEFTOVERS, keys::alarms(*partition), words);
        }
        let leftovers: Vec<Result<Vec<driver::Value>, RedisFault>> = self.redis.pipeline(&leftovers).await;
        for (partition, answer) in waiting.into_iter().zip(leftovers) {
            let Ok([micros, alarms @ ..]) = answer.as_deref() else {
                continue;
            };
            if let Ok(micros) = driver::from_redis_value_ref(micros) {
                self.times.heard(partition, micros);
            }
            alarms
                .chunks_exact(2)
                .filter_map(|pair| alarm_of(&pair[0], &pair[1]))
                .for_each(|alarm| self.wanted.adopt(alarm));
        }
    }

    pub(super) async fn forget_armed(&self, alarms: &[WantedAlarm]) -> Result<(), StoreError> {
        let mut pipeline = Pipeline::new();
        let mut groups = Vec::new();
        for (partition, alarms) in by_partition(alarms, |alarm| alarm.table) {
            let words: Vec<Vec<u8>> = alarms
                .iter()
                .flat_map(|alarm| [alarm.table.as_bytes().to_vec(), alarm_text(alarm).into()])
                .collect();
            pipeline.run(&ARMED, keys::alarms(partition), words);
            groups.push(alarms);
        }
        let answers: Vec<Result<u64, RedisFault>> = self.redis.pipeline(&pipeline).await;
        let mut outcome = Ok(());
        for (alarms, answer) in groups.iter().zip(answers) {
            match answer {
                Ok(_) => self.wanted.armed(alarms),
                Err(fault) => outcome = Err(fault.into()),
            }
        }
        outcome
    }
}

/// An alarm as it is stored: version and due time, before the time at which it was wanted.
pub(super) fn alarm_text(alarm: &WantedAlarm) -> String {
    let due = alarm.due.map(|due| due.millis().to_string());
    format!("{}:{}:", alarm.version, due.unwrap_or_default())
}

/// The alarm of a field and its value; none for what nobody here stores.
fn alarm_of(table: &driver::Value, text: &driver::Value) -> Option<WantedAlarm> {
    let table: Vec<u8> = driver::from_redis_value_ref(table).ok()?;
    let text: String = driver::from_redis_value_ref(text).ok()?;
    let mut parts = text.split(':');
    let version = parts.next()?.parse().ok()?;
    let due = match parts.next()? {
        "" => None,
        millis => Some(GameTime::from_millis(millis.parse().ok()?)),
    };
    Some(WantedAlarm {
        table: TableId::from_bytes(table.try_into().ok()?),
        version,
        due,
    })
}
