//! The store in Postgres, for any number of replicas.

mod epochs;
mod feed;
mod games;
mod list;
mod record;

use async_trait::async_trait;
use corners_feed::FeedHead;
use corners_postgres::{ConnectError, Database, PostgresConfig, PostgresFault, Refusal};
use corners_proto::ids::TableId;
use sqlx::PgConnection;
use sqlx::migrate::Migrator;

use super::storable::check;
use super::{Annul, ArchiveStore, GamesPage, GamesQuery, NewGame, Recorded, StoreError};
use crate::domain::{ArchivedGame, FeedEvent};

/// The schema of the database that the tables are in.
const SCHEMA: &str = "archive";

/// A released migration never changes; the schema grows by appending another.
static MIGRATIONS: Migrator = sqlx::migrate!("src/store/postgres/migrations");

/// The store of finished games in Postgres. What it answered survives what the database survives.
#[derive(Clone, Debug)]
pub struct PostgresArchiveStore {
    database: Database,
}

impl PostgresArchiveStore {
    /// Connects to the database, and brings the schema up to date.
    ///
    /// # Errors
    /// One sentence that says what is wrong with Postgres or with the settings, and what to do.
    pub async fn open(config: &PostgresConfig) -> Result<Self, ConnectError> {
        let database = Database::connect(config, SCHEMA, &MIGRATIONS).await?;
        Ok(Self { database })
    }

    /// Reads, each statement for itself.
    async fn read<R>(&self, work: impl AsyncFnOnce(&mut PgConnection) -> sqlx::Result<R>) -> Result<R, StoreError> {
        let answered = self.database.run_unless_refused(work).await;
        answer(answered, "read", "read from it")
    }

    /// Does all of something in one transaction, or nothing.
    async fn transaction<R>(
        &self,
        (attempt, refused): (&'static str, &'static str),
        work: impl AsyncFnOnce(&mut PgConnection) -> sqlx::Result<R> + Clone,
    ) -> Result<R, StoreError> {
        let answered = self.database.transaction_unless_refused(work).await;
        answer(answered, attempt, refused)
    }
}

/// What became of a call. `attempt` is as in "cannot read", `refused` as in "refuses to record".
fn answer<T>(
    answered: Result<Result<T, Refusal>, PostgresFault>,
    attempt: &'static str,
    refused: &'static str,
) -> Result<T, StoreError> {
    let answered = answered.map_err(|fault| StoreError::unavailable(attempt, fault))?;
    answered.map_err(|refusal| StoreError::refused(refused, refusal))
}

#[async_trait]
impl ArchiveStore for PostgresArchiveStore {
    async fn record(&self, games: Vec<NewGame>, now_ms: u64) -> Result<Vec<Recorded>, StoreError> {
        check(&games).map_err(|problem| StoreError::refused("record", problem))?;
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let epoch = rand::random();
        self.transaction(("write to", "record"), async |connection: &mut PgConnection| {
            record::record(connection, &games, now_ms, epoch).await
        })
        .await
    }

    async fn game(&self, table: TableId) -> Result<Option<ArchivedGame>, StoreError> {
        Ok(self.games(&[table]).await?.pop())
    }

    async fn games(&self, tables: &[TableId]) -> Result<Vec<ArchivedGame>, StoreError> {
        let tables: Vec<String> = tables.iter().map(TableId::to_string).collect();
        self.read(async |connection| games::whole(connection, &tables).await)
            .await
    }

    async fn list(&self, query: &GamesQuery) -> Result<GamesPage, StoreError> {
        self.transaction(("read", "read from it"), async |connection: &mut PgConnection| {
            list::page(connection, query).await
        })
        .await
    }

    async fn finished_event(&self, table: TableId) -> Result<Option<FeedEvent>, StoreError> {
        self.read(async |connection| feed::finished(connection, table).await)
            .await
    }

    async fn annul(&self, annul: Annul) -> Result<Option<ArchivedGame>, StoreError> {
        let epoch = rand::random();
        self.transaction(("write to", "annul"), async |connection: &mut PgConnection| {
            record::annul(connection, &annul, epoch).await
        })
        .await
    }

    async fn events_after(&self, position: u64, limit: u32) -> Result<Vec<FeedEvent>, StoreError> {
        self.read(async |connection| feed::after(connection, position, limit).await)
            .await
    }

    async fn position_before(&self, recorded_from_ms: u64) -> Result<u64, StoreError> {
        self.read(async |connection| feed::position_before(connection, recorded_from_ms).await)
            .await
    }

    async fn head(&self) -> Result<FeedHead, StoreError> {
        let found = self.read(async |connection| epochs::head(connection).await).await?;
        if found.is_here {
            return Ok(found.head);
        }
        let epoch = rand::random();
        self.transaction(("write to", "start an epoch"), async |connection: &mut PgConnection| {
            epochs::renewed_head(connection, epoch).await
        })
        .await
    }

    async fn start_epoch(&self, current: u64) -> Result<FeedHead, StoreError> {
        let epoch = rand::random();
        self.transaction(("write to", "start an epoch"), async |connection: &mut PgConnection| {
            epochs::end_epoch(connection, current, epoch).await
        })
        .await
    }
}
