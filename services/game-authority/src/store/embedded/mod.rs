//! Tables in one SQLite file.

mod attendance;
mod dead_letters;
mod finished;
mod list;
mod log;
mod wanted;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use corners_embedded::{Database, Durability, EmbeddedError, Location, Schema};
use corners_proto::ids::TableId;
use futures::StreamExt;
use futures::stream::{self, BoxStream};
use tokio::sync::Semaphore;

use corners_clockwork::GameTime;

use super::{
    Append, Appended, Attended, DeadLetter, DeadLetterPlace, HeartbeatAnswer, ListFilter, ListPlace, Loaded, LogRead,
    News, Requeued, StoreError, StoreTime, TableStore, Taking, Tended, WantedAlarm,
};
use crate::table::{Status, Version};
use attendance::Attendance;
use finished::Backlog;
use list::read_list;
use log::{read_log, write_append};
use wanted::WantedAlarms;

const SCHEMA: Schema = Schema(&[
    "
    CREATE TABLE tables (
        id BLOB PRIMARY KEY,
        head_number INTEGER NOT NULL,
        head_event INTEGER NOT NULL,
        created_at_ms INTEGER NOT NULL,
        variant TEXT NOT NULL,
        status INTEGER NOT NULL,
        alarm_ms INTEGER
    ) WITHOUT ROWID;
    CREATE INDEX tables_by_age ON tables (status, created_at_ms, id);
    CREATE INDEX tables_by_variant ON tables (variant, status, created_at_ms, id);
    CREATE INDEX tables_with_alarms ON tables (id) WHERE alarm_ms IS NOT NULL;
    CREATE TABLE events (
        table_id BLOB NOT NULL,
        number INTEGER NOT NULL,
        event INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID;
    CREATE TABLE seats (
        account BLOB NOT NULL,
        created_at_ms INTEGER NOT NULL,
        table_id BLOB NOT NULL,
        PRIMARY KEY (account, created_at_ms, table_id)
    ) WITHOUT ROWID;
    CREATE TABLE calls (
        table_id BLOB NOT NULL,
        account BLOB NOT NULL,
        request BLOB NOT NULL,
        digest BLOB NOT NULL,
        answered_at INTEGER NOT NULL,
        PRIMARY KEY (table_id, account, request)
    ) WITHOUT ROWID;
    CREATE TABLE probes (id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER NOT NULL);
    INSERT INTO probes VALUES (1, 0);
",
    "
    DROP TABLE calls;
    CREATE TABLE finished (
        table_id BLOB PRIMARY KEY,
        ended_ms INTEGER NOT NULL,
        hidden_until_ms INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX finished_by_age ON finished (ended_ms);
    INSERT INTO finished SELECT id, created_at_ms, 0 FROM tables WHERE status = 3;
    CREATE TABLE acknowledged (
        table_id BLOB PRIMARY KEY,
        forget_ms INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX acknowledged_by_end ON acknowledged (forget_ms);
    CREATE INDEX seats_by_table ON seats (table_id);
",
    "
    CREATE TABLE dead_letters (
        table_id BLOB PRIMARY KEY,
        died_ms INTEGER NOT NULL,
        reason TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX dead_letters_by_age ON dead_letters (died_ms, table_id);
",
]);

/// Tables in one SQLite file, or in memory.
#[derive(Clone, Debug)]
pub struct EmbeddedTables {
    database: Database,
    wanted: WantedAlarms,
    attendance: Attendance,
    backlog: Backlog,
    /// Lists wait for each other, so that moves never wait for more than a few of them.
    lists: Arc<Semaphore>,
    own_time: OwnTime,
}

/// Where the embedded store takes its own time from: how long it has been open by the machine's monotonic clock, or what
/// a simulation says.
#[derive(Clone)]
pub struct OwnTime(Arc<dyn Fn() -> Duration + Send + Sync>);

impl OwnTime {
    /// The time that `read` tells.
    pub fn told_by(read: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self(Arc::new(read))
    }

    fn since_now() -> Self {
        let opened = Instant::now();
        Self::told_by(move || opened.elapsed())
    }

    fn now(&self) -> StoreTime {
        StoreTime((self.0)())
    }
}

impl fmt::Debug for OwnTime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("OwnTime").field(&self.now()).finish()
    }
}

/// How many lists are read at once.
const LISTS_AT_ONCE: usize = 2;

impl EmbeddedTables {
    /// Opens the store, alone. All alarms of live tables are to be armed again: whatever the clock has lost, the tables
    /// have not.
    ///
    /// # Errors
    /// Why the file cannot be opened.
    pub async fn open(location: Location, durability: Durability) -> Result<Self, EmbeddedError> {
        Self::open_with_time(location, durability, OwnTime::since_now()).await
    }

    /// As [`EmbeddedTables::open`], with a time of the caller's.
    ///
    /// # Errors
    /// Why the file cannot be opened.
    pub async fn open_with_time(
        location: Location,
        durability: Durability,
        own_time: OwnTime,
    ) -> Result<Self, EmbeddedError> {
        let database = Database::open(location, SCHEMA, durability)?;
        let wanted = database.read(WantedAlarms::of_all).await?;
        let backlog = database.read(Backlog::counted).await?;
        Ok(Self {
            database,
            wanted,
            attendance: Attendance::default(),
            backlog,
            lists: Arc::new(Semaphore::new(LISTS_AT_ONCE)),
            own_time,
        })
    }
}

#[async_trait]
impl TableStore for EmbeddedTables {
    fn now(&self, _: TableId) -> Option<StoreTime> {
        Some(self.own_time.now())
    }

    async fn load(&self, table: TableId, known: Option<Version>) -> Result<Loaded, StoreError> {
        let own_time = self.own_time.clone();
        let read = self.database.read(move |connection| {
            // The store's time is read with the log: waiting for a reader makes no reading of the clock old.
            let now = own_time.now();
            Ok((now, read_log(connection, table, known)?))
        });
        let (now, encoded) = read.await?;
        Ok(Loaded {
            now,
            log: encoded.decode(table, known)?,
        })
    }

    async fn load_all(&self, reads: &[(TableId, Option<Version>)]) -> Vec<Result<LogRead, StoreError>> {
        let wanted = reads.to_vec();
        let read = self.database.read(move |connection| {
            let logs = wanted.iter().map(|&(table, known)| read_log(connection, table, known));
            Ok(logs.collect::<Vec<_>>())
        });
        let logs = match read.await {
            Ok(logs) => logs,
            Err(error) => {
                let error = StoreError::from(error);
                return reads.iter().map(|_| Err(error.clone())).collect();
            }
        };
        let decoded = reads.iter().zip(logs).map(|(&(table, known), encoded)| {
            let encoded = encoded.map_err(|error| StoreError::from(EmbeddedError::Job(error)))?;
            encoded.decode(table, known)
        });
        decoded.collect()
    }

    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let (own_time, wanted) = (self.own_time.clone(), self.wanted.clone());
        let (attendance, backlog) = (self.attendance.clone(), self.backlog.clone());
        let written = self.database.write(move |connection| {
            if append.not_after.is_some_and(|limit| own_time.now() > limit) {
                return Ok(Appended::TooLate);
            }
            let came_back = |(side, moment)| attendance.seen_after(append.table, side, moment);
            if append.unless_seen.is_some_and(came_back) {
                return Ok(Appended::SeenSince);
            }
            let (appended, alarm) = write_append(connection, &append)?;
            match (appended, append.was, append.entry.status) {
                (Appended::Stored, _, Status::Finished) => {
                    attendance.forget(append.table);
                    backlog.grow();
                }
                (Appended::Stored, Some(Status::Finished), _) => backlog.shrink(1),
                _ => {}
            }
            // Should the commit fail, the alarm rings for nothing, which is harmless.
            alarm.into_iter().for_each(|alarm| wanted.want(alarm));
            Ok(appended)
        });
        Ok(written.await?)
    }

    async fn list(
        &self,
        filter: &ListFilter,
        after: Option<ListPlace>,
        limit: usize,
    ) -> Result<Vec<ListPlace>, StoreError> {
        let filter = filter.clone();
        let _turn = self.lists.acquire().await;
        Ok(self
            .database
            .read(move |connection| read_list(connection, &filter, after, limit))
            .await?)
    }

    async fn alarms_to_arm(&self, limit: usize) -> Result<Vec<WantedAlarm>, StoreError> {
        Ok(self.wanted.some(limit))
    }

    async fn armed(&self, alarms: &[WantedAlarm]) -> Result<(), StoreError> {
        self.wanted.armed(alarms);
        Ok(())
    }

    async fn probe(&self) -> Result<(), StoreError> {
        let written = self.database.write(|connection| {
            connection
                .prepare_cached("UPDATE probes SET count = count + 1")?
                .execute([])?;
            Ok(())
        });
        Ok(written.await?)
    }

    async fn tend(&self, now: GameTime, tables: &[Tended]) -> Result<Vec<Attended>, StoreError> {
        let (attendance, tables) = (self.attendance.clone(), tables.to_vec());
        let read = self
            .database
            .read(move |connection| attendance.tend(connection, now, &tables));
        Ok(read.await?)
    }

    /// There are no other processes.
    async fn pass_on(&self, _: HeartbeatAnswer) -> Result<(), StoreError> {
        Ok(())
    }

    /// There are no other processes.
    fn news(&self) -> BoxStream<'static, News> {
        stream::pending().boxed()
    }

    async fn take_finished(&self, taking: Taking) -> Result<Vec<TableId>, StoreError> {
        if self.backlog.count() == 0 {
            return Ok(Vec::new());
        }
        Ok(self
            .database
            .write(move |connection| finished::take(connection, taking))
            .await?)
    }

    async fn acknowledge(&self, tables: &[TableId], afterlife: Duration) -> Result<usize, StoreError> {
        let tables = tables.to_vec();
        let acknowledged = self
            .database
            .write(move |connection| finished::acknowledge(connection, &tables, afterlife))
            .await?;
        self.backlog.shrink(acknowledged);
        Ok(acknowledged)
    }

    async fn hand_back(&self, tables: &[TableId]) -> Result<(), StoreError> {
        let tables = tables.to_vec();
        Ok(self
            .database
            .write(move |connection| finished::hand_back(connection, &tables))
            .await?)
    }

    async fn reject(&self, table: TableId, reason: &str) -> Result<bool, StoreError> {
        let reason = reason.to_owned();
        let rejected = self
            .database
            .write(move |connection| dead_letters::reject(connection, table, &reason))
            .await?;
        self.backlog.shrink(usize::from(rejected));
        Ok(rejected)
    }

    async fn dead_letters(&self, after: Option<DeadLetterPlace>, limit: usize) -> Result<Vec<DeadLetter>, StoreError> {
        Ok(self
            .database
            .read(move |connection| dead_letters::read(connection, after, limit))
            .await?)
    }

    async fn requeue(&self, table: TableId) -> Result<Requeued, StoreError> {
        let backlog = self.backlog.clone();
        let requeued = self.database.write(move |connection| {
            let requeued = dead_letters::requeue(connection, table)?;
            if requeued == Requeued::Done {
                backlog.grow();
            }
            Ok(requeued)
        });
        Ok(requeued.await?)
    }

    async fn dead_letter_count(&self) -> Result<u64, StoreError> {
        Ok(self.database.read(dead_letters::count).await?)
    }

    async fn expire(&self, limit: usize) -> Result<usize, StoreError> {
        let expired = self
            .database
            .read(move |connection| finished::expired(connection, limit))
            .await?;
        let count = expired.len();
        if count > 0 {
            let forgetting = self
                .database
                .write(move |connection| finished::forget(connection, &expired));
            forgetting.await?;
        }
        Ok(count)
    }

    async fn backlog(&self) -> Result<u64, StoreError> {
        Ok(self.backlog.count())
    }
}

/// SQLite's integers are signed: all 64 bits are kept, as event ids need.
fn stored(number: u64) -> i64 {
    number.cast_signed()
}

fn loaded(number: i64) -> u64 {
    number.cast_unsigned()
}

impl From<EmbeddedError> for StoreError {
    fn from(error: EmbeddedError) -> Self {
        match error {
            EmbeddedError::Job(_) | EmbeddedError::JobPanicked => Self::Failed(error.to_string()),
            _ => Self::Unavailable(error.to_string()),
        }
    }
}
