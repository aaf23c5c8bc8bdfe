//! Who watches what in this process.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use corners_proto::ids::{AccountId, PARTITIONS, TableId};
use corners_rules::Side;
use tokio::task::yield_now;

use super::subscription::{Subscriber, Subscription};
use super::{Feed, MOST_TABLES};
use crate::store::Tended;
use crate::table::{BySide, Event, Table, Version};

/// How many streams are woken before others get their turn: one event to thousands of spectators must not keep a move
/// waiting.
const WOKEN_AT_ONCE: usize = 64;

/// Who watches what in this process. Locks are per partition and held for a look-up at most.
#[derive(Debug)]
pub struct Hub {
    partitions: Vec<Mutex<HashMap<TableId, Watched>>>,
    streams: AtomicU64,
}

#[derive(Debug)]
struct Watched {
    feed: Arc<Feed>,
    /// By account, so that a player's streams are found among thousands, and by the number of the stream.
    streams: BTreeMap<(AccountId, u64), (Arc<Subscriber>, usize)>,
    waking: Waking,
}

/// Whether a task wakes the spectators, and whether they have to be woken again after that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waking {
    Idle,
    Busy,
    Again,
}

impl Hub {
    /// Nobody watches yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            partitions: (0..PARTITIONS).map(|_| Mutex::default()).collect(),
            streams: AtomicU64::new(0),
        }
    }

    /// A log may have grown: everybody here who watches the table looks.
    pub fn wake(self: &Arc<Self>, table: TableId) {
        if let Some(feed) = self.feed(table) {
            feed.note_growth();
            self.rouse(table);
        }
    }

    /// News may have been missed: everybody looks.
    pub fn wake_all(self: &Arc<Self>) {
        for partition in 0..self.partitions.len() {
            let watched: Vec<_> = self.lock(partition).keys().copied().collect();
            watched.into_iter().for_each(|table| self.wake(table));
        }
    }

    /// A log has grown by these events after `before`, to the table `after`.
    pub fn hear(self: &Arc<Self>, table: TableId, before: Version, events: &[Event], after: &Arc<Table>) {
        let Some(feed) = self.feed(table) else { return };
        if feed.hear(before, events, after) {
            self.rouse(table);
        }
    }

    /// A log has an event of this number, which may be known here.
    pub fn hear_of(self: &Arc<Self>, table: TableId, number: u64) {
        let Some(feed) = self.feed(table) else { return };
        if feed.hear_of(number) {
            self.rouse(table);
        }
    }

    /// The feed of a table that somebody watches here.
    #[must_use]
    pub fn feed(&self, table: TableId) -> Option<Arc<Feed>> {
        let watched = self.partition(table);
        watched.get(&table).map(|watched| Arc::clone(&watched.feed))
    }

    /// Wakes all streams of a table: the players' at once, the others' in portions.
    pub fn rouse(self: &Arc<Self>, table: TableId) {
        let mut partition = self.partition(table);
        let Some(watched) = partition.get_mut(&table) else {
            return;
        };
        if watched.streams.len() <= WOKEN_AT_ONCE {
            watched.wake_each();
            return;
        }
        watched.wake_players();
        if watched.waking != Waking::Idle {
            watched.waking = Waking::Again;
            return;
        }
        watched.waking = Waking::Busy;
        let hub = Arc::clone(self);
        tokio::spawn(async move { hub.wake_in_portions(table).await });
    }

    async fn wake_in_portions(&self, table: TableId) {
        loop {
            let streams: Vec<_> = match self.partition(table).get_mut(&table) {
                Some(watched) if watched.waking != Waking::Idle => {
                    watched.waking = Waking::Busy;
                    watched.streams.values().cloned().collect()
                }
                // All left meanwhile, and with them the note that they were being woken.
                _ => return,
            };
            for portion in streams.chunks(WOKEN_AT_ONCE) {
                portion.iter().for_each(|(subscriber, index)| subscriber.wake(*index));
                yield_now().await;
            }
            let mut partition = self.partition(table);
            let Some(watched) = partition.get_mut(&table) else {
                return;
            };
            if watched.waking != Waking::Again {
                watched.waking = Waking::Idle;
                return;
            }
        }
    }

    /// Subscribes a stream of `viewer` to its tables, at most [`MOST_TABLES`]; further ones are never woken.
    #[must_use]
    pub fn subscribe(self: &Arc<Self>, viewer: AccountId, tables: &[TableId]) -> Subscription {
        let stream = (viewer, self.streams.fetch_add(1, Ordering::Relaxed));
        let subscriber = Arc::new(Subscriber::default());
        let subscribe = |(index, table): (usize, &TableId)| {
            let mut watched = self.partition(*table);
            let entry = watched.entry(*table).or_insert_with(|| Watched {
                feed: Arc::new(Feed::new(*table)),
                streams: BTreeMap::new(),
                waking: Waking::Idle,
            });
            entry.streams.insert(stream, (Arc::clone(&subscriber), index));
            (*table, Arc::clone(&entry.feed))
        };
        let tables = tables.iter().take(MOST_TABLES).enumerate().map(subscribe).collect();
        Subscription::new(Arc::clone(self), stream, tables, subscriber)
    }

    pub(super) fn unsubscribe(&self, table: TableId, stream: (AccountId, u64)) {
        let mut watched = self.partition(table);
        let Some(entry) = watched.get_mut(&table) else { return };
        entry.streams.remove(&stream);
        if entry.streams.is_empty() {
            watched.remove(&table);
        }
    }

    /// How many streams watch a table here.
    #[must_use]
    pub fn watchers(&self, table: TableId) -> usize {
        self.partition(table)
            .get(&table)
            .map_or(0, |watched| watched.streams.len())
    }

    /// How many streams of an account watch a table here.
    #[must_use]
    pub fn watchers_of(&self, table: TableId, account: AccountId) -> usize {
        let watched = self.partition(table);
        watched
            .get(&table)
            .map_or(0, |watched| watched.streams_of(account).count())
    }

    /// What this process has to tell of a table's watchers.
    #[must_use]
    pub fn tended(&self, id: TableId, table: &Table) -> Tended {
        let watched = self.partition(id);
        watched
            .get(&id)
            .map_or_else(|| nobody(id), |watched| watched.tended(id, table))
    }

    /// A player has sent the nonce of a heartbeat back. Answers whether one of its streams here waited for it.
    #[must_use]
    pub fn answered(&self, table: TableId, account: AccountId, nonce: u64) -> bool {
        let watched = self.partition(table);
        let Some(watched) = watched.get(&table) else {
            return false;
        };
        watched.streams_of(account).any(|(stream, _)| stream.answered(nonce))
    }

    /// The same for all tables of a partition whose feeds have read them. Called from time to time, this also lets feeds
    /// where nothing happens let go of what they keep, and wakes the streams of the others once more: whatever a wake-up
    /// may have missed, no stream stays behind its table for longer than that.
    #[must_use]
    pub fn tended_in(self: &Arc<Self>, partition: u16) -> Vec<Tended> {
        let mut moved = Vec::new();
        let mut tended = Vec::new();
        for (id, watched) in &*self.lock(usize::from(partition) % self.partitions.len()) {
            if watched.feed.rest() {
                moved.push(*id);
            }
            tended.extend(watched.feed.head().map(|head| watched.tended(*id, &head)));
        }
        moved.into_iter().for_each(|id| self.rouse(id));
        tended
    }

    fn partition(&self, table: TableId) -> MutexGuard<'_, HashMap<TableId, Watched>> {
        self.lock(usize::from(table.partition()) % self.partitions.len())
    }

    fn lock(&self, partition: usize) -> MutexGuard<'_, HashMap<TableId, Watched>> {
        // Nothing can be half done under this lock: a poisoned map is a whole one.
        self.partitions[partition]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Hub {
    fn default() -> Self {
        Self::new()
    }
}

