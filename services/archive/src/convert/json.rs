//! Messages in their canonical JSON form, as protobuf defines it.

use corners_proto::PUBLIC_DESCRIPTORS;
use corners_proto::archive::v1 as proto;
use prost::Message;
use prost_reflect::{DescriptorError, DescriptorPool, DeserializeOptions, DynamicMessage, MessageDescriptor};
use prost_types::Any;

use crate::domain::EventKind;

/// What names the type of a message in an `Any`, before the message's full name.
const TYPE_URL: &str = "type.googleapis.com/";

/// Why a message has no JSON form here, or a text is none.
#[derive(Debug, thiserror::Error)]
pub enum JsonError {
    /// The contract's descriptors cannot be read.
    #[error("cannot read the contract's descriptors")]
    Descriptors(#[source] DescriptorError),
    /// The contract has no such message.
    #[error("the contract has no message {0}")]
    NoMessage(&'static str),
    /// A message is not the contract's.
    #[error("a message does not decode by the contract")]
    Decode(#[from] prost::DecodeError),
    /// A text is no message, or a message cannot be written as text.
    #[error("not the JSON form of the message")]
    Form(#[from] serde_json::Error),
}

/// Writes and reads the JSON form of the archive's messages.
#[derive(Clone, Debug)]
pub struct Json {
    game: MessageDescriptor,
    finished: MessageDescriptor,
    annulled: MessageDescriptor,
}

impl Json {
    /// The JSON forms of this version of the contract.
    ///
    /// # Errors
    /// When the contract that is built in cannot be read.
    pub fn new() -> Result<Self, JsonError> {
        let pool = DescriptorPool::decode(PUBLIC_DESCRIPTORS).map_err(JsonError::Descriptors)?;
        let find = |name| pool.get_message_by_name(name).ok_or(JsonError::NoMessage(name));
        Ok(Self {
            game: find("corners.archive.v1.Game")?,
            finished: find("corners.archive.v1.GameFinished")?,
            annulled: find("corners.archive.v1.GameAnnulled")?,
        })
    }

    /// The JSON form of a game, without line breaks.
    ///
    /// # Errors
    /// When the message is not the contract's.
    pub fn of_game(&self, game: &proto::Game) -> Result<String, JsonError> {
        write(&self.game, game)
    }

    /// The JSON form of what `corners.game.finished.v1` says.
    ///
    /// # Errors
    /// When the message is not the contract's.
    pub fn of_finished(&self, finished: &proto::GameFinished) -> Result<String, JsonError> {
        write(&self.finished, finished)
    }

    /// The JSON form of what `corners.game.annulled.v1` says.
    ///
    /// # Errors
    /// When the message is not the contract's.
    pub fn of_annulled(&self, annulled: &proto::GameAnnulled) -> Result<String, JsonError> {
        write(&self.annulled, annulled)
    }

    /// What `corners.game.finished.v1` says, from its JSON form.
    ///
    /// # Errors
    /// When the text is not its JSON form.
    pub fn finished(&self, text: &str) -> Result<proto::GameFinished, JsonError> {
        Ok(read(&self.finished, text)?.transcode_to()?)
    }

    /// What an event of the feed says, as a message that names its type.
    ///
    /// # Errors
    /// When the text is not the JSON form of the kind's message.
    pub fn any(&self, kind: EventKind, text: &str) -> Result<Any, JsonError> {
        let descriptor = match kind {
            EventKind::Finished => &self.finished,
            EventKind::Annulled => &self.annulled,
        };
        let message = read(descriptor, text)?;
        Ok(Any {
            type_url: format!("{TYPE_URL}{}", descriptor.full_name()),
            value: message.encode_to_vec(),
        })
    }
}

fn write(descriptor: &MessageDescriptor, message: &impl Message) -> Result<String, JsonError> {
    let mut dynamic = DynamicMessage::new(descriptor.clone());
    dynamic.transcode_from(message)?;
    Ok(serde_json::to_string(&dynamic)?)
}

fn read(descriptor: &MessageDescriptor, text: &str) -> Result<DynamicMessage, JsonError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    // While replicas are being replaced, a newer one may have told more than this one knows.
    let options = DeserializeOptions::new().deny_unknown_fields(false);
    let message = DynamicMessage::deserialize_with_options(descriptor.clone(), &mut reader, &options)?;
    reader.end()?;
    Ok(message)
}
