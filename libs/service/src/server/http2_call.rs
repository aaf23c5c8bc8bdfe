//! One call on a connection of HTTP/2: the request to the service, the response to the client, for as long as the client
//! takes it.

use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use h2::server::SendResponse;
use h2::{Reason, RecvStream, SendStream};
use http::{Request, Response};
use http_body::{Body as HttpBody, Frame, SizeHint};
use http_body_util::BodyExt;
use tokio::time::timeout;
use tonic::body::Body;
use tower::ServiceExt;

use super::CallService;
use super::departure::Departure;

/// Why a response is not sent to its end.
enum Unsent {
    /// The client is gone, or wants no more of it.
    Gone,
    /// The client has not allowed it to be sent for too long.
    Stalled,
    /// The service failed to make it.
    Failed,
}

/// Answers a call. When its client goes away, the service is dropped at once; when the client keeps its window shut for
/// longer than `patience`, the stream is reset with ENHANCE_YOUR_CALM, which gRPC calls RESOURCE_EXHAUSTED.
pub(super) fn answer<S: CallService>(
    service: S,
    mut request: Request<RecvStream>,
    client: SendResponse<Bytes>,
    patience: Duration,
) -> impl Future<Output = ()> + Send {
    let departure = Departure::default();
    request.extensions_mut().insert(departure.clone());
    // In a box of its own, which is freed before a stream begins to wait: most of a stream's life is waiting, and its
    // memory is that of this future.
    let answering = Box::pin(service.oneshot(request.map(|stream| Body::new(RequestBody(stream)))));
    pass_on(answering, client, departure, patience)
}

async fn pass_on<F>(answering: Pin<Box<F>>, mut client: SendResponse<Bytes>, departure: Departure, patience: Duration)
where
    F: Future<Output = Result<Response<Body>, Infallible>>,
{
    let Some((body, mut stream)) = begin(answering, &mut client, &departure).await else {
        return;
    };
    drop(client);
    match send_all(body, &mut stream, &departure, patience).await {
        Ok(()) | Err(Unsent::Gone) => {}
        Err(Unsent::Failed) => stream.send_reset(Reason::INTERNAL_ERROR),
        Err(Unsent::Stalled) => {
            tracing::debug!(?patience, "a client does not take its response: its stream is ended");
            stream.send_reset(Reason::ENHANCE_YOUR_CALM);
        }
    }
}

/// Waits for the response and sends its head. Nothing when that was all, or the client is gone.
async fn begin<F>(
    mut answering: Pin<Box<F>>,
    client: &mut SendResponse<Bytes>,
    departure: &Departure,
) -> Option<(Body, SendStream<Bytes>)>
where
    F: Future<Output = Result<Response<Body>, Infallible>>,
{
    let response = tokio::select! {
        biased;
        response = &mut answering => response,
        reset = poll_fn(|context| client.poll_reset(context)) => {
            departure.note(&reset);
            return None;
        }
    };
    let Ok(response) = response;
    let (head, body) = response.into_parts();
    let is_whole = body.is_end_stream();
    match client.send_response(Response::from_parts(head, ()), is_whole) {
        Ok(stream) => (!is_whole).then_some((body, stream)),
        Err(_) => {
            client.send_reset(Reason::INTERNAL_ERROR);
            None
        }
    }
}

async fn send_all(
    mut body: Body,
    stream: &mut SendStream<Bytes>,
    departure: &Departure,
    patience: Duration,
) -> Result<(), Unsent> {
    loop {
        let frame = tokio::select! {
            biased;
            reset = poll_fn(|context| stream.poll_reset(context)) => {
                departure.note(&reset);
                return Err(Unsent::Gone);
            }
            frame = body.frame() => frame,
        };
        let Some(frame) = frame else {
            return stream.send_data(Bytes::new(), true).map_err(|_| Unsent::Gone);
        };
        match frame.map_err(|_| Unsent::Failed)?.into_data() {
            Ok(data) => send(data, stream, patience).await?,
            Err(frame) => {
                if let Ok(trailers) = frame.into_trailers() {
                    return stream.send_trailers(trailers).map_err(|_| Unsent::Gone);
                }
            }
        }
    }
}

/// Sends a part of the response. There is a timer only while the client does not take it.
async fn send(mut data: Bytes, stream: &mut SendStream<Bytes>, patience: Duration) -> Result<(), Unsent> {
    stream.reserve_capacity(data.len());
    if stream.capacity() >= data.len() {
        return stream.send_data(data, false).map_err(|_| Unsent::Gone);
    }
    let taken = async {
        while !data.is_empty() {
            stream.reserve_capacity(data.len());
            let allowed = match stream.capacity() {
                0 => match poll_fn(|context| stream.poll_capacity(context)).await {
                    Some(Ok(allowed)) => allowed,
                    Some(Err(_)) | None => return Err(Unsent::Gone),
                },
                allowed => allowed,
            };
            let part = data.split_to(allowed.min(data.len()));
            stream.send_data(part, false).map_err(|_| Unsent::Gone)?;
        }
        Ok(())
    };
    timeout(patience, taken).await.unwrap_or(Err(Unsent::Stalled))
}

/// The body of a request: what was read makes room for more.
struct RequestBody(RecvStream);

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = h2::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, h2::Error>>> {
        match ready!(self.0.poll_data(context)) {
            Some(Ok(data)) => {
                // Fails when the stream has ended meanwhile: then there is no more to make room for.
                let _ = self.0.flow_control().release_capacity(data.len());
                Poll::Ready(Some(Ok(Frame::data(data))))
            }
            Some(Err(error)) => Poll::Ready(Some(Err(error))),
            None => {
                let trailers = ready!(self.0.poll_trailers(context))?;
                Poll::Ready(trailers.map(|trailers| Ok(Frame::trailers(trailers))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::default()
    }
}
