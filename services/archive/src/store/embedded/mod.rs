//! The store in one file, or in memory.

mod feed;
mod games;
mod list;
mod record;
mod schema;
mod values;

use async_trait::async_trait;
use corners_embedded::{Database, Durability, EmbeddedError, Location};
use corners_feed::FeedHead;
use corners_proto::ids::TableId;
use rusqlite::Connection;

use super::storable::check;
use super::{Annul, ArchiveStore, GamesPage, GamesQuery, NewGame, Recorded, StoreError};
use crate::domain::{ArchivedGame, FeedEvent};
use schema::SCHEMA;

/// The store of finished games in one file (or in memory), for one process. What it answered survives a power cut.
#[derive(Debug)]
pub struct EmbeddedArchiveStore {
    database: Database,
}

impl EmbeddedArchiveStore {
    /// Opens the store.
    ///
    /// # Errors
    /// When the file cannot be opened or migrated, or another process has it open.
    pub fn open(location: Location) -> Result<Self, StoreError> {
        let database = Database::open(location, SCHEMA, Durability::Full)
            .map_err(|error| StoreError::unavailable("open", error))?;
        Ok(Self { database })
    }

    async fn read<R: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<R> + Send + 'static,
    ) -> Result<R, StoreError> {
        let answer = self.database.read(job).await;
        answer.map_err(|error| fault("read", "read from it", error))
    }

    async fn write<R: Send + 'static>(
        &self,
        refused: &'static str,
        job: impl FnOnce(&Connection) -> rusqlite::Result<R> + Send + 'static,
    ) -> Result<R, StoreError> {
        let answer = self.database.write(job).await;
        answer.map_err(|error| fault("write to", refused, error))
    }
}

/// Tells what is wrong with a call from what is wrong with the store.
fn fault(attempt: &'static str, refused: &'static str, error: EmbeddedError) -> StoreError {
    if error.is_refusal() {
        StoreError::refused(refused, error)
    } else {
        StoreError::unavailable(attempt, error)
    }
}

#[async_trait]
impl ArchiveStore for EmbeddedArchiveStore {
    async fn record(&self, games: Vec<NewGame>, now_ms: u64) -> Result<Vec<Recorded>, StoreError> {
        check(&games).map_err(|problem| StoreError::refused("record", problem))?;
        let epoch = rand::random();
        self.write("record", move |connection| {
            first_epoch(connection, epoch)?;
            record::record(connection, &games, now_ms)
        })
        .await
    }

    async fn game(&self, table: TableId) -> Result<Option<ArchivedGame>, StoreError> {
        self.read(move |connection| games::whole(connection, table)).await
    }

    async fn games(&self, tables: &[TableId]) -> Result<Vec<ArchivedGame>, StoreError> {
        let tables = tables.to_vec();
        self.read(move |connection| {
            let found = tables.into_iter().map(|table| games::whole(connection, table));
            found.filter_map(Result::transpose).collect()
        })
        .await
    }

    async fn list(&self, query: &GamesQuery) -> Result<GamesPage, StoreError> {
        let query = query.clone();
        self.read(move |connection| list::page(connection, &query)).await
    }

    async fn finished_event(&self, table: TableId) -> Result<Option<FeedEvent>, StoreError> {
        self.read(move |connection| feed::finished(connection, table)).await
    }

    async fn annul(&self, annul: Annul) -> Result<Option<ArchivedGame>, StoreError> {
        self.write("annul", move |connection| record::annul(connection, &annul))
            .await
    }

    async fn events_after(&self, position: u64, limit: u32) -> Result<Vec<FeedEvent>, StoreError> {
        self.read(move |connection| feed::after(connection, position, limit))
            .await
    }

    async fn position_before(&self, recorded_from_ms: u64) -> Result<u64, StoreError> {
        self.read(move |connection| feed::position_before(connection, recorded_from_ms))
            .await
    }

    async fn head(&self) -> Result<FeedHead, StoreError> {
        let found = self.read(feed::head).await?;
        if !found.epochs.is_empty() {
            return Ok(found);
        }
        let epoch = rand::random();
        self.write("start an epoch", move |connection| {
            first_epoch(connection, epoch)?;
            feed::head(connection)
        })
        .await
    }

    async fn start_epoch(&self, current: u64) -> Result<FeedHead, StoreError> {
        let epoch = rand::random();
        self.write("start an epoch", move |connection| {
            let found = feed::head(connection)?;
            if found.epochs.last().is_none_or(|last| last.epoch == current) {
                feed::start_epoch(connection, epoch)?;
            }
            feed::head(connection)
        })
        .await
    }
}

/// Starts the first epoch, unless there is one.
fn first_epoch(connection: &Connection, epoch: u64) -> rusqlite::Result<()> {
    if feed::head(connection)?.epochs.is_empty() {
        feed::start_epoch(connection, epoch)?;
    }
    Ok(())
}
