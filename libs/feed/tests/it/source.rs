//! A service whose events are texts, and whose store the test has in hand.

use std::error::Error;
use std::sync::{Arc, Mutex, MutexGuard};

use async_trait::async_trait;
use corners_feed::{FeedHead, FeedPoint, FeedSource, Restarted};
use corners_proto::archive::v1::{FeedEnding, FeedHeartbeat, FeedRestarted, ResultEvent, StreamResultsResponse};
use corners_proto::error::Reason;
use corners_proto::io::cloudevents::v1::CloudEvent;

/// The text that cannot be told.
pub const UNREADABLE: &str = "unreadable";

#[derive(Clone, Debug, Default)]
pub struct Stored {
    pub epochs: Vec<FeedPoint>,
    /// Events: positions and texts.
    pub events: Vec<(u64, String)>,
    /// How often it was asked where the feed is.
    pub heads: usize,
}

/// Clones are handles to the same one.
#[derive(Clone, Default)]
pub struct Texts(Arc<Mutex<Stored>>);

#[derive(Debug, thiserror::Error)]
#[error("the texts cannot be read: {0}")]
pub struct Away(&'static str);

impl Texts {
    pub fn new(epochs: &[(u64, u64)], events: &[(u64, &str)]) -> Self {
        Self(Arc::new(Mutex::new(stored(epochs, events))))
    }

    pub fn stored(&self) -> MutexGuard<'_, Stored> {
        self.0.lock().unwrap()
    }
}

/// Epochs with their starts, and events.
pub fn stored(epochs: &[(u64, u64)], events: &[(u64, &str)]) -> Stored {
    let point = |&(epoch, position): &(u64, u64)| FeedPoint { epoch, position };
    Stored {
        epochs: epochs.iter().map(point).collect(),
        events: events
            .iter()
            .map(|(position, text)| (*position, (*text).to_owned()))
            .collect(),
        ..Stored::default()
    }
}

#[async_trait]
impl FeedSource for Texts {
    const NAME: &'static str = "feed of texts";
    const OWNER: &'static str = "the library";

    type Event = (u64, String);
    type Message = StreamResultsResponse;
    type Error = Away;

    async fn events_after(&self, position: u64, limit: u32) -> Result<Vec<(u64, String)>, Away> {
        let stored = self.stored();
        let behind = stored.events.iter().filter(|event| event.0 > position);
        Ok(behind.take(limit as usize).cloned().collect())
    }

    async fn position_before(&self, _: u64) -> Result<u64, Away> {
        Ok(0)
    }

    async fn head(&self) -> Result<FeedHead, Away> {
        // As a database does, it takes its time.
        tokio::task::yield_now().await;
        let mut stored = self.stored();
        stored.heads += 1;
        Ok(FeedHead {
            epochs: stored.epochs.clone(),
            last: stored.events.last().map_or(0, |event| event.0),
        })
    }

    async fn start_epoch(&self, current: u64) -> Result<FeedHead, Away> {
        {
            let mut stored = self.stored();
            let position = stored.events.last().map_or(0, |event| event.0);
            let epoch = current + 1;
            stored.epochs.push(FeedPoint { epoch, position });
        }
        self.head().await
    }

    fn unavailable(why: &'static str) -> Away {
        Away(why)
    }

    fn position(event: &(u64, String)) -> u64 {
        event.0
    }

    fn encode(
        &self,
        (_, text): &(u64, String),
        cursor: String,
    ) -> Result<StreamResultsResponse, Box<dyn Error + Send + Sync>> {
        if text == UNREADABLE {
            return Err("nobody can read it".into());
        }
        let event = CloudEvent {
            id: text.clone(),
            ..CloudEvent::default()
        };
        Ok(StreamResultsResponse {
            events: vec![ResultEvent {
                cursor,
                event: Some(event),
            }],
            ..StreamResultsResponse::default()
        })
    }

    fn heartbeat(cursor: String) -> StreamResultsResponse {
        StreamResultsResponse {
            heartbeat: Some(FeedHeartbeat { cursor }),
            ..StreamResultsResponse::default()
        }
    }

    fn restarted(restarted: Restarted) -> StreamResultsResponse {
        StreamResultsResponse {
            restarted: Some(FeedRestarted {
                cursor: restarted.cursor,
                last_common_sequence: restarted.last_common,
                forgotten: restarted.forgotten,
            }),
            ..StreamResultsResponse::default()
        }
    }

    fn ending(reason: Reason, cursor: String) -> StreamResultsResponse {
        StreamResultsResponse {
            ending: Some(FeedEnding {
                reason: reason.to_string(),
                cursor,
            }),
            ..StreamResultsResponse::default()
        }
    }
}
