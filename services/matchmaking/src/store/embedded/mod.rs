//! The store of matchmaking in one file, or in memory, for one process.

mod commit;
mod ears;
mod entries;
mod leases;
mod news;
mod prune;
mod records;
mod schema;

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use corners_embedded::{Database, Durability, Location};
use rusqlite::Connection;
use tokio::task::JoinError;

use super::bounds::{MOST_LISTED, MOST_READ, check_commits, check_read};
use super::touched::touched;
use super::{
    Audience, Commit, Committed, Index, Key, Listed, Listener, MatchmakingStore, NewsPage, PoolName, Reading,
    StoreError, Wait,
};
use commit::after;
use ears::Ears;
use schema::SCHEMA;

/// Commits that share a transaction: others who write wait for no more than these.
const COMMITS_AT_ONCE: usize = 200;

/// Leases that are renewed in a transaction.
const RENEWED_AT_ONCE: usize = 1_000;

/// Where the embedded store takes its time from: milliseconds since 1970 by the machine's clock, or by a test's.
pub type OwnTime = Arc<dyn Fn() -> u64 + Send + Sync>;

/// The store of matchmaking in one file (or in memory), for one process. What it answered survives a power cut.
#[derive(Clone)]
pub struct EmbeddedMatchmakingStore {
    database: Database,
    own_time: OwnTime,
    ears: Ears,
}

impl EmbeddedMatchmakingStore {
    /// Opens the store.
    ///
    /// # Errors
    /// When the file cannot be opened or migrated, or another process has it open.
    pub fn open(location: Location, own_time: OwnTime) -> Result<Self, StoreError> {
        let database = Database::open(location, SCHEMA, Durability::Full);
        Ok(Self {
            database: database.map_err(|error| StoreError::new("open", error))?,
            own_time,
            ears: Ears::none_yet(),
        })
    }

    /// Reads at one moment.
    async fn read_at<R: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection, u64) -> rusqlite::Result<R> + Send + 'static,
    ) -> Result<R, StoreError> {
        let own_time = Arc::clone(&self.own_time);
        let read = self.database.read(move |connection| job(connection, own_time())).await;
        read.map_err(|error| StoreError::new("read", error))
    }

    /// Writes at one moment.
    async fn write_at<R: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection, u64) -> rusqlite::Result<R> + Send + 'static,
    ) -> Result<R, StoreError> {
        let own_time = Arc::clone(&self.own_time);
        let written = self.database.write(move |connection| job(connection, own_time())).await;
        written.map_err(|error| StoreError::new("write to", error))
    }

    async fn store(&self, commits: Vec<Commit>) -> Result<Vec<Committed>, StoreError> {
        let mut answers = Vec::with_capacity(commits.len());
        let mut rest = commits.into_iter();
        loop {
            let some: Vec<Commit> = rest.by_ref().take(COMMITS_AT_ONCE).collect();
            if some.is_empty() {
                return Ok(answers);
            }
            let heard = some.iter().map(touched).collect::<Vec<_>>();
            let job = move |connection: &Connection, now_ms| {
                let stored = some.iter().map(|commit| commit::store(connection, commit, now_ms));
                stored.collect::<rusqlite::Result<Vec<_>>>()
            };
            let stored = self.write_at(job).await?;
            for (answer, heard) in stored.iter().zip(heard) {
                if *answer == Committed::Stored {
                    self.ears.tell(heard);
                }
            }
            answers.extend(stored);
        }
    }
}

#[async_trait]
impl MatchmakingStore for EmbeddedMatchmakingStore {
    async fn read(&self, keys: &[Key]) -> Result<Reading, StoreError> {
        check_read(keys)?;
        let keys = keys.to_vec();
        self.read_at(move |connection, now_ms| {
            let records = keys.iter().map(|key| records::read(connection, key, now_ms));
            Ok(Reading {
                now_ms,
                records: records.collect::<rusqlite::Result<_>>()?,
            })
        })
        .await
    }

    async fn commit(&self, commits: Vec<Commit>) -> Result<Vec<Committed>, StoreError> {
        check_commits(&commits)?;
        // Whoever calls may give up; what is stored nevertheless must be heard of.
        let store = self.clone();
        let storing = tokio::spawn(async move { store.store(commits).await });
        storing.await.map_err(interrupted)?
    }

    async fn list(&self, index: &Index, from_ms: u64, limit: usize) -> Result<Listed, StoreError> {
        let (index, limit) = (index.clone(), limit.min(MOST_LISTED));
        self.read_at(move |connection, now_ms| {
            Ok(Listed {
                now_ms,
                members: entries::list(connection, &index, from_ms, u64::MAX, limit)?,
            })
        })
        .await
    }

    async fn pools(&self) -> Result<Vec<PoolName>, StoreError> {
        self.read_at(entries::pools).await
    }

    async fn renew(&self, waits: &[Wait], for_ms: u64) -> Result<Vec<bool>, StoreError> {
        let mut renewed = Vec::with_capacity(waits.len());
        for some in waits.chunks(RENEWED_AT_ONCE) {
            let some = some.to_vec();
            let job = move |connection: &Connection, now_ms| entries::renew(connection, &some, after(now_ms, for_ms));
            renewed.extend(self.write_at(job).await?);
        }
        Ok(renewed)
    }

    async fn claim(&self, limit: usize, hide_ms: u64) -> Result<Listed, StoreError> {
        let limit = limit.min(MOST_READ);
        self.write_at(move |connection, now_ms| entries::claim(connection, now_ms, limit, hide_ms))
            .await
    }

    async fn hold(&self, pool: &str, holder: u64, for_ms: u64) -> Result<Option<u64>, StoreError> {
        let pool = pool.to_owned();
        self.write_at(move |connection, now_ms| leases::hold(connection, &pool, holder, now_ms, after(now_ms, for_ms)))
            .await
    }

    async fn release(&self, pool: &str, holder: u64) -> Result<(), StoreError> {
        let pool = pool.to_owned();
        self.write_at(move |connection, now_ms| leases::release(connection, &pool, holder, now_ms))
            .await
    }

    async fn news(&self, audience: Audience, from: u64, limit: usize) -> Result<NewsPage, StoreError> {
        self.read_at(move |connection, now_ms| news::read(connection, audience, from, limit, now_ms))
            .await
    }

    fn listen(&self) -> Box<dyn Listener> {
        Box::new(self.ears.listen())
    }

    async fn prune(&self, limit: usize) -> Result<(), StoreError> {
        self.write_at(move |connection, now_ms| prune::prune(connection, now_ms, limit))
            .await
    }
}

fn interrupted(error: JoinError) -> StoreError {
    StoreError::new("write to", error)
}

impl fmt::Debug for EmbeddedMatchmakingStore {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_tuple("EmbeddedMatchmakingStore")
            .field(&self.database)
            .finish()
    }
}
