//! The store in Postgres, for any number of replicas.

mod boards;
mod events;
mod place;
mod standings;
mod take;

use async_trait::async_trait;
use corners_feed::FeedHead;
use corners_postgres::{ConnectError, Database, LED_BY_INDEXES, ONE_SNAPSHOT, PostgresConfig, PostgresFault, Refusal};
use corners_proto::ids::{AccountId, TableId};
use sqlx::migrate::Migrator;
use sqlx::{Executor, PgConnection};

use super::storable::check;
use super::stored::policy_text;
use super::{Chain, Leaders, Place, Ranked, RatingStore, Results, Rung, Step, StoreError, Taken};
use crate::domain::{Board, Change, PlayerIn, Policy, RatingEvent, Standing};

/// The schema of the database that the tables are in.
const SCHEMA: &str = "rating";

/// A released migration never changes; the schema grows by appending another.
static MIGRATIONS: Migrator = sqlx::migrate!("src/store/postgres/migrations");

/// The store of ratings in Postgres. What it answered survives what the database survives.
#[derive(Clone, Debug)]
pub struct PostgresRatingStore {
    database: Database,
}

impl PostgresRatingStore {
    /// Connects to the database, and brings the schema up to date.
    ///
    /// # Errors
    /// One sentence that says what is wrong with Postgres or with the settings, and what to do.
    pub async fn open(config: &PostgresConfig) -> Result<Self, ConnectError> {
        let database = Database::connect(config, SCHEMA, &MIGRATIONS).await?;
        Ok(Self { database })
    }

    /// Reads by one statement.
    async fn read<R>(&self, work: impl AsyncFnOnce(&mut PgConnection) -> sqlx::Result<R>) -> Result<R, StoreError> {
        let answered = self.database.run_unless_refused(work).await;
        answer(answered, "read", "read from it")
    }

    /// Reads by some statements, all of which see the same.
    async fn snapshot<R>(
        &self,
        work: impl AsyncFnOnce(&mut PgConnection) -> sqlx::Result<R> + Clone,
    ) -> Result<R, StoreError> {
        let work = async |connection: &mut PgConnection| {
            connection.execute(ONE_SNAPSHOT).await?;
            connection.execute(sqlx::raw_sql(LED_BY_INDEXES)).await?;
            work(connection).await
        };
        let answered = self.database.transaction_unless_refused(work).await;
        answer(answered, "read", "read from it")
    }

    /// Does all of something in one transaction, or nothing.
    async fn write<R>(
        &self,
        refused: &'static str,
        work: impl AsyncFnOnce(&mut PgConnection) -> sqlx::Result<R> + Clone,
    ) -> Result<R, StoreError> {
        let work = async |connection: &mut PgConnection| {
            connection.execute(sqlx::raw_sql(LED_BY_INDEXES)).await?;
            work(connection).await
        };
        let answered = self.database.transaction_unless_refused(work).await;
        answer(answered, "write to", refused)
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
impl RatingStore for PostgresRatingStore {
    async fn adopt(&self, policy: &Policy) -> Result<(), StoreError> {
        let text = policy_text(policy)?;
        self.write("adopt a policy", async |connection: &mut PgConnection| {
            place::adopt(connection, &text).await
        })
        .await
    }

    async fn policies(&self) -> Result<Vec<(u64, Policy)>, StoreError> {
        self.read(async |connection| place::policies(connection).await).await
    }

    async fn place(&self) -> Result<Option<Place>, StoreError> {
        self.read(async |connection| place::place(connection).await).await
    }

    async fn take(&self, results: Results, now_ms: u64) -> Result<Taken, StoreError> {
        check(&results).map_err(|problem| StoreError::refused("take results", problem))?;
        self.write("take results", async |connection: &mut PgConnection| {
            take::take(connection, &results, now_ms).await
        })
        .await
    }

    async fn move_to(&self, from: Option<&Place>, to: Option<&Place>) -> Result<bool, StoreError> {
        self.write("go to another place", async |connection: &mut PgConnection| {
            place::move_to(connection, from, to).await
        })
        .await
    }

    async fn standings(&self, players: &[PlayerIn]) -> Result<Vec<(PlayerIn, Standing)>, StoreError> {
        self.snapshot(async |connection: &mut PgConnection| standings::of(connection, players).await)
            .await
    }

    async fn changes(&self, player: &PlayerIn, before: Option<u64>, limit: u32) -> Result<Vec<Change>, StoreError> {
        self.snapshot(async |connection: &mut PgConnection| standings::changes(connection, player, before, limit).await)
            .await
    }

    async fn game(&self, table: TableId) -> Result<Vec<RatingEvent>, StoreError> {
        self.snapshot(async |connection: &mut PgConnection| events::of_games(connection, &[table.to_string()]).await)
            .await
    }

    async fn leaders(&self, board: &Board, after: Option<&Rung>, limit: u32) -> Result<Leaders, StoreError> {
        self.snapshot(async |connection: &mut PgConnection| boards::leaders(connection, board, after, limit).await)
            .await
    }

    async fn rank(&self, board: &Board, player: AccountId, neighbours: u32) -> Result<Option<Ranked>, StoreError> {
        self.snapshot(async |connection: &mut PgConnection| boards::rank(connection, board, player, neighbours).await)
            .await
    }

    async fn distribution(&self, board: &Board) -> Result<Vec<Step>, StoreError> {
        self.read(async |connection| boards::distribution(connection, board).await)
            .await
    }

    async fn unlist(&self, now_ms: u64, limit: u32) -> Result<u32, StoreError> {
        self.write(
            "take players off the leaderboards",
            async |connection: &mut PgConnection| boards::unlist(connection, now_ms, limit).await,
        )
        .await
    }

    async fn chains(&self, after: Option<&PlayerIn>, limit: u32) -> Result<Vec<Chain>, StoreError> {
        self.snapshot(async |connection: &mut PgConnection| standings::chains(connection, after, limit).await)
            .await
    }

    async fn events_after(&self, position: u64, limit: u32) -> Result<Vec<RatingEvent>, StoreError> {
        self.snapshot(async |connection: &mut PgConnection| events::after(connection, position, limit).await)
            .await
    }

    async fn position_before(&self, recorded_from_ms: u64) -> Result<u64, StoreError> {
        self.read(async |connection| events::position_before(connection, recorded_from_ms).await)
            .await
    }

    async fn head(&self) -> Result<FeedHead, StoreError> {
        let found = self.read(async |connection| place::head(connection).await).await?;
        if !found.epochs.is_empty() {
            return Ok(found);
        }
        let epoch = rand::random();
        self.write("start an epoch", async |connection: &mut PgConnection| {
            place::first_head(connection, epoch).await
        })
        .await
    }

    async fn rebuild(&self, current: u64) -> Result<FeedHead, StoreError> {
        let epoch = rand::random();
        self.write("forget all ratings", async |connection: &mut PgConnection| {
            place::rebuild(connection, current, epoch).await
        })
        .await
    }
}
