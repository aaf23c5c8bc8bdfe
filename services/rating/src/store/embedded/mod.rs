//! The store in one file, or in memory.

mod boards;
mod events;
mod place;
mod schema;
mod standings;
mod take;

use async_trait::async_trait;
use corners_embedded::{Database, Durability, EmbeddedError, Location};
use corners_feed::FeedHead;
use corners_proto::ids::{AccountId, TableId};
use rusqlite::Connection;

use super::storable::check;
use super::stored::policy_text;
use super::{Chain, Leaders, Place, Ranked, RatingStore, Results, Rung, Step, StoreError, Taken};
use crate::domain::{Board, Change, PlayerIn, Policy, RatingEvent, Standing};
use schema::SCHEMA;

/// The store of ratings in one file (or in memory), for one process. What it answered survives a power cut.
#[derive(Debug)]
pub struct EmbeddedRatingStore {
    database: Database,
}

impl EmbeddedRatingStore {
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
impl RatingStore for EmbeddedRatingStore {
    async fn adopt(&self, policy: &Policy) -> Result<(), StoreError> {
        let text = policy_text(policy)?;
        self.write("adopt a policy", move |connection| place::adopt(connection, &text))
            .await
    }

    async fn policies(&self) -> Result<Vec<(u64, Policy)>, StoreError> {
        self.read(place::policies).await
    }

    async fn place(&self) -> Result<Option<Place>, StoreError> {
        self.read(|connection| Ok(place::read(connection)?.0)).await
    }

    async fn take(&self, results: Results, now_ms: u64) -> Result<Taken, StoreError> {
        check(&results).map_err(|problem| StoreError::refused("take results", problem))?;
        self.write("take results", move |connection| {
            take::take(connection, &results, now_ms)
        })
        .await
    }

    async fn move_to(&self, from: Option<&Place>, to: Option<&Place>) -> Result<bool, StoreError> {
        let (from, to) = (from.cloned(), to.cloned());
        self.write("go to another place", move |connection| {
            place::move_to(connection, from.as_ref(), to.as_ref())
        })
        .await
    }

    async fn standings(&self, players: &[PlayerIn]) -> Result<Vec<(PlayerIn, Standing)>, StoreError> {
        let players = players.to_vec();
        self.read(move |connection| {
            let found = players.iter().map(|player| standings::of(connection, player));
            found.filter_map(Result::transpose).collect()
        })
        .await
    }

    async fn changes(&self, player: &PlayerIn, before: Option<u64>, limit: u32) -> Result<Vec<Change>, StoreError> {
        let player = player.clone();
        self.read(move |connection| standings::changes(connection, &player, before, limit))
            .await
    }

    async fn game(&self, table: TableId) -> Result<Vec<RatingEvent>, StoreError> {
        self.read(move |connection| events::of_game(connection, table)).await
    }

    async fn leaders(&self, board: &Board, after: Option<&Rung>, limit: u32) -> Result<Leaders, StoreError> {
        let (board, after) = (board.clone(), after.copied());
        self.read(move |connection| boards::leaders(connection, &board, after.as_ref(), limit))
            .await
    }

    async fn rank(&self, board: &Board, player: AccountId, neighbours: u32) -> Result<Option<Ranked>, StoreError> {
        let board = board.clone();
        self.read(move |connection| boards::rank(connection, &board, player, neighbours))
            .await
    }

    async fn distribution(&self, board: &Board) -> Result<Vec<Step>, StoreError> {
        let board = board.clone();
        self.read(move |connection| boards::distribution(connection, &board))
            .await
    }

    async fn unlist(&self, now_ms: u64, limit: u32) -> Result<u32, StoreError> {
        self.write("take players off the leaderboards", move |connection| {
            boards::unlist(connection, now_ms, limit)
        })
        .await
    }

    async fn chains(&self, after: Option<&PlayerIn>, limit: u32) -> Result<Vec<Chain>, StoreError> {
        let after = after.cloned();
        self.read(move |connection| standings::chains(connection, after.as_ref(), limit))
            .await
    }

    async fn events_after(&self, position: u64, limit: u32) -> Result<Vec<RatingEvent>, StoreError> {
        self.read(move |connection| events::after(connection, position, limit))
            .await
    }

    async fn position_before(&self, recorded_from_ms: u64) -> Result<u64, StoreError> {
        self.read(move |connection| events::position_before(connection, recorded_from_ms))
            .await
    }

    async fn head(&self) -> Result<FeedHead, StoreError> {
        let found = self.read(place::head).await?;
        if !found.epochs.is_empty() {
            return Ok(found);
        }
        let epoch = rand::random();
        self.write("start an epoch", move |connection| place::first_head(connection, epoch))
            .await
    }

    async fn rebuild(&self, current: u64) -> Result<FeedHead, StoreError> {
        let epoch = rand::random();
        self.write("forget all ratings", move |connection| {
            place::rebuild(connection, current, epoch)
        })
        .await
    }
}
