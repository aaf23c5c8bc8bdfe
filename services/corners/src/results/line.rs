//! An event as a line of JSON: the JSON form of CloudEvents, and the cursor to go on behind it.

use corners_archive::convert::Json;
use corners_client::Error;
use corners_client::proto::archive::v1::{GameAnnulled, GameFinished, ResultEvent};
use corners_client::proto::io::cloudevents::v1::cloud_event::cloud_event_attribute_value::Attr;
use corners_client::proto::io::cloudevents::v1::cloud_event::{CloudEventAttributeValue, Data};
use corners_service::startup::MainError;
use prost::Message;
use serde_json::{Map, Value};

/// What the name of a message's type ends with.
const FINISHED: &str = "/corners.archive.v1.GameFinished";
const ANNULLED: &str = "/corners.archive.v1.GameAnnulled";

/// The line for an event.
pub(super) fn line(json: &Json, result: ResultEvent) -> Result<Value, MainError> {
    let event = result.event.ok_or(Error::Protocol("a result without event"))?;
    let mut line = Map::new();
    line.insert("cursor".to_owned(), result.cursor.into());
    line.insert("specversion".to_owned(), event.spec_version.into());
    line.insert("id".to_owned(), event.id.into());
    line.insert("source".to_owned(), event.source.into());
    line.insert("type".to_owned(), event.r#type.into());
    for (name, value) in event.attributes {
        line.insert(name, attribute(value));
    }
    let data = match event.data {
        Some(Data::ProtoData(any)) if any.type_url.ends_with(FINISHED) => {
            json.of_finished(&GameFinished::decode(any.value.as_slice())?)?
        }
        Some(Data::ProtoData(any)) if any.type_url.ends_with(ANNULLED) => {
            json.of_annulled(&GameAnnulled::decode(any.value.as_slice())?)?
        }
        _ => {
            return Err(
                "the feed tells something that this program does not know: it is older than the platform".into(),
            );
        }
    };
    line.insert("data".to_owned(), serde_json::from_str(&data)?);
    // What was bytes or a message is JSON here.
    line.insert("datacontenttype".to_owned(), "application/json".into());
    Ok(line.into())
}

fn attribute(value: CloudEventAttributeValue) -> Value {
    match value.attr {
        Some(Attr::CeBoolean(truth)) => truth.into(),
        Some(Attr::CeInteger(number)) => number.into(),
        Some(Attr::CeString(text) | Attr::CeUri(text) | Attr::CeUriRef(text)) => text.into(),
        Some(Attr::CeTimestamp(moment)) => moment.to_string().into(),
        Some(Attr::CeBytes(_)) | None => Value::Null,
    }
}
