//! The stream of what became of rated games.

use std::error::Error;
use std::sync::Arc;

use corners_feed::{FeedHead, FeedSource, Restarted};
use corners_proto::error::Reason;
use corners_proto::rating::v1 as proto;
use tonic::async_trait;

use crate::convert;
use crate::domain::RatingEvent;
use crate::store::{RatingStore, StoreError};

/// The events of a store.
pub(crate) struct Events(pub(crate) Arc<dyn RatingStore>);

type Message = proto::StreamRatingEventsResponse;

#[async_trait]
impl FeedSource for Events {
    const NAME: &'static str = "stream of rating events";
    const OWNER: &'static str = "the rating service";
    type Event = RatingEvent;
    type Message = Message;
    type Error = StoreError;

    async fn events_after(&self, position: u64, limit: u32) -> Result<Vec<RatingEvent>, StoreError> {
        self.0.events_after(position, limit).await
    }

    async fn position_before(&self, recorded_from_ms: u64) -> Result<u64, StoreError> {
        self.0.position_before(recorded_from_ms).await
    }

    async fn head(&self) -> Result<FeedHead, StoreError> {
        self.0.head().await
    }

    async fn start_epoch(&self, current: u64) -> Result<FeedHead, StoreError> {
        self.0.rebuild(current).await
    }

    fn unavailable(why: &'static str) -> StoreError {
        StoreError::unavailable("read", why)
    }

    fn position(event: &RatingEvent) -> u64 {
        event.position
    }

    fn encode(&self, event: &RatingEvent, cursor: String) -> Result<Message, Box<dyn Error + Send + Sync>> {
        Ok(Message {
            events: vec![convert::event(event, cursor)],
            ..Message::default()
        })
    }

    fn heartbeat(cursor: String) -> Message {
        Message {
            heartbeat: Some(proto::RatingHeartbeat { cursor }),
            ..Message::default()
        }
    }

    fn restarted(restarted: Restarted) -> Message {
        Message {
            restarted: Some(proto::RatingsRestarted {
                cursor: restarted.cursor,
                last_common_sequence: restarted.last_common,
                forgotten: restarted.forgotten,
            }),
            ..Message::default()
        }
    }

    fn ending(reason: Reason, cursor: String) -> Message {
        Message {
            ending: Some(proto::RatingStreamEnding {
                reason: reason.to_string(),
                cursor,
            }),
            ..Message::default()
        }
    }
}
