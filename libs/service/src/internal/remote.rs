//! The channel over the network.

use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use corners_proto::error::{Reason, reason_of};
use corners_proto::methods::METHODS;
use http::uri::PathAndQuery;
use http::{HeaderMap, HeaderValue, Method, Request, Response, Uri};
use http_body::Body as HttpBody;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::Status;
use tonic::body::Body;

use super::address::{Address, InvalidAddress};
use super::credentials::ServiceCredentials;
use super::dialer::Dialer;
use super::endpoint::Endpoint;
use super::network::Network;
use super::replicas::{Replicas, Turn, Unreachable};
use super::resolver::Resolver;
use crate::call::{Deadline, chain, deadline_exceeded, set_timeout, timeout_of};
use crate::server::MAX_REQUEST_BYTES;

/// For calls that bring no timeout of their own.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(1);

/// For streams to begin: many look into a store first.
const STREAM_BEGINS_WITHIN: Duration = Duration::from_secs(5);

/// How long a call waits while it is not known whether anybody can be reached.
const FIND_WITHIN: Duration = Duration::from_millis(500);

/// The methods that answer with streams.
static STREAMS: LazyLock<Box<[&str]>> = LazyLock::new(|| {
    let streaming = METHODS.iter().filter(|method| method.streaming);
    streaming.map(|method| method.path).collect()
});

/// A request is kept for a second try: one message, with its frame.
const MOST_KEPT: usize = MAX_REQUEST_BYTES as usize + 5;

/// What is in the metadata of an answer to a call that was sent more than once.
pub const SENT_AGAIN: &str = "corners-sent-again";

/// Whether a call that was refused had been sent more than once. Then the refusal is not definite: what was sent before or besides
/// may still be done, or is done already. Calls within a process are sent once.
#[must_use]
pub fn was_sent_again(refused: &Status) -> bool {
    refused.metadata().contains_key(SENT_AGAIN)
}

/// A channel to the replicas of a service. They are left when it is dropped.
pub(super) struct Remote {
    replicas: Arc<Replicas>,
    credentials: ServiceCredentials,
    _over: DropGuard,
}

/// One call, which can be sent more than once.
struct Call {
    path: PathAndQuery,
    headers: HeaderMap,
    message: Bytes,
    /// When it has to be answered; a stream, when it has to begin.
    deadline: Deadline,
    /// When all of it has to be over, as the replica is told; none for a stream whose caller has set no end.
    ends_by: Option<Deadline>,
    /// How often it was sent.
    times_sent: AtomicUsize,
}

/// What came of sending it.
type Sent = Result<Response<Incoming>, hyper::Error>;

/// A sent call with the replica that it was sent to.
struct Outcome {
    endpoint: Arc<Endpoint>,
    sent: Sent,
}

impl Remote {
    pub(super) fn new(
        addresses: &[impl AsRef<str>],
        resolver: impl Resolver,
        dialer: Dialer<impl Network>,
    ) -> Result<Self, InvalidAddress> {
        let addresses = Address::read_all(addresses)?;
        let credentials = dialer.credentials.clone();
        credentials.check_addresses(&addresses)?;
        let over = CancellationToken::new();
        let replicas = Replicas::keep(addresses, resolver, dialer, over.clone());
        Ok(Self {
            replicas,
            credentials,
            _over: over.drop_guard(),
        })
    }

    pub(super) async fn call(&self, request: Request<Body>) -> Response<Body> {
        match Call::read(request).await {
            Ok(mut call) => {
                self.credentials.prove(&mut call.headers);
                let mut response = self.send(&call).await.unwrap_or_else(Status::into_http);
                if call.times_sent.load(Ordering::Relaxed) > 1 {
                    let headers = response.headers_mut();
                    headers.insert(SENT_AGAIN, HeaderValue::from_static("true"));
                }
                response
            }
            Err(status) => status.into_http(),
        }
    }

    /// Sends a call to one replica, and to another one when the first fails or says nothing for half of the time: all
    /// internal calls are idempotent.
    async fn send(&self, call: &Call) -> Result<Response<Body>, Status> {
        let found_by = call.deadline.instant().min(Instant::now() + FIND_WITHIN);
        let turn = self
            .replicas
            .next_by(found_by)
            .await
            .map_err(|none| self.nobody(&none))?;
        let first = Arc::clone(&turn.endpoint);
        let mut sent = std::pin::pin!(call.send_to(turn));
        let half = Instant::now() + call.deadline.remaining() / 2;
        let outcome = match timeout_at(half, &mut sent).await {
            Ok(outcome) if outcome.is_final() => return outcome.into_response(),
            Ok(outcome) => outcome,
            Err(_) => {
                first.doubt();
                return call
                    .within_deadline(self.hedge(call, &first, sent))
                    .await?
                    .into_response();
            }
        };
        let again = match outcome.was_answered() {
            // It has said why; the same one would say the same.
            true => self.elsewhere(call, &first).await?,
            false => call.within_deadline(self.resend(call, &first)).await?,
        };
        again.unwrap_or(outcome).into_response()
    }

    /// Sends a call that failed once more: to another replica, or to the same if that is the only one and back.
    async fn resend(&self, call: &Call, first: &Arc<Endpoint>) -> Option<Outcome> {
        let other = self.replicas.next(Some(first));
        let turn = match other {
            Some(turn) => turn,
            None => self.replicas.next_by(Instant::now() + FIND_WITHIN).await.ok()?,
        };
        Some(call.send_to(turn).await)
    }