impl Watched {
    fn wake_each(&self) {
        for (subscriber, index) in self.streams.values() {
            subscriber.wake(*index);
        }
    }

    fn wake_players(&self) {
        let Some(head) = self.feed.head() else { return };
        for account in [Side::White, Side::Black].map(|side| head.seats()[side].map(|seat| seat.account)) {
            for (subscriber, index) in account.into_iter().flat_map(|account| self.streams_of(account)) {
                subscriber.wake(*index);
            }
        }
    }

    fn streams_of(&self, account: AccountId) -> impl Iterator<Item = &(Arc<Subscriber>, usize)> {
        let all_of = (account, 0)..=(account, u64::MAX);
        self.streams.range(all_of).map(|(_, stream)| stream)
    }

    fn tended(&self, id: TableId, table: &Table) -> Tended {
        // Of several streams nobody knows which one the moves come from.
        let round_trip = |side| {
            let streams = self.streams_of(table.seats()[side]?.account);
            streams.filter_map(|(stream, _)| stream.round_trip()).max()
        };
        let here = |side: Side| table.seats()[side].is_some_and(|seat| self.streams_of(seat.account).next().is_some());
        let mut spectators = 0;
        let mut last = None;
        for (account, _) in self.streams.keys() {
            let seated = [Side::White, Side::Black]
                .into_iter()
                .any(|side| table.holds(*account, side));
            spectators += u32::from(last != Some(account) && !seated);
            last = Some(account);
        }
        Tended {
            present: BySide {
                white: here(Side::White),
                black: here(Side::Black),
            },
            spectators,
            round_trips: BySide {
                white: round_trip(Side::White),
                black: round_trip(Side::Black),
            },
            ..nobody(id)
        }
    }
}

fn nobody(table: TableId) -> Tended {
    Tended {
        table,
        present: BySide::default(),
        spectators: 0,
        round_trips: BySide::default(),
        announce: false,
    }
}
