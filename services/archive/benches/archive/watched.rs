//! A store that notes what it is asked, and when games were committed.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use async_trait::async_trait;
use corners_archive::domain::{ArchivedGame, FeedEvent};
use corners_archive::store::{Annul, ArchiveStore, GamesPage, GamesQuery, NewGame, Recorded, StoreError};
use corners_feed::FeedHead;
use corners_proto::ids::TableId;

/// When the answer to the commit of each game's table came.
pub type Commits = Arc<Mutex<HashMap<String, Instant>>>;

pub struct Watched {
    store: Arc<dyn ArchiveStore>,
    commits: Commits,
    asked_for_feed: AtomicUsize,
}

impl Watched {
    pub fn new(store: Arc<dyn ArchiveStore>, commits: Commits) -> Self {
        Self {
            store,
            commits,
            asked_for_feed: AtomicUsize::new(0),
        }
    }

    /// How often it was asked for events, or where the feed is.
    pub fn asked_for_feed(&self) -> usize {
        self.asked_for_feed.load(Ordering::Relaxed)
    }

    fn ask_for_feed(&self) -> &dyn ArchiveStore {
        self.asked_for_feed.fetch_add(1, Ordering::Relaxed);
        &*self.store
    }
}

#[async_trait]
impl ArchiveStore for Watched {
    async fn record(&self, games: Vec<NewGame>, now_ms: u64) -> Result<Vec<Recorded>, StoreError> {
        let tables: Vec<String> = games.iter().map(|new| new.game.table.to_string()).collect();
        let recorded = self.store.record(games, now_ms).await?;
        let now = Instant::now();
        self.commits
            .lock()
            .unwrap()
            .extend(tables.into_iter().map(|table| (table, now)));
        Ok(recorded)
    }

    async fn game(&self, table: TableId) -> Result<Option<ArchivedGame>, StoreError> {
        self.store.game(table).await
    }

    async fn games(&self, tables: &[TableId]) -> Result<Vec<ArchivedGame>, StoreError> {
        self.store.games(tables).await
    }

    async fn list(&self, query: &GamesQuery) -> Result<GamesPage, StoreError> {
        self.store.list(query).await
    }

    async fn finished_event(&self, table: TableId) -> Result<Option<FeedEvent>, StoreError> {
        self.store.finished_event(table).await
    }

    async fn annul(&self, annul: Annul) -> Result<Option<ArchivedGame>, StoreError> {
        self.store.annul(annul).await
    }

    async fn events_after(&self, position: u64, limit: u32) -> Result<Vec<FeedEvent>, StoreError> {
        self.ask_for_feed().events_after(position, limit).await
    }

    async fn position_before(&self, recorded_from_ms: u64) -> Result<u64, StoreError> {
        self.ask_for_feed().position_before(recorded_from_ms).await
    }

    async fn head(&self) -> Result<FeedHead, StoreError> {
        self.ask_for_feed().head().await
    }

    async fn start_epoch(&self, current: u64) -> Result<FeedHead, StoreError> {
        self.store.start_epoch(current).await
    }
}
