//! One connection of HTTP/1: pages of browsers without HTTP/2 at the edge, and simple tools.

use http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;
use tonic::body::Body;
use tower::ServiceExt;

use super::CallService;

/// Answers the calls of a connection until it ends; when `drained`, until the one that has begun is answered.
pub(super) async fn serve<T, S>(connection: T, service: S, drained: CancellationToken)
where
    T: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    S: CallService,
{
    let service = service_fn(move |request: Request<Incoming>| service.clone().oneshot(request.map(Body::new)));
    // The timer bounds how long the head of a request may take.
    let serving = Builder::new()
        .timer(TokioTimer::new())
        .serve_connection(TokioIo::new(connection), service);
    let mut serving = std::pin::pin!(serving);
    let outcome = tokio::select! {
        outcome = &mut serving => outcome,
        () = drained.cancelled() => {
            serving.as_mut().graceful_shutdown();
            serving.await
        }
    };
    if let Err(error) = outcome {
        tracing::debug!(%error, "a connection broke");
    }
}