    /// Sends a call to another replica, if there is one.
    async fn elsewhere(&self, call: &Call, first: &Arc<Endpoint>) -> Result<Option<Outcome>, Status> {
        match self.replicas.next(Some(first)) {
            Some(turn) => call.within_deadline(call.send_to(turn)).await.map(Some),
            None => Ok(None),
        }
    }

    /// Sends a call that waits for its answer to another replica, too; the first good answer counts.
    async fn hedge(
        &self,
        call: &Call,
        first: &Arc<Endpoint>,
        waiting: impl Future<Output = Outcome> + Unpin,
    ) -> Outcome {
        let Some(other) = self.replicas.next(Some(first)) else {
            return waiting.await;
        };
        let (mut waiting, mut other) = (waiting, std::pin::pin!(call.send_to(other)));
        tokio::select! {
            outcome = &mut waiting => if outcome.is_final() { outcome } else { other.await },
            outcome = &mut other => if outcome.is_final() { outcome } else { waiting.await },
        }
    }

    /// Where calls can go at the moment.
    #[cfg(test)]
    pub(super) fn reachable(&self) -> std::collections::BTreeSet<std::net::Ipv4Addr> {
        self.replicas.reachable()
    }

    fn nobody(&self, Unreachable(error): &Unreachable) -> Status {
        Status::unavailable(format!("cannot reach {}: {error}", self.replicas.names()))
    }
}

impl Call {
    async fn read(request: Request<Body>) -> Result<Self, Status> {
        let (head, body) = request.into_parts();
        let path = head.uri.path_and_query().cloned();
        let path = path.unwrap_or(PathAndQuery::from_static("/"));
        let streams = STREAMS.contains(&path.path());
        let own = timeout_of(&head.headers);
        let callers = head.extensions.get::<Deadline>().copied();
        let set = own.map(Deadline::after).into_iter().chain(callers).min();
        let at_most = if streams {
            STREAM_BEGINS_WITHIN
        } else {
            own.unwrap_or(DEFAULT_TIMEOUT)
        };
        let deadline = set.into_iter().fold(Deadline::after(at_most), Deadline::min);
        Ok(Self {
            path,
            headers: head.headers,
            message: whole(body).await?,
            deadline,
            ends_by: if streams { set } else { Some(deadline) },
            times_sent: AtomicUsize::new(0),
        })
    }

    async fn send_to(&self, mut turn: Turn) -> Outcome {
        self.times_sent.fetch_add(1, Ordering::Relaxed);
        let sent = turn.sender.send_request(self.request_to(&turn.endpoint)).await;
        Outcome {
            endpoint: turn.endpoint,
            sent,
        }
    }

    fn request_to(&self, endpoint: &Endpoint) -> Request<Full<Bytes>> {
        let mut request = Request::new(Full::new(self.message.clone()));
        let mut parts = http::uri::Parts::default();
        parts.scheme = Some(endpoint.scheme().clone());
        parts.authority = Some(endpoint.authority().clone());
        parts.path_and_query = Some(self.path.clone());
        // Cannot fail: all three parts are there.
        *request.uri_mut() = Uri::from_parts(parts).unwrap_or_default();
        *request.method_mut() = Method::POST;
        *request.headers_mut() = self.headers.clone();
        if let Some(end) = self.ends_by {
            set_timeout(request.headers_mut(), end.remaining());
        }
        request
    }

    async fn within_deadline<T>(&self, work: impl Future<Output = T>) -> Result<T, Status> {
        timeout_at(self.deadline.instant(), work)
            .await
            .map_err(|_| deadline_exceeded().into())
    }
}

impl Outcome {
    /// Whether another replica could not do better: this one has answered, and not only that it is shutting down or cut off
    /// from what it needs.
    fn is_final(&self) -> bool {
        self.sent.as_ref().is_ok_and(|response| !is_away(response.headers()))
    }

    /// Whether the replica itself said that it is cut off from what it needs.
    fn was_answered(&self) -> bool {
        self.sent
            .as_ref()
            .is_ok_and(|response| !is_draining(response.headers()))
    }

    fn into_response(self) -> Result<Response<Body>, Status> {
        let endpoint = self.endpoint;
        match self.sent {
            Ok(response) => {
                Ok(response.map(|body| Body::new(body.map_err(move |error| unavailable(&endpoint, &error)))))
            }
            Err(error) => Err(unavailable(&endpoint, &error)),
        }
    }
}

/// The request's body: one small message.
async fn whole(body: Body) -> Result<Bytes, Status> {
    let mut body = body;
    let mut first = Bytes::new();
    let mut rest = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame?.into_data() else {
            continue;
        };
        if first.len() + rest.len() + data.len() > MOST_KEPT {
            let problem = format!("an internal request may have {MAX_REQUEST_BYTES} bytes");
            return Err(Status::resource_exhausted(problem));
        }
        if first.is_empty() {
            first = data;
        } else {
            rest.extend_from_slice(&data);
        }
        if body.is_end_stream() {
            break;
        }
    }
    Ok(if rest.is_empty() {
        first
    } else {
        [first, rest.freeze()].concat().into()
    })
}

fn is_away(headers: &HeaderMap) -> bool {
    headers.get("grpc-status").is_some_and(|code| code == "14")
}

fn is_draining(headers: &HeaderMap) -> bool {
    is_away(headers)
        && Status::from_header_map(headers)
            .is_some_and(|status| reason_of(&status).as_deref() == Some(Reason::Draining.as_str()))
}

/// Whatever breaks between the services invites a retry: everything internal is idempotent. A status that the service
/// itself sent stays as it is.
fn unavailable(endpoint: &Endpoint, error: &(dyn Error + 'static)) -> Status {
    Status::unavailable(format!("cannot reach {}: {}", endpoint.authority(), chain(error)))
}
