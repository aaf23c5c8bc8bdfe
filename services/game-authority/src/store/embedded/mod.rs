//! Tables in one SQLite file.

mod list;
mod log;
mod wanted;

use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use corners_embedded::{Database, Durability, EmbeddedError, Location, Schema};
use corners_proto::ids::TableId;
use tokio::sync::Semaphore;

use super::{
    Append, Appended, ListFilter, ListPlace, Loaded, RequestKey, StoreError, StoreTime, TableStore, WantedAlarm,
};
use crate::table::Version;
use list::read_list;
use log::{read_call, read_log, write_append};
use wanted::WantedAlarms;

const SCHEMA: Schema = Schema(&["
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
"]);

/// Tables in one SQLite file, or in memory.
#[derive(Clone, Debug)]
pub struct EmbeddedTables {
    database: Database,
    wanted: WantedAlarms,
    /// Lists wait for each other, so that moves never wait for more than a few of them.
    lists: Arc<Semaphore>,
    opened: Instant,
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
        let database = Database::open(location, SCHEMA, durability)?;
        let wanted = database.read(WantedAlarms::of_all).await?;
        Ok(Self {
            database,
            wanted,
            lists: Arc::new(Semaphore::new(LISTS_AT_ONCE)),
            opened: Instant::now(),
        })
    }
}

#[async_trait]
impl TableStore for EmbeddedTables {
    async fn load(
        &self,
        table: TableId,
        known: Option<Version>,
        call: Option<RequestKey>,
    ) -> Result<Loaded, StoreError> {
        let opened = self.opened;
        let read = self.database.read(move |connection| {
            // The store's time is read with the log: waiting for a reader makes no reading of the clock old.
            let now = StoreTime(opened.elapsed());
            let remembered = call
                .map(|call| read_call(connection, table, call))
                .transpose()?
                .flatten();
            Ok((now, read_log(connection, table, known)?, remembered))
        });
        let (now, encoded, remembered) = read.await?;
        Ok(Loaded {
            now,
            log: encoded.decode(table, known)?,
            remembered,
        })
    }

    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let (opened, wanted) = (self.opened, self.wanted.clone());
        let written = self.database.write(move |connection| {
            if append
                .not_after
                .is_some_and(|limit| StoreTime(opened.elapsed()) > limit)
            {
                return Ok(Appended::TooLate);
            }
            let (appended, alarm) = write_append(connection, &append)?;
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
