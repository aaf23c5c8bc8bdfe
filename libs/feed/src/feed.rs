//! A feed in one replica.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, Semaphore, watch};

use crate::cursor::{self, NotACursor};
use crate::head::{Heads, Readings};
use crate::meters::FeedMeters;
use crate::options::FeedOptions;
use crate::place::FeedPoint;
use crate::recent::Recent;
use crate::source::FeedSource;

/// How many consumers read pages of the store at once.
const READING_AT_ONCE: usize = 4;

/// A feed in this replica.
pub struct Feed<S> {
    pub(crate) source: S,
    pub(crate) options: FeedOptions,
    pub(crate) meters: FeedMeters,
    recent: Mutex<Recent>,
    pub(crate) heads: tokio::sync::Mutex<Heads>,
    pub(crate) readings: Readings,
    /// Tells that something has changed in `recent`.
    pub(crate) changed: watch::Sender<()>,
    /// Something was recorded here: the reader looks at once.
    pub(crate) recorded: Notify,
    pub(crate) room: Semaphore,
}

impl<S: FeedSource> Feed<S> {
    /// A feed that nobody reads yet.
    pub fn new(source: S, options: FeedOptions, meters: FeedMeters) -> Self {
        Self {
            source,
            options,
            meters,
            recent: Mutex::default(),
            heads: tokio::sync::Mutex::default(),
            readings: Readings::default(),
            changed: watch::Sender::default(),
            recorded: Notify::new(),
            room: Semaphore::new(READING_AT_ONCE),
        }
    }

    /// The place that a cursor stands for.
    ///
    /// # Errors
    /// When it is none.
    pub fn parse_cursor(text: &str) -> Result<FeedPoint, NotACursor> {
        cursor::read(text).ok_or(NotACursor { feed: S::NAME })
    }

    /// Something was recorded by this replica.
    pub fn note_recorded(&self) {
        self.recorded.notify_one();
    }

    pub(crate) fn recent(&self) -> MutexGuard<'_, Recent> {
        // Nothing in it can be left half done by a panic.
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
