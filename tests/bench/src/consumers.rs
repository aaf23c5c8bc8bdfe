//! Consumers of feeds.

use std::marker::PhantomData;
use std::time::Instant;

use bytes::{Buf, Bytes};
use corners_service::internal::InternalChannel;
use http::uri::PathAndQuery;
use tonic::client::Grpc;
use tonic::codec::{Codec, DecodeBuf, Decoder};
use tonic::{Request, Status, Streaming};
use tonic_prost::{ProstCodec, ProstEncoder};

use crate::Failure;

/// Reads messages as what they are on the wire, so that thousands of consumers in this process cost little more than their
/// delivery does.
#[derive(Clone, Copy, Debug)]
struct Raw<R>(PhantomData<R>);

impl<R: prost::Message + Default + Send + 'static> Codec for Raw<R> {
    type Encode = R;
    type Decode = Bytes;
    type Encoder = ProstEncoder<R>;
    type Decoder = RawDecoder;

    fn encoder(&mut self) -> Self::Encoder {
        ProstCodec::<R, R>::default().encoder()
    }

    fn decoder(&mut self) -> Self::Decoder {
        RawDecoder
    }
}

struct RawDecoder;

impl Decoder for RawDecoder {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        let length = buffer.remaining();
        Ok(Some(buffer.copy_to_bytes(length)))
    }
}

/// One consumer of a feed whose messages have their events in the field with the number 1.
#[derive(Debug)]
pub struct Consumer {
    stream: Streaming<Bytes>,
}

/// A message that a consumer got.
#[derive(Clone, Debug)]
pub struct Message {
    /// What it is on the wire.
    pub bytes: Bytes,
    /// When it came.
    pub at: Instant,
}

impl Consumer {
    /// Follows a feed: calls the method, as in `/corners.archive.v1.ArchiveService/StreamResults`.
    ///
    /// # Errors
    /// When the service refuses.
    pub async fn start<R: prost::Message + Default + Send + Sync + 'static>(
        channel: InternalChannel,
        method: &'static str,
        request: R,
    ) -> Result<Self, Failure> {
        let mut client = Grpc::new(channel);
        client.ready().await?;
        let path = PathAndQuery::from_static(method);
        let answer = client
            .server_streaming(Request::new(request), path, Raw(PhantomData))
            .await?;
        Ok(Self {
            stream: answer.into_inner(),
        })
    }

    /// Takes so many events and tells when each message came.
    ///
    /// # Errors
    /// When the feed ends before.
    pub async fn hear(mut self, count: usize) -> Result<Vec<Message>, Failure> {
        let (mut messages, mut heard) = (Vec::new(), 0);
        while heard < count {
            let bytes = self.stream.message().await?.ok_or("the feed ended")?;
            heard += events(&bytes)?;
            messages.push(Message {
                bytes,
                at: Instant::now(),
            });
        }
        Ok(messages)
    }

    /// Takes so many events and only counts them.
    ///
    /// # Errors
    /// When the feed ends before.
    pub async fn count(mut self, count: usize) -> Result<(), Failure> {
        let mut heard = 0;
        while heard < count {
            let bytes = self.stream.message().await?.ok_or("the feed ended")?;
            heard += events(&bytes)?;
        }
        Ok(())
    }
}

/// How many fields of the number 1 a message has: its events.
fn events(message: &Bytes) -> Result<usize, Failure> {
    let (mut rest, mut count) = (message.clone(), 0);
    while rest.has_remaining() {
        let key = prost::encoding::decode_varint(&mut rest)?;
        if key & 7 != 2 {
            return Err("another message than was expected".into());
        }
        let length = prost::encoding::decode_varint(&mut rest)? as usize;
        rest.advance(length);
        count += usize::from(key >> 3 == 1);
    }
    Ok(count)
}
