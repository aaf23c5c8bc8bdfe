//! Requests of any bytes, as no client library would send them.

use std::convert::Infallible;

use bytes::Bytes;
use futures::{Stream, StreamExt};
use http::Request;
use http_body::Frame;
use http_body_util::StreamBody;
use tonic::body::Body;
use tonic::transport::Channel;
use tonic::{Code, Status};
use tower::{Service, ServiceExt};

use super::tokens;

pub const STREAM: &str = "/corners.game.v1.GameService/WatchTables";

/// Sends these pieces as the body of a request to `path`, and reads the status in the head of the answer: OK where there
/// is none, since more follows.
pub async fn send(
    channel: &mut Channel,
    path: &str,
    pieces: impl Stream<Item = Bytes> + Send + 'static,
) -> Result<Status, tonic::transport::Error> {
    let pieces = pieces.map(|piece| Ok::<_, Infallible>(Frame::data(piece)));
    let request = Request::post(path)
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .header("authorization", tokens::bearer())
        .body(Body::new(StreamBody::new(pieces)))
        .unwrap();
    let response = channel.ready().await?.call(request).await?;
    Ok(Status::from_header_map(response.headers()).unwrap_or_else(|| Status::new(Code::Ok, "")))
}
