//! How messages are written and read: in buffers of their size.
//!
//! The library's codec gives every call a buffer of 8 KiB for what it writes and one for what it reads. A watch stream keeps
//! them for as long as it waits, more than everything else that it needs; and a call that goes through two services takes
//! eight of them, which costs more than what is written there.

use std::marker::PhantomData;

use prost::Message;
use tonic::Status;
use tonic::codec::{BufferSettings, Codec, EncodeBuf, Encoder};
use tonic_prost::ProstDecoder;

/// What a buffer begins with, in bytes: enough for most messages.
const SMALL: usize = 256;

/// From how many waiting bytes on messages are sent in parts.
const SENT_AT_ONCE: usize = 32 * 1024;

/// Reads and writes messages in buffers of their size.
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
        ProstDecoder::new(settings())
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
        settings()
    }
}

fn settings() -> BufferSettings {
    BufferSettings::new(SMALL, SENT_AT_ONCE)
}
