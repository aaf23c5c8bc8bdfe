//! What the feed tells.

use corners_proto::ids::TableId;

/// What happened to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// It finished: `corners.game.finished.v1`.
    Finished,
    /// It was annulled: `corners.game.annulled.v1`.
    Annulled,
}

/// An event of the feed, as the outbox holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedEvent {
    /// Its place, from 1, without gaps, in the order in which events became visible.
    pub position: u64,
    /// What happened.
    pub kind: EventKind,
    /// The table of the game.
    pub table: TableId,
    /// When it happened, in milliseconds since 1970.
    pub at_ms: u64,
    /// When it was recorded, in milliseconds since 1970; never earlier than the event before.
    pub recorded_at_ms: u64,
    /// What is told: the JSON form of the kind's message in `corners.archive.v1`.
    pub data: String,
}

/// A place behind an event of the feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedPoint {
    /// The feed's epoch: random, another one after a restored backup.
    pub epoch: u64,
    /// The event's position; 0 before the first.
    pub position: u64,
}

/// Where the feed is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedHead {
    /// The epochs there were and their starts, oldest first: a start is the last position in common with the epoch before,
    /// 0 for the first epoch. Never empty; the last one is the current.
    pub epochs: Vec<FeedPoint>,
    /// The position of the last event.
    pub last: u64,
}

impl FeedHead {
    /// The current epoch and its start.
    #[must_use]
    pub fn current(&self) -> FeedPoint {
        self.epochs
            .last()
            .copied()
            .unwrap_or(FeedPoint { epoch: 0, position: 0 })
    }

    /// The id of the current epoch.
    #[must_use]
    pub fn epoch(&self) -> u64 {
        self.current().epoch
    }
}
