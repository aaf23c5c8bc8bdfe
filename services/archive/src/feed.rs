//! The result feed: the events of the archive's store, as cloud events.

use std::collections::HashMap;
use std::error::Error;
use std::sync::Arc;

use async_trait::async_trait;
use corners_feed::{FeedHead, FeedSource, Restarted};
use corners_proto::archive::v1 as proto;
use corners_proto::encoded::Encoded;
use corners_proto::error::Reason;
use corners_proto::io::cloudevents::v1::CloudEvent;
use corners_proto::io::cloudevents::v1::cloud_event::cloud_event_attribute_value::Attr;
use corners_proto::io::cloudevents::v1::cloud_event::{CloudEventAttributeValue, Data};
use corners_proto::time::timestamp;

use crate::convert::{Json, JsonError};
use crate::domain::{EventKind, FeedEvent};
use crate::store::{ArchiveStore, StoreError};

/// The result feed in this replica.
pub(crate) type Feed = corners_feed::Feed<ResultFeed>;

/// A message of the result feed, encoded once for all who get it.
pub(crate) type FeedMessage = Encoded<proto::StreamResultsResponse>;

/// What the result feed is made of.
pub(crate) struct ResultFeed {
    pub(crate) store: Arc<dyn ArchiveStore>,
    pub(crate) json: Json,
    /// The `source` of all events.
    pub(crate) source: String,
}

#[async_trait]
impl FeedSource for ResultFeed {
    const NAME: &'static str = "result feed";
    const OWNER: &'static str = "the archive";

    type Event = FeedEvent;
    type Message = proto::StreamResultsResponse;
    type Error = StoreError;

    async fn events_after(&self, position: u64, limit: u32) -> Result<Vec<FeedEvent>, StoreError> {
        self.store.events_after(position, limit).await
    }

    async fn position_before(&self, recorded_from_ms: u64) -> Result<u64, StoreError> {
        self.store.position_before(recorded_from_ms).await
    }

    async fn head(&self) -> Result<FeedHead, StoreError> {
        self.store.head().await
    }

    async fn start_epoch(&self, current: u64) -> Result<FeedHead, StoreError> {
        self.store.start_epoch(current).await
    }

    fn unavailable(why: &'static str) -> StoreError {
        StoreError::unavailable("read", why)
    }

    fn position(event: &FeedEvent) -> u64 {
        event.position
    }

    fn encode(
        &self,
        event: &FeedEvent,
        cursor: String,
    ) -> Result<proto::StreamResultsResponse, Box<dyn Error + Send + Sync>> {
        Ok(proto::StreamResultsResponse {
            events: vec![proto::ResultEvent {
                cursor,
                event: Some(self.cloud_event(event)?),
            }],
            ..proto::StreamResultsResponse::default()
        })
    }

    fn heartbeat(cursor: String) -> proto::StreamResultsResponse {
        proto::StreamResultsResponse {
            heartbeat: Some(proto::FeedHeartbeat { cursor }),
            ..proto::StreamResultsResponse::default()
        }
    }

    fn restarted(restarted: Restarted) -> proto::StreamResultsResponse {
        proto::StreamResultsResponse {
            restarted: Some(proto::FeedRestarted {
                cursor: restarted.cursor,
                last_common_sequence: restarted.last_common,
                forgotten: restarted.forgotten,
            }),
            ..proto::StreamResultsResponse::default()
        }
    }

    fn ending(reason: Reason, cursor: String) -> proto::StreamResultsResponse {
        proto::StreamResultsResponse {
            ending: Some(proto::FeedEnding {
                reason: reason.to_string(),
                cursor,
            }),
            ..proto::StreamResultsResponse::default()
        }
    }
}

impl ResultFeed {
    fn cloud_event(&self, event: &FeedEvent) -> Result<CloudEvent, JsonError> {
        let table = event.table.to_string();
        let (id, kind) = match event.kind {
            EventKind::Finished => (table.clone(), "corners.game.finished.v1"),
            EventKind::Annulled => (format!("{table}-annulled"), "corners.game.annulled.v1"),
        };
        let moment = |millis| Attr::CeTimestamp(timestamp(millis));
        let attributes = [
            ("subject", Attr::CeString(table.clone())),
            ("partitionkey", Attr::CeString(table)),
            ("time", moment(event.at_ms)),
            ("recordedtime", moment(event.recorded_at_ms)),
            ("sequence", Attr::CeString(event.position.to_string())),
            ("datacontenttype", Attr::CeString("application/protobuf".to_owned())),
        ];
        let attributes: HashMap<_, _> = attributes
            .into_iter()
            .map(|(name, attr)| (name.to_owned(), CloudEventAttributeValue { attr: Some(attr) }))
            .collect();
        Ok(CloudEvent {
            id,
            source: self.source.clone(),
            spec_version: "1.0".to_owned(),
            r#type: kind.to_owned(),
            attributes,
            data: Some(Data::ProtoData(self.json.any(event.kind, &event.data)?)),
        })
    }
}
