//! Events that follow each other, encoded once for all who get them.

use bytes::Bytes;
use tokio::time::Instant;

/// A message has no more bytes than this, unless one event has: what waits for a client that does not read is little.
const MOST_BYTES: usize = 64 * 1024;

/// Events that follow each other.
#[derive(Clone, Debug)]
pub(crate) struct Page {
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
    pub(crate) fn new(before: u64, bytes: Bytes, ends: Vec<usize>) -> Self {
        Self {
            before,
            bytes,
            ends,
            read_at: Instant::now(),
        }
    }

    /// The position of the last event.
    pub(crate) fn last(&self) -> u64 {
        self.before + self.len() as u64
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn read_at(&self) -> Instant {
        self.read_at
    }

    /// An encoded message with the events behind a position, and the position behind it; none when there are none. No byte
    /// is copied.
    pub(crate) fn after(&self, position: u64) -> Option<(Bytes, u64)> {
        let first = usize::try_from(position.checked_sub(self.before)?).ok()?;
        let from = match first.checked_sub(1) {
            None => 0,
            Some(seen) => *self.ends.get(seen)?,
        };
        let rest = self.ends.get(first..)?;
        let fitting = rest.partition_point(|end| end - from <= MOST_BYTES).max(1);
        let until = *rest.get(fitting - 1)?;
        Some((self.bytes.slice(from..until), position + fitting as u64))
    }
}

#[cfg(test)]
mod tests {
    use corners_proto::archive::v1::{ResultEvent, StreamResultsResponse};
    use prost::Message;

    use super::*;

    /// Events whose cursors are numbers, one of them larger than a message should be.
    fn page() -> Page {
        let (mut bytes, mut ends) = (Vec::new(), Vec::new());
        for number in 1..=300_u32 {
            let zeros = if number == 100 { 100_000 } else { 1_000 };
            let message = StreamResultsResponse {
                events: vec![ResultEvent {
                    cursor: "0".repeat(zeros) + &number.to_string(),
                    event: None,
                }],
                ..StreamResultsResponse::default()
            };
            bytes.extend(message.encode_to_vec());
            ends.push(bytes.len());
        }
        Page::new(40, bytes.into(), ends)
    }

    #[test]
    fn messages_have_all_events_in_order_and_stay_small() {
        let page = page();
        assert_eq!(page.last(), 340);
        for start in [40, 41, 138, 139, 140, 339] {
            let (mut position, mut seen) = (start, Vec::new());
            while let Some((message, behind)) = page.after(position) {
                let events = StreamResultsResponse::decode(message.clone()).unwrap().events;
                assert!(message.len() <= MOST_BYTES || events.len() == 1);
                assert_eq!(behind - position, events.len() as u64);
                seen.extend(events.iter().map(|event| event.cursor.parse::<u64>().unwrap() + 40));
                position = behind;
            }
            assert_eq!(seen, (start + 1..=340).collect::<Vec<_>>());
        }
        assert!(page.after(39).is_none() && page.after(340).is_none());
    }

    #[test]
    fn two_thousand_consumers_hold_one_copy() {
        let page = page();
        let bytes = page.bytes.clone();
        let messages: Vec<_> = (0..2_000).map(|_| page.after(40).unwrap().0).collect();
        drop(page);
        for message in messages {
            assert!(!bytes.is_unique(), "a message is a part of the page");
            drop(message);
        }
        assert!(bytes.is_unique());
    }
}
