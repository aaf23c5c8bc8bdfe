//! Events that follow each other, encoded once for all who get them.

use bytes::Bytes;
use corners_proto::encoded::Encoded;
use tokio::time::Instant;

use super::FeedMessage;

/// A message has no more bytes than this, unless one event has: what waits for a client that does not read is little.
const MOST_BYTES: usize = 64 * 1024;

/// Events that follow each other.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// The position before the first.
    before: u64,
    /// The events, each as a field of the message that brings it.
    bytes: Bytes,
    /// Where each event ends in the bytes.
    ends: Vec<usize>,
    /// When they were read.
    read_at: Instant,
}

impl Page {
    pub(super) fn new(before: u64, bytes: Bytes, ends: Vec<usize>) -> Self {
        Self {
            before,
            bytes,
            ends,
            read_at: Instant::now(),
        }
    }

    /// The position of the last event.
    pub(super) fn last(&self) -> u64 {
        self.before + self.len() as u64
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn read_at(&self) -> Instant {
        self.read_at
    }

    /// A message with the events behind a position, and the position behind it; none when there are none. No byte is copied.
    pub(super) fn after(&self, position: u64) -> Option<(FeedMessage, u64)> {
        let first = usize::try_from(position.checked_sub(self.before)?).ok()?;
        let from = match first.checked_sub(1) {
            None => 0,
            Some(seen) => *self.ends.get(seen)?,
        };
        let rest = self.ends.get(first..)?;
        let fitting = rest.partition_point(|end| end - from <= MOST_BYTES).max(1);
        let until = *rest.get(fitting - 1)?;
        let message = Encoded::from_bytes(self.bytes.slice(from..until));
        Some((message, position + fitting as u64))
    }
}
