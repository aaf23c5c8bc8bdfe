//! Who watches what in this process.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use corners_proto::ids::{PARTITIONS, TableId};
use tokio::sync::Notify;
use tokio::time::Instant;

use super::Feed;

/// How many tables one stream can watch: a bit each.
pub const MOST_TABLES: usize = 64;

/// Who watches what in this process. Locks are per partition and held for a look-up at most.
#[derive(Debug)]
pub struct Hub {
    partitions: Vec<Mutex<HashMap<TableId, Watched>>>,
}

#[derive(Debug)]
struct Watched {
    feed: Arc<Feed>,
    subscribers: Vec<(Arc<Subscriber>, usize)>,
}

/// One stream's side of the wake-ups.
#[derive(Debug, Default)]
struct Subscriber {
    /// A bit for each of the stream's tables that was woken since the stream last looked.
    woken: AtomicU64,
    since: Mutex<Option<Instant>>,
    notify: Notify,
}

/// A stream's subscription to its tables, ended by dropping it.
#[derive(Debug)]
pub struct Subscription {
    hub: Arc<Hub>,
    tables: Vec<(TableId, Arc<Feed>)>,
    subscriber: Arc<Subscriber>,
}

impl Hub {
    /// Nobody watches yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            partitions: (0..PARTITIONS).map(|_| Mutex::default()).collect(),
        }
    }

    /// Wakes everybody here who watches a table. Call it whenever its log may have grown.
    pub fn wake(&self, table: TableId) {
        let watched = self.partition(table);
        let Some(watched) = watched.get(&table) else { return };
        watched.feed.note_growth();
        for (subscriber, index) in &watched.subscribers {
            subscriber.wake(*index);
        }
    }

    /// Subscribes a stream to its tables, at most [`MOST_TABLES`]; further ones are never woken.
    #[must_use]
    pub fn subscribe(self: &Arc<Self>, tables: &[TableId]) -> Subscription {
        let subscriber = Arc::new(Subscriber::default());
        let subscribe = |(index, table): (usize, &TableId)| {
            let mut watched = self.partition(*table);
            let entry = watched.entry(*table).or_insert_with(|| Watched {
                feed: Arc::new(Feed::new(*table)),
                subscribers: Vec::new(),
            });
            entry.subscribers.push((Arc::clone(&subscriber), index));
            (*table, Arc::clone(&entry.feed))
        };
        let tables = tables.iter().take(MOST_TABLES).enumerate().map(subscribe).collect();
        Subscription {
            hub: Arc::clone(self),
            tables,
            subscriber,
        }
    }

    /// How many streams watch a table here.
    #[must_use]
    pub fn watchers(&self, table: TableId) -> usize {
        self.partition(table)
            .get(&table)
            .map_or(0, |watched| watched.subscribers.len())
    }

    fn partition(&self, table: TableId) -> MutexGuard<'_, HashMap<TableId, Watched>> {
        let index = usize::from(table.partition()) % self.partitions.len();
        // Nothing can be half done under this lock: a poisoned map is a whole one.
        self.partitions[index].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Hub {
    fn default() -> Self {
        Self::new()
    }
}

impl Subscriber {
    fn wake(&self, index: usize) {
        let before = self.woken.fetch_or(1 << index, Ordering::AcqRel);
        if before == 0 {
            *self.since() = Some(Instant::now());
        }
        self.notify.notify_one();
    }

    fn since(&self) -> MutexGuard<'_, Option<Instant>> {
        self.since.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Subscription {
    /// The tables and their feeds, in the order of the request.
    #[must_use]
    pub fn tables(&self) -> &[(TableId, Arc<Feed>)] {
        &self.tables
    }

    /// Takes the bits of the tables that were woken since the last call.
    #[must_use]
    pub fn take_woken(&self) -> u64 {
        *self.subscriber.since() = None;
        self.subscriber.woken.swap(0, Ordering::AcqRel)
    }

    /// Since when the first wake-up waits that was not taken yet.
    #[must_use]
    pub fn woken_since(&self) -> Option<Instant> {
        *self.subscriber.since()
    }

    /// Waits until a table is woken.
    pub async fn woken(&self) {
        self.subscriber.notify.notified().await;
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        for (table, _) in &self.tables {
            let mut watched = self.hub.partition(*table);
            let Some(entry) = watched.get_mut(table) else { continue };
            entry
                .subscribers
                .retain(|(subscriber, _)| !Arc::ptr_eq(subscriber, &self.subscriber));
            if entry.subscribers.is_empty() {
                watched.remove(table);
            }
        }
    }
}
