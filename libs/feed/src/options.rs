//! What bounds a feed.

use std::time::Duration;

use corners_service::config::{OutOfRange, in_range};

/// The contract's, so that consumers can tell a quiet feed from a dead connection.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// What bounds a feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedOptions {
    /// How many events are kept in memory, at least; as few more as were read at once.
    pub events_kept: usize,
    /// After how long without another message a heartbeat is sent.
    pub heartbeat: Duration,
    /// How long an event may wait for a client to read it before the client's stream is ended.
    pub patience: Duration,
}

impl FeedOptions {
    /// What the settings `events_kept` (1,000 to 1,000,000) and `patience_ms` (100 to 600,000) of a service's section say.
    ///
    /// # Errors
    /// When one of them is out of its range.
    pub fn of_settings(events_kept: u64, patience_ms: u64) -> Result<Self, OutOfRange> {
        let events_kept = in_range("events_kept", events_kept, 1_000..=1_000_000)?;
        let patience_ms = in_range("patience_ms", patience_ms, 100..=600_000)?;
        Ok(Self {
            events_kept: usize::try_from(events_kept).unwrap_or(usize::MAX),
            heartbeat: HEARTBEAT,
            patience: Duration::from_millis(patience_ms),
        })
    }
}

impl Default for FeedOptions {
    fn default() -> Self {
        Self {
            events_kept: 10_000,
            heartbeat: HEARTBEAT,
            patience: Duration::from_secs(15),
        }
    }
}
