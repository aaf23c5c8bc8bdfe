//! Messages of a stream that are encoded once and sent to many.
//!
//! An event of a table with a thousand spectators would be encoded a thousand times by the generated server, and so would
//! one of the result feed. The servers of those streams are therefore generated with [`Encoded`] in place of the message:
//! on the wire it is the same, in memory a reference-counted buffer.

use std::fmt;
use std::marker::PhantomData;

use bytes::{Buf, BufMut, Bytes};
use prost::encoding::{DecodeContext, WireType};
use prost::{DecodeError, Message};

/// A message `M` in its encoded form. Cloning it copies no bytes.
pub struct Encoded<M> {
    bytes: Bytes,
    message: PhantomData<fn() -> M>,
}

impl<M: Message + Default> Encoded<M> {
    /// Encodes a message, once for all who will receive it.
    #[must_use]
    pub fn new(message: &M) -> Self {
        Self::from_bytes(message.encode_to_vec().into())
    }

    /// A message that is encoded already: fields of `M`, one after the other.
    #[must_use]
    pub fn from_bytes(bytes: Bytes) -> Self {
        Self {
            bytes,
            message: PhantomData,
        }
    }

    /// Decodes the message again.
    ///
    /// # Errors
    /// When the bytes are not an `M`, which [`Encoded::new`] cannot produce.
    pub fn decode(&self) -> Result<M, DecodeError> {
        M::decode(self.bytes.clone())
    }
}

impl<M> Clone for Encoded<M> {
    fn clone(&self) -> Self {
        Self {
            bytes: self.bytes.clone(),
            message: PhantomData,
        }
    }
}

impl<M> Default for Encoded<M> {
    fn default() -> Self {
        Self {
            bytes: Bytes::new(),
            message: PhantomData,
        }
    }
}

impl<M> PartialEq for Encoded<M> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl<M> fmt::Debug for Encoded<M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Encoded").field(&self.bytes).finish()
    }
}

impl<M: Message + Default> Message for Encoded<M> {
    fn encode_raw(&self, buffer: &mut impl BufMut) {
        buffer.put_slice(&self.bytes);
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
        self.bytes.len()
    }

    fn clear(&mut self) {
        self.bytes.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::v1::{Heartbeat, WatchTablesResponse, watch_tables_response};

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
            <Encoded<WatchTablesResponse> as Message>::decode(message.encode_to_vec().as_slice()),
            Ok(encoded)
        );
    }
}
