//! How the server of `GameService` writes messages: each in a buffer of its size.
//!
//! The library's codec gives every call a buffer of 8 KiB, which a watch stream keeps for as long as it waits: more than
//! everything else that such a stream needs.

use std::marker::PhantomData;

use prost::Message;
use tonic::Status;
use tonic::codec::{BufferSettings, Codec, EncodeBuf, Encoder};
use tonic_prost::{ProstCodec, ProstDecoder};

/// From how many waiting bytes on messages are sent in parts.
const SENT_AT_ONCE: usize = 32 * 1024;

/// Reads messages as the library does, and writes them into buffers of their size.
#[derive(Clone, Debug)]
pub struct LeanCodec<Sent, Received>(PhantomData<(Sent, Received)>);

impl<Sent, Received> Default for LeanCodec<Sent, Received> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<Sent, Received> Codec for LeanCodec<Sent, Received>
where
    Sent: Message + Send + 'static,
    Received: Message + Default + Send + 'static,
{
    type Encode = Sent;
    type Decode = Received;
    type Encoder = LeanEncoder<Sent>;
    type Decoder = ProstDecoder<Received>;

    fn encoder(&mut self) -> Self::Encoder {
        LeanEncoder(PhantomData)
    }

    fn decoder(&mut self) -> Self::Decoder {
        ProstCodec::<Sent, Received>::default().decoder()
    }
}

/// Writes messages into buffers of their size.
#[derive(Clone, Debug)]
pub struct LeanEncoder<Sent>(PhantomData<Sent>);

impl<Sent: Message> Encoder for LeanEncoder<Sent> {
    type Item = Sent;
    type Error = Status;

    fn encode(&mut self, message: Sent, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.reserve(message.encoded_len());
        message
            .encode(buffer)
            .map_err(|error| Status::internal(format!("cannot write a message: {error}")))
    }

    fn buffer_settings(&self) -> BufferSettings {
        BufferSettings::new(0, SENT_AT_ONCE)
    }
}
