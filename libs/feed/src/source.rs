//! What a service says of its feed.

use std::error::Error;

use async_trait::async_trait;
use corners_proto::error::Reason;
use prost::Message;

use crate::place::FeedHead;

/// A service's feed: how its events are read, and what its stream sends.
#[async_trait]
pub trait FeedSource: Send + Sync + 'static {
    /// What the feed is called in errors and in the log, as in "the result feed"; it follows "a" as well as "the".
    const NAME: &'static str;

    /// Whose feed it is, as in "the archive".
    const OWNER: &'static str;

    /// An event, as the store has it.
    type Event: Send + Sync;

    /// What the stream sends.
    type Message: Message + Default + 'static;

    /// Why the store could not be read.
    type Error: Error + Send + Sync + 'static;

    /// Events behind a position, in order, at most `limit`.
    async fn events_after(&self, position: u64, limit: u32) -> Result<Vec<Self::Event>, Self::Error>;

    /// The position before the first event that was recorded at this moment or later, in milliseconds since 1970.
    async fn position_before(&self, recorded_from_ms: u64) -> Result<u64, Self::Error>;

    /// Where the feed is. Starts another epoch when the database is no longer the one that the current epoch was started in.
    async fn head(&self) -> Result<FeedHead, Self::Error>;

    /// Starts another epoch, unless the current one is not the given one; answers where the feed is.
    async fn start_epoch(&self, current: u64) -> Result<FeedHead, Self::Error>;

    /// The error of a store that cannot be read now, and may be later.
    fn unavailable(why: &'static str) -> Self::Error;

    /// The position of an event: from 1, without gaps, in the order in which events became visible.
    fn position(event: &Self::Event) -> u64;

    /// A message with this event alone, whose cursor is given. Such messages, one after the other, are a message with all
    /// their events: so the events have to be a repeated field, and nothing else may be set.
    ///
    /// # Errors
    /// When what the store has is no event.
    fn encode(&self, event: &Self::Event, cursor: String) -> Result<Self::Message, Box<dyn Error + Send + Sync>>;

    /// A message that says that nothing is new, and where the stream is.
    fn heartbeat(cursor: String) -> Self::Message;

    /// A message that says that the feed is in another epoch than the consumer's place was.
    fn restarted(restarted: Restarted) -> Self::Message;

    /// The last message of a stream that ends on purpose: why, and where to resume.
    fn ending(reason: Reason, cursor: String) -> Self::Message;
}

/// What a consumer is told whose place was in another epoch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restarted {
    /// Where the stream goes on in the epoch that is.
    pub cursor: String,
    /// The last position that is the same in both epochs, as far as the consumer has come.
    pub last_common: u64,
    /// How many positions behind it the consumer had seen.
    pub forgotten: u64,
}
