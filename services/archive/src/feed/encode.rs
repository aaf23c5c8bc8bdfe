//! Events as they are sent.

use std::collections::HashMap;

use bytes::Bytes;
use corners_proto::archive::v1 as proto;
use corners_proto::io::cloudevents::v1::CloudEvent;
use corners_proto::io::cloudevents::v1::cloud_event::cloud_event_attribute_value::Attr;
use corners_proto::io::cloudevents::v1::cloud_event::{CloudEventAttributeValue, Data};
use corners_proto::time::timestamp;
use prost::Message;

use super::page::Page;
use super::{Feed, FeedError, cursor};
use crate::convert::JsonError;
use crate::domain::{EventKind, FeedEvent, FeedPoint};

impl Feed {
    /// Events that were read behind a place, encoded.
    pub(super) fn encode(&self, behind: FeedPoint, events: &[FeedEvent]) -> Result<Page, FeedError> {
        let mut bytes = Vec::with_capacity(events.len() * 1024);
        let mut ends = Vec::with_capacity(events.len());
        let mut place = behind;
        for event in events {
            if event.position != place.position + 1 {
                return Err(FeedError::Gap {
                    position: place.position,
                });
            }
            place.position = event.position;
            let cloud_event = self.cloud_event(event).map_err(|source| FeedError::Event {
                position: event.position,
                source,
            })?;
            // A message with one event: many such, one after the other, are a message with many.
            let message = proto::StreamResultsResponse {
                events: vec![proto::ResultEvent {
                    cursor: cursor::write(place),
                    event: Some(cloud_event),
                }],
                ..proto::StreamResultsResponse::default()
            };
            bytes.extend(message.encode_to_vec());
            ends.push(bytes.len());
        }
        Ok(Page::new(behind.position, Bytes::from(bytes), ends))
    }

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
