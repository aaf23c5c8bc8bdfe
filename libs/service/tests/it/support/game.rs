//! A game service that only streams, as its caller asks for.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use corners_proto::game::v1::{
    Heartbeat, WatchTablesRequest, WatchTablesResponse, WatchedTable, watch_tables_response,
};
use corners_service::drain::Drain;
use futures::future::BoxFuture;
use futures::{Stream, StreamExt, stream};
use http::{Request, Response};
use tokio_util::sync::CancellationToken;
use tonic::Status;
use tonic::body::Body;
use tonic::server::{Grpc, NamedService, ServerStreamingService};
use tower::Service;

/// What the first table's name may ask for. Every stream starts with a heartbeat.
pub const POLITE: &str = "ends with the drain";
pub const STUBBORN: &str = "never ends";
pub const PANICS: &str = "panics";
pub const RARE: &str = "says more after an hour, and ends";
pub const NEVER_BEGINS: &str = "never begins";

/// Serves WatchTables.
#[derive(Clone, Debug)]
pub struct TestGame {
    pub drain: CancellationToken,
}

type Messages = Pin<Box<dyn Stream<Item = Result<WatchTablesResponse, Status>> + Send>>;

impl NamedService for TestGame {
    const NAME: &'static str = "corners.game.v1.GameService";
}

impl Service<Request<Body>> for TestGame {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response<Body>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let watch = Watch(self.drain.clone());
        Box::pin(async move {
            let mut grpc = Grpc::new(tonic_prost::ProstCodec::<WatchTablesResponse, WatchTablesRequest>::default());
            Ok(grpc.server_streaming(watch, request).await)
        })
    }
}

struct Watch(CancellationToken);

impl ServerStreamingService<WatchTablesRequest> for Watch {
    type Response = WatchTablesResponse;
    type ResponseStream = Messages;
    type Future = BoxFuture<'static, Result<tonic::Response<Messages>, Status>>;

    fn call(&mut self, request: tonic::Request<WatchTablesRequest>) -> Self::Future {
        let drain = self.0.clone();
        let first = stream::iter([Ok(heartbeat())]);
        let rest: Messages = match request.get_ref().tables.first().map_or("", |table| &*table.table) {
            POLITE => Box::pin(stream::once(async move {
                drain.cancelled().await;
                Err(Drain::refusal().into())
            })),
            PANICS => Box::pin(stream::once(async { panic!("asked to") })),
            RARE => Box::pin(stream::once(async {
                tokio::time::sleep(Duration::from_hours(1)).await;
                Ok(heartbeat())
            })),
            NEVER_BEGINS => return Box::pin(std::future::pending()),
            _ => Box::pin(stream::pending()),
        };
        let messages: Messages = Box::pin(first.chain(rest));
        Box::pin(async move { Ok(tonic::Response::new(messages)) })
    }
}

fn heartbeat() -> WatchTablesResponse {
    WatchTablesResponse {
        message: Some(watch_tables_response::Message::Heartbeat(Heartbeat::default())),
    }
}

/// Asks for a stream of one kind.
pub fn watch(what: &str) -> WatchTablesRequest {
    WatchTablesRequest {
        tables: vec![WatchedTable {
            table: what.to_owned(),
            resume_after: None,
        }],
    }
}
