//! Events as they are sent.

use bytes::Bytes;
use prost::Message;

use crate::cursor;
use crate::error::FeedError;
use crate::feed::Feed;
use crate::page::Page;
use crate::place::FeedPoint;
use crate::source::FeedSource;

impl<S: FeedSource> Feed<S> {
    /// Events that were read behind a place, encoded.
    pub(crate) fn encode(&self, behind: FeedPoint, events: &[S::Event]) -> Result<Page, FeedError<S::Error>> {
        let mut bytes = Vec::with_capacity(events.len() * 1024);
        let mut ends = Vec::with_capacity(events.len());
        let mut place = behind;
        for event in events {
            let position = S::position(event);
            if position != place.position + 1 {
                return Err(FeedError::Gap {
                    position: place.position,
                });
            }
            place.position = position;
            let message = self.source.encode(event, cursor::write(place));
            let message = message.map_err(|source| FeedError::Event { position, source })?;
            bytes.extend(message.encode_to_vec());
            ends.push(bytes.len());
        }
        Ok(Page::new(behind.position, Bytes::from(bytes), ends))
    }
}
