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
