//! Messages of a watch stream that are encoded once and sent to many.
//!
//! An event of a table with a thousand spectators would be encoded a thousand times by the generated server. The server
//! of `GameService` is therefore generated with [`Encoded`] in place of `WatchTablesResponse`: on the wire it is the
//! same message, in memory a reference-counted buffer.

use bytes::{Buf, BufMut, Bytes};
use prost::encoding::{DecodeContext, WireType};
use prost::{DecodeError, Message};

use crate::game::v1::WatchTablesResponse;

/// A `WatchTablesResponse` in its encoded form. Cloning it copies no bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encoded(Bytes);

impl Encoded {
    /// Encodes a message, once for all who will receive it.
    #[must_use]
    pub fn new(message: &WatchTablesResponse) -> Self {
        Self(message.encode_to_vec().into())
    }

    /// Decodes the message again.
    ///
    /// # Errors
    /// When the bytes are not a `WatchTablesResponse`, which [`Encoded::new`] cannot produce.
    pub fn decode(&self) -> Result<WatchTablesResponse, DecodeError> {
        WatchTablesResponse::decode(self.0.clone())
    }
}

impl Message for Encoded {
    fn encode_raw(&self, buffer: &mut impl BufMut) {
        buffer.put_slice(&self.0);
    }

    fn merge_field(
        &mut self,
        tag: u32,
        wire_type: WireType,
        buffer: &mut impl Buf,
        context: DecodeContext,
    ) -> Result<(), DecodeError> {
        // Only the server side of a stream uses this type, so this runs in tests alone: by way of the real message.
        let mut message = self.decode()?;
        message.merge_field(tag, wire_type, buffer, context)?;
        *self = Self::new(&message);
        Ok(())
    }

    fn encoded_len(&self) -> usize {
        self.0.len()
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::v1::{Heartbeat, watch_tables_response};

    #[test]
    fn an_encoded_message_is_the_message_on_the_wire() {
        let message = WatchTablesResponse {
            message: Some(watch_tables_response::Message::Heartbeat(Heartbeat {
                game_time_ms: 7,
                ..Heartbeat::default()
            })),
        };
        let encoded = Encoded::new(&message);
        assert_eq!(encoded.encode_to_vec(), message.encode_to_vec());
        assert_eq!(Encoded::decode(&encoded), Ok(message.clone()));
        assert_eq!(
            <Encoded as Message>::decode(message.encode_to_vec().as_slice()),
            Ok(encoded)
        );
    }
}
