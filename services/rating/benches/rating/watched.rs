//! A store that notes what it has taken, and when.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use async_trait::async_trait;
use corners_feed::FeedHead;
use corners_proto::ids::{AccountId, TableId};
use corners_rating::domain::{Board, Change, PlayerIn, Policy, RatingEvent, Standing, Told};
use corners_rating::store::{Chain, Leaders, Place, Ranked, RatingStore, Results, Rung, Step, StoreError, Taken};
use tokio::sync::watch;

/// What was taken.
#[derive(Default)]
pub struct Progress {
    /// How far.
    reached: watch::Sender<u64>,
    /// When the answer came that had the end of each game's table.
    taken: Mutex<HashMap<String, Instant>>,
}

impl Progress {
    /// Waits until the feed is taken up to a position.
    pub async fn until(&self, position: u64) {
        let _ = self.reached.subscribe().wait_for(|reached| *reached >= position).await;
    }

    /// When each table's game was taken.
    pub fn taken(&self) -> HashMap<String, Instant> {
        self.taken.lock().unwrap().clone()
    }
}

pub struct Watched {
    store: Arc<dyn RatingStore>,
    progress: Arc<Progress>,
}

impl Watched {
    pub fn new(store: Arc<dyn RatingStore>, progress: &Arc<Progress>) -> Arc<Self> {
        Arc::new(Self {
            store,
            progress: Arc::clone(progress),
        })
    }
}

#[async_trait]
impl RatingStore for Watched {
    async fn take(&self, results: Results, now_ms: u64) -> Result<Taken, StoreError> {
        let reached = results.results.last().map(|(place, _)| place.sequence);
        let told = results.results.iter().filter_map(|(_, told)| told.as_ref());
        let tables: Vec<_> = told
            .filter(|told| matches!(told, Told::Finished(_)))
            .map(|told| told.game().table)
            .collect();
        let taken = self.store.take(results, now_ms).await?;
        if let Taken::Done(events) = taken {
            let now = Instant::now();
            if events > 0 {
                let mut taken = self.progress.taken.lock().unwrap();
                taken.extend(tables.iter().map(|table| (table.to_string(), now)));
            }
            self.progress
                .reached
                .send_modify(|position| *position = reached.unwrap_or(0).max(*position));
        }
        Ok(taken)
    }

    async fn adopt(&self, policy: &Policy) -> Result<(), StoreError> {
        self.store.adopt(policy).await
    }

    async fn policies(&self) -> Result<Vec<(u64, Policy)>, StoreError> {
        self.store.policies().await
    }

    async fn place(&self) -> Result<Option<Place>, StoreError> {
        self.store.place().await
    }

    async fn move_to(&self, from: Option<&Place>, to: Option<&Place>) -> Result<bool, StoreError> {
        self.store.move_to(from, to).await
    }

    async fn standings(&self, players: &[PlayerIn]) -> Result<Vec<(PlayerIn, Standing)>, StoreError> {
        self.store.standings(players).await
    }

    async fn changes(&self, player: &PlayerIn, before: Option<u64>, limit: u32) -> Result<Vec<Change>, StoreError> {
        self.store.changes(player, before, limit).await
    }

    async fn game(&self, table: TableId) -> Result<Vec<RatingEvent>, StoreError> {
        self.store.game(table).await
    }

    async fn leaders(&self, board: &Board, after: Option<&Rung>, limit: u32) -> Result<Leaders, StoreError> {
        self.store.leaders(board, after, limit).await
    }

    async fn rank(&self, board: &Board, player: AccountId, neighbours: u32) -> Result<Option<Ranked>, StoreError> {
        self.store.rank(board, player, neighbours).await
    }

    async fn distribution(&self, board: &Board) -> Result<Vec<Step>, StoreError> {
        self.store.distribution(board).await
    }

    async fn unlist(&self, now_ms: u64, limit: u32) -> Result<u32, StoreError> {
        self.store.unlist(now_ms, limit).await
    }

    async fn chains(&self, after: Option<&PlayerIn>, limit: u32) -> Result<Vec<Chain>, StoreError> {
        self.store.chains(after, limit).await
    }

    async fn events_after(&self, position: u64, limit: u32) -> Result<Vec<RatingEvent>, StoreError> {
        self.store.events_after(position, limit).await
    }

    async fn position_before(&self, recorded_from_ms: u64) -> Result<u64, StoreError> {
        self.store.position_before(recorded_from_ms).await
    }

    async fn head(&self) -> Result<FeedHead, StoreError> {
        self.store.head().await
    }

    async fn rebuild(&self, current: u64) -> Result<FeedHead, StoreError> {
        self.store.rebuild(current).await
    }
}
