//! Consumers of the feed.

use std::time::Instant;

use bytes::Buf;
use corners_proto::archive::v1::{
    ResultEvent, StreamResultsRequest, StreamResultsResponse, stream_results_request::Start,
};
use corners_service::internal::InternalChannel;
use http::uri::PathAndQuery;
use prost::Message;
use tonic::client::Grpc;
use tonic::codec::{Codec, DecodeBuf, Decoder};
use tonic::{Request, Status, Streaming};
use tonic_prost::{ProstCodec, ProstEncoder};

use crate::Failure;

/// Reads messages as what they are on the wire, so that thousands of consumers in this process cost little more than their
/// delivery does.
#[derive(Clone, Copy, Debug, Default)]
struct Raw;

impl Codec for Raw {
    type Encode = StreamResultsRequest;
    type Decode = bytes::Bytes;
    type Encoder = ProstEncoder<StreamResultsRequest>;
    type Decoder = Self;

    fn encoder(&mut self) -> Self::Encoder {
        ProstCodec::<StreamResultsRequest, StreamResultsResponse>::default().encoder()
    }

    fn decoder(&mut self) -> Self {
        Self
    }
}

impl Decoder for Raw {
    type Item = bytes::Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<bytes::Bytes>, Status> {
        let length = buffer.remaining();
        Ok(Some(buffer.copy_to_bytes(length)))
    }
}

/// One consumer.
pub struct Consumer {
    stream: Streaming<bytes::Bytes>,
}

/// What a consumer got.
pub struct Heard {
    /// The table of each event, and when it came.
    pub events: Vec<(String, Instant)>,
    /// The size of all messages.
    pub bytes: usize,
}

impl Consumer {
    /// Follows the feed behind a place.
    pub async fn start(channel: InternalChannel, cursor: Option<String>) -> Result<Self, Failure> {
        let mut client = Grpc::new(channel);
        client.ready().await?;
        let path = PathAndQuery::from_static("/corners.archive.v1.ArchiveService/StreamResults");
        let request = Request::new(StreamResultsRequest {
            start: cursor.map(Start::Cursor),
        });
        let answer = client.server_streaming(request, path, Raw).await?;
        Ok(Self {
            stream: answer.into_inner(),
        })
    }

    /// Takes so many events and tells when each came. What they say is read when all have come.
    pub async fn hear(mut self, count: usize) -> Result<Heard, Failure> {
        let (mut messages, mut heard) = (Vec::new(), 0);
        while heard < count {
            let message = self.stream.message().await?.ok_or("the feed ended")?;
            heard += events(&message)?;
            messages.push((message, Instant::now()));
        }
        let bytes = messages.iter().map(|(message, _)| message.len()).sum();
        let mut events = Vec::with_capacity(heard);
        for (message, at) in messages {
            let read = StreamResultsResponse::decode(message)?;
            events.extend(read.events.iter().map(|event| (table(event), at)));
        }
        Ok(Heard { events, bytes })
    }

    /// Takes so many events and only counts them.
    pub async fn count(mut self, count: usize) -> Result<(), Failure> {
        let mut heard = 0;
        while heard < count {
            let message = self.stream.message().await?.ok_or("the feed ended")?;
            heard += events(&message)?;
        }
        Ok(())
    }
}

/// How many fields of the number 1 a message has: its events.
fn events(message: &bytes::Bytes) -> Result<usize, Failure> {
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

/// The id of a finished game's event is its table.
fn table(event: &ResultEvent) -> String {
    event.event.as_ref().map(|event| event.id.clone()).unwrap_or_default()
}
