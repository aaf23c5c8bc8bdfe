//! A store that counts what it is asked, and goes away when the test says so.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use corners_archive::domain::{ArchivedGame, FeedEvent};
use corners_archive::store::{Annul, ArchiveStore, GamesPage, GamesQuery, NewGame, Recorded, StoreError};
use corners_feed::FeedHead;
use corners_proto::ids::TableId;
use tokio::sync::Notify;

pub struct TestStore {
    store: Mutex<Arc<dyn ArchiveStore>>,
    is_away: AtomicBool,
    /// Games that it refuses.
    refused: Mutex<HashSet<TableId>>,
    calls: Mutex<HashMap<&'static str, usize>>,
    asked: Notify,
    reading: AtomicUsize,
    most_reading: AtomicUsize,
}

impl TestStore {
    pub fn new(store: Arc<dyn ArchiveStore>) -> Self {
        Self {
            store: Mutex::new(store),
            is_away: AtomicBool::new(false),
            refused: Mutex::default(),
            calls: Mutex::default(),
            asked: Notify::new(),
            reading: AtomicUsize::new(0),
            most_reading: AtomicUsize::new(0),
        }
    }

    /// From here on every call fails, or none does.
    pub fn set_away(&self, is_away: bool) {
        self.is_away.store(is_away, Ordering::SeqCst);
    }

    /// A game that cannot be stored.
    pub fn refuse(&self, table: TableId) {
        self.refused.lock().unwrap().insert(table);
    }

    /// Another database is in the place of this one.
    pub fn replace(&self, store: Arc<dyn ArchiveStore>) {
        *self.store.lock().unwrap() = store;
    }

    /// The database itself.
    pub fn inner(&self) -> Arc<dyn ArchiveStore> {
        Arc::clone(&self.store.lock().unwrap())
    }

    /// How often it was asked for something.
    pub fn count(&self, call: &str) -> usize {
        self.calls.lock().unwrap().get(call).copied().unwrap_or_default()
    }

    /// How often it was asked.
    pub fn count_all(&self) -> usize {
        self.calls.lock().unwrap().values().sum()
    }

    /// How many pages with moves it was asked for at once, at most.
    pub fn most_reading(&self) -> usize {
        self.most_reading.load(Ordering::SeqCst)
    }

    /// Waits until it was asked for something so often.
    pub async fn until(&self, call: &str, count: usize) {
        loop {
            let asked = self.asked.notified();
            if self.count(call) >= count {
                return;
            }
            asked.await;
        }
    }

    fn ask(&self, call: &'static str) -> Result<Arc<dyn ArchiveStore>, StoreError> {
        *self.calls.lock().unwrap().entry(call).or_default() += 1;
        self.asked.notify_waiters();
        if self.is_away.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable {
                attempt: "reach",
                source: "the test took it away".into(),
            });
        }
        Ok(self.inner())
    }
}

#[async_trait]
impl ArchiveStore for TestStore {
    async fn record(&self, games: Vec<NewGame>, now_ms: u64) -> Result<Vec<Recorded>, StoreError> {
        let store = self.ask("record")?;
        let is_refused = |game: &NewGame| self.refused.lock().unwrap().contains(&game.game.table);
        if games.iter().any(is_refused) {
            return Err(StoreError::Refused {
                attempt: "record",
                source: "the test refuses it".into(),
            });
        }
        store.record(games, now_ms).await
    }

    async fn game(&self, table: TableId) -> Result<Option<ArchivedGame>, StoreError> {
        self.ask("game")?.game(table).await
    }

    async fn games(&self, tables: &[TableId]) -> Result<Vec<ArchivedGame>, StoreError> {
        let store = self.ask("games")?;
        let reading = self.reading.fetch_add(1, Ordering::SeqCst) + 1;
        self.most_reading.fetch_max(reading, Ordering::SeqCst);
        // As a database does, it takes its time.
        tokio::task::yield_now().await;
        let games = store.games(tables).await;
        self.reading.fetch_sub(1, Ordering::SeqCst);
        games
    }

    async fn list(&self, query: &GamesQuery) -> Result<GamesPage, StoreError> {
        self.ask("list")?.list(query).await
    }

    async fn finished_event(&self, table: TableId) -> Result<Option<FeedEvent>, StoreError> {
        self.ask("finished_event")?.finished_event(table).await
    }

    async fn annul(&self, annul: Annul) -> Result<Option<ArchivedGame>, StoreError> {
        self.ask("annul")?.annul(annul).await
    }

    async fn events_after(&self, position: u64, limit: u32) -> Result<Vec<FeedEvent>, StoreError> {
        self.ask("events_after")?.events_after(position, limit).await
    }

    async fn position_before(&self, recorded_from_ms: u64) -> Result<u64, StoreError> {
        self.ask("position_before")?.position_before(recorded_from_ms).await
    }

    async fn head(&self) -> Result<FeedHead, StoreError> {
        self.ask("head")?.head().await
    }

    async fn start_epoch(&self, current: u64) -> Result<FeedHead, StoreError> {
        self.ask("start_epoch")?.start_epoch(current).await
    }
}
