//! One stream's side of the wake-ups.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use corners_proto::ids::{AccountId, TableId};
use tokio::sync::Notify;
use tokio::time::Instant;

use super::round_trip::RoundTrips;
use super::{Feed, Hub};

/// One stream's side of the wake-ups.
#[derive(Debug, Default)]
pub(super) struct Subscriber {
    /// A bit for each of the stream's tables that was woken since the stream last looked.
    woken: AtomicU64,
    since: Mutex<Option<Instant>>,
    notify: Notify,
    /// Kept for players only.
    round_trips: Mutex<Option<Box<RoundTrips>>>,
}

/// A stream's subscription to its tables, ended by dropping it.
#[derive(Debug)]
pub struct Subscription {
    hub: Arc<Hub>,
    stream: (AccountId, u64),
    tables: Box<[(TableId, Arc<Feed>)]>,
    subscriber: Arc<Subscriber>,
}

impl Subscriber {
    pub(super) fn wake(&self, index: usize) {
        let before = self.woken.fetch_or(1 << index, Ordering::AcqRel);
        if before == 0 {
            *self.since() = Some(Instant::now());
        }
        self.notify.notify_one();
    }

    /// A nonce has come back from the stream's client. Answers whether it was waited for.
    pub(super) fn answered(&self, nonce: u64) -> bool {
        self.round_trips().as_mut().is_some_and(|trips| trips.answered(nonce))
    }

    /// The round trip to the stream's client; none before it was measured.
    pub(super) fn round_trip(&self) -> Option<Duration> {
        self.round_trips().as_ref()?.usual()
    }

    fn since(&self) -> MutexGuard<'_, Option<Instant>> {
        self.since.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn round_trips(&self) -> MutexGuard<'_, Option<Box<RoundTrips>>> {
        self.round_trips.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Subscription {
    pub(super) fn new(
        hub: Arc<Hub>,
        stream: (AccountId, u64),
        tables: Box<[(TableId, Arc<Feed>)]>,
        subscriber: Arc<Subscriber>,
    ) -> Self {
        Self {
            hub,
            stream,
            tables,
            subscriber,
        }
    }

    /// The account whose stream it is.
    #[must_use]
    pub fn viewer(&self) -> AccountId {
        self.stream.0
    }

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

    /// A heartbeat with this nonce is being sent, whose answer tells the round trip.
    pub fn asks(&self, nonce: u64) {
        let mut trips = self.subscriber.round_trips();
        trips.get_or_insert_default().asked(nonce);
    }

    /// Waits until a table is woken.
    pub async fn woken(&self) {
        self.subscriber.notify.notified().await;
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        for (table, _) in &self.tables {
            self.hub.unsubscribe(*table, self.stream);
        }
    }
}
