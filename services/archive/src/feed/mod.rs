//! The result feed: everybody who follows it gets every event once and in order.
//!
//! One reader in each replica, [`Feed::follow`], reads what is new in the store for all who follow the feed there, and keeps
//! the last events, each encoded once. A consumer is a [`FeedStream`] with a place in them; one that is further behind reads
//! pages of the store until it has caught up. It does no work while its client does not read.
//!
//! A restored backup starts another epoch. What was read counts only if the epoch is still the same afterwards: so no event
//! is ever given a place in an epoch that it is not of.

mod cursor;
mod encode;
mod follow;
mod head;
mod page;
mod recent;
mod start;
mod stream;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use corners_proto::archive::v1::StreamResultsResponse;
use corners_proto::encoded::Encoded;
use tokio::sync::{Notify, Semaphore, watch};

use crate::convert::{Json, JsonError};
use crate::meters::Meters;
use crate::store::{ArchiveStore, StoreError};

pub(crate) use cursor::NotACursor;
use recent::Recent;
pub(crate) use start::{CannotStart, Start};

/// A message of the feed, encoded once for all who get it.
pub(crate) type FeedMessage = Encoded<StreamResultsResponse>;

/// How many consumers read pages of the store at once.
const READING_AT_ONCE: usize = 4;

/// What bounds the feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedOptions {
    /// How many events are kept in memory, at least; as few more as were read at once.
    pub events_kept: usize,
    /// After how long without another message a heartbeat is sent.
    pub heartbeat: Duration,
    /// How long an event may wait for a client to read it before the client's stream is ended.
    pub patience: Duration,
}

/// The result feed in this replica.
pub(crate) struct Feed {
    store: Arc<dyn ArchiveStore>,
    json: Json,
    /// The `source` of all events.
    source: String,
    options: FeedOptions,
    meters: Meters,
    recent: Mutex<Recent>,
    heads: tokio::sync::Mutex<head::Heads>,
    readings: head::Readings,
    /// Tells that something has changed in `recent`.
    changed: watch::Sender<()>,
    /// Something was recorded here: the reader looks at once.
    recorded: Notify,
    room: Semaphore,
}

/// Why events could not be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FeedError {
    /// The store could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What an event tells cannot be read.
    #[error("the event at position {position} cannot be read")]
    Event {
        /// Where it is.
        position: u64,
        /// Why.
        source: JsonError,
    },
    /// The work ended without an answer: a fault of the program.
    #[error("the reading ended without an answer")]
    Fault(#[source] tokio::task::JoinError),
    /// Positions are missing.
    #[error("the event behind position {position} is missing in the feed")]
    Gap {
        /// The last one that is there.
        position: u64,
    },
}

impl Feed {
    /// A feed that nobody reads yet.
    pub(crate) fn new(
        store: Arc<dyn ArchiveStore>,
        json: Json,
        source: String,
        options: FeedOptions,
        meters: Meters,
    ) -> Self {
        Self {
            store,
            json,
            source,
            options,
            meters,
            recent: Mutex::default(),
            heads: tokio::sync::Mutex::default(),
            readings: head::Readings::default(),
            changed: watch::Sender::default(),
            recorded: Notify::new(),
            room: Semaphore::new(READING_AT_ONCE),
        }
    }

    /// Something was recorded by this replica.
    pub(crate) fn note_recorded(&self) {
        self.recorded.notify_one();
    }

    fn recent(&self) -> MutexGuard<'_, Recent> {
        // Nothing in it can be left half done by a panic.
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
