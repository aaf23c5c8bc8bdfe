//! Where a feed is, and places in it.

/// A place behind an event of a feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedPoint {
    /// The feed's epoch: random, another one after a restored backup.
    pub epoch: u64,
    /// The event's position; 0 before the first.
    pub position: u64,
}

/// Where a feed is.
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
