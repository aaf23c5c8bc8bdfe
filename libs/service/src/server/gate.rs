//! The gate that every call passes: whether it is let in, for how long, and how it ends.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use corners_proto::error::{Reason, Refusal};
use futures::FutureExt;
use futures::future::BoxFuture;
use http::header::AUTHORIZATION;
use http::{HeaderMap, Request, Response};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tonic::body::Body;
use tonic::{Code, Status};
use tower::{Layer, Service, ServiceExt};
use tracing::Instrument;

use super::Audience;
use super::call_log::CallLog;
use super::client_address::{ClientAddress, Proxies};
use super::config::ServerConfig;
use super::cut_off::CutOff;
use super::methods::{Kind, Method, Methods};
use super::request_body::LimitedBody;
use super::response_body::{CallBody, Ends};
use crate::auth::{
    Authenticator, Caller, Right, TokenError, authorise, closed_to_the_public, take_credential, token_of,
};
use crate::call::{Deadline, catch_panic, refuse, run_until, timeout_of};
use crate::drain::Drain;
use crate::internal::ServiceProof;
use crate::limits::{ConnectionPlace, Exceeded, Limits, StreamPlace};
use crate::metrics::CallMeters;
use crate::time::wall_clock;

/// When a caller that was turned away for lack of room should try again.
const RETRY_AFTER: Duration = Duration::from_millis(250);

/// How long a stream may go on after the right of its caller.
const TO_SAY_WHERE_TO_RESUME: Duration = Duration::from_secs(1);

/// Who watches the health of a server at once. They are probes and balancers, a few for each process; without a bound of
/// their own they would compete with streams, or be unbounded.
const MOST_WATCHERS: usize = 1024;

/// A call that may go on to its handler.
struct Admitted {
    right: Option<Right>,
    room: Option<Room>,
}

/// What a call occupies until it is dropped: room in the server, and its caller's place if it is a stream.
#[derive(Debug)]
pub(super) struct Room {
    _of_server: OwnedSemaphorePermit,
    _of_caller: Option<StreamPlace>,
}

/// The state of a server's gate.
#[derive(Debug)]
pub(super) struct Gate {
    audience: Audience,
    methods: Methods,
    calls: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    watchers: Arc<Semaphore>,
    call_timeout: Duration,
    drain: Drain,
    cut_off: CutOff,
    authenticator: Option<Arc<dyn Authenticator>>,
    limits: Option<Arc<Limits>>,
    meters: Arc<CallMeters>,
}

impl Gate {
    pub(super) fn new(
        audience: Audience,
        methods: Methods,
        config: &ServerConfig,
        drain: Drain,
        told: CancellationToken,
        authenticator: Option<Arc<dyn Authenticator>>,
        limits: Option<Arc<Limits>>,
    ) -> Self {
        let streams = Arc::new(Semaphore::new(config.max_streams));
        let meters = CallMeters::new();
        meters.observe_streams(audience.as_str(), Arc::clone(&streams), config.max_streams);
        Self {
            audience,
            methods,
            calls: Arc::new(Semaphore::new(config.max_calls)),
            streams,
            watchers: Arc::new(Semaphore::new(MOST_WATCHERS)),
            call_timeout: config.call_timeout,
            cut_off: CutOff::new(drain.clone(), told, config.drain_limit),
            drain,
            authenticator,
            limits,
            meters: Arc::new(meters),
        }
    }

    /// Lets a call in, or says why not. What it occupies is given back when the room is dropped.
    fn admit(&self, method: &Method, request: &mut Request<Body>) -> Result<Admitted, Refusal> {
        let address = request.extensions().get::<ClientAddress>().map(|address| address.0);
        // A token that has to be verified costs more than all else here.
        self.limit(method, |limits| {
            address.map_or(Ok(()), |address| limits.call_from(address))
        })?;
        let caller = match self.audience {
            Audience::Public => self.who_calls(method, request)?,
            Audience::Internal => is_a_service(method, request).map(|()| None)?,
        };
        if self.drain.is_draining() && !method.is_health() {
            return Err(Drain::refusal());
        }
        let account = caller.map(|caller| caller.account);
        if let Some(account) = account {
            self.limit(method, |limits| limits.call_of(account))?;
            if method.is_move() {
                self.limit(method, |limits| limits.move_of(account))?;
            }
        }
        let of_caller = match method.kind {
            Kind::Streaming => self.limit(method, |limits| limits.stream(address, account))?,
            Kind::Unary => None,
        };
        let room = self.room(method)?.map(|of_server| Room {
            _of_server: of_server,
            _of_caller: of_caller,
        });
        let right = self.right_of(method, caller);
        if let Some(right) = &right {
            request.extensions_mut().insert(right.clone());
        }
        Ok(Admitted { right, room })
    }

    /// Counts what a caller does, if there are limits for it.
    fn limit<T>(
        &self,
        method: &Method,
        count: impl FnOnce(&Limits) -> Result<T, Exceeded>,
    ) -> Result<Option<T>, Refusal> {
        let Some(limits) = self.limits.as_deref().filter(|_| !method.is_health()) else {
            return Ok(None);
        };
        count(limits).map(Some).map_err(|exceeded| {
            self.meters.limited(exceeded.limit, Some(&method.path));
            exceeded.into()
        })
    }

    /// A place for a connection from an address, which may need none. A trusted proxy brings many clients.
    pub(super) fn place_of_connection(
        &self,
        peer: IpAddr,
        proxies: &Proxies,
    ) -> Result<Option<ConnectionPlace>, Exceeded> {
        let Some(limits) = self.limits.as_deref().filter(|_| !proxies.trust(peer.to_canonical())) else {
            return Ok(None);
        };
        limits.connection(peer).inspect_err(|exceeded| {
            tracing::debug!(limit = exceeded.limit, "a connection is closed");
            self.meters.limited(exceeded.limit, None);
        })
    }

    /// Tells how many connections are open: as many as the room for `most` has lost.
    pub(super) fn observe_connections(&self, room: Arc<Semaphore>, most: usize) {
        self.meters.observe_connections(self.audience.as_str(), room, most);
    }

    /// The caller of a call on a public server that brings a token, if it may be made. It is left in the request, in place
    /// of the token.
    fn who_calls(&self, method: &Method, request: &mut Request<Body>) -> Result<Option<Caller>, Refusal> {
        let credential = take_credential(request.headers_mut())?;
        let token = credential.as_ref().map(token_of).transpose()?;
        let caller = match (&self.authenticator, token) {
            (Some(authenticator), Some(token)) if !method.is_infrastructure() => {
                Some(authenticator.authenticate(token, wall_clock())?)
            }
            _ => None,
        };
        authorise(method.access.as_ref(), caller.as_ref())?;
        if let Some(caller) = caller {
            request.extensions_mut().insert(caller);
        }
        Ok(caller)
    }

    /// What the caller of a stream may go on to hear.
    fn right_of(&self, method: &Method, caller: Option<Caller>) -> Option<Right> {
        let caller = caller.filter(|_| method.kind == Kind::Streaming)?;
        Some(Right::new(Arc::clone(self.authenticator.as_ref()?), caller))
    }

    fn room(&self, method: &Method) -> Result<Option<OwnedSemaphorePermit>, Refusal> {
        let room = match (method.is_health(), method.kind) {
            (true, Kind::Unary) => return Ok(None),
            (true, Kind::Streaming) => &self.watchers,
            (false, Kind::Unary) => &self.calls,
            (false, Kind::Streaming) => &self.streams,
        };
        Arc::clone(room).try_acquire_owned().map(Some).map_err(|_| {
            Refusal::new(
                Reason::Overloaded,
                "the service has as many calls as it can take; try again a little later",
            )
            .retry_after(RETRY_AFTER)
        })
    }

    /// A stream has only the deadline that its caller gave it; a unary call has ours, too.
    fn deadline(&self, method: &Method, request: &Request<Body>) -> Option<Deadline> {
        let callers = timeout_of(request.headers()).map(a_little_less).map(Deadline::after);
        match method.kind {
            Kind::Unary => Some(self.at_most_ours(callers)),
            Kind::Streaming => callers,
        }
    }

    fn at_most_ours(&self, callers: Option<Deadline>) -> Deadline {
        let ours = Deadline::after(self.call_timeout);
        callers.map_or(ours, |callers| callers.min(ours))
    }

    async fn answer<S>(self: Arc<Self>, service: S, request: Request<Body>, method: Arc<Method>) -> Response<Body>
    where
        S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
    {
        let mut log = CallLog::new(Arc::clone(&method), &self.methods, Arc::clone(&self.meters));
        let mut request = request;
        let Admitted { right, room } = match self.admit(&method, &mut request) {
            Ok(admitted) => admitted,
            Err(refusal) => return told(&mut log, refuse(refusal)),
        };
        let deadline = self.deadline(&method, &request);
        let mut request = request.map(LimitedBody::wrap);
        if let Some(deadline) = deadline {
            request.extensions_mut().insert(deadline);
        }
        // A stream, too, has to begin in time: its caller occupies room before it has sent its request.
        let begins_by = self.at_most_ours(deadline);
        let response = match run_until(Some(begins_by), catch_panic(service.oneshot(request))).await {
            Ok(Ok(Ok(response))) => response,
            Ok(Err(refusal)) | Err(refusal) => refuse(refusal),
        };
        if response.headers().contains_key("grpc-status") {
            let unread = was_never_read(response.headers());
            return told(&mut log, if unread { refuse(malformed_message()) } else { response });
        }
        // A unary call has done its work: its client may take the response as slowly as it likes, in the room that its
        // connection has.
        let streams = method.kind == Kind::Streaming;
        let room = room.filter(|_| streams);
        let ends = Ends {
            cut_off: streams.then(|| self.cut_off.of(&method, deadline)),
            right: right.map(|right| cut_off_after(right.end())),
        };
        response.map(|body| CallBody::wrap(body, log, ends, room))
    }
}

/// A response that is whole already.
fn told(log: &mut CallLog, response: Response<Body>) -> Response<Body> {
    match response.extensions().get::<Status>() {
        // As it was made here, with its cause, which callers do not get to see.
        Some(status) => log.tell(status),
        None => log.tell_headers(response.headers()),
    }
    response
}

/// Whether the library answered in place of a handler, because the request was no message: a fault of our own always says
/// its reason in the details.
fn was_never_read(headers: &HeaderMap) -> bool {
    let code = headers.get("grpc-status").map(|code| Code::from_bytes(code.as_bytes()));
    matches!(code, Some(Code::Internal | Code::Unknown)) && !headers.contains_key("grpc-status-details-bin")
}

fn malformed_message() -> Refusal {
    Refusal::new(
        Reason::MalformedMessage,
        "the request is not one whole message of the method's type, as its proto file describes it",
    )
}

/// Passes calls of the platform's own services. Whether it is well a process tells anybody who reaches it.
fn is_a_service(method: &Method, request: &Request<Body>) -> Result<(), Refusal> {
    match request.headers().contains_key(AUTHORIZATION) {
        true => Err(closed_to_the_public()),
        false if method.is_health() => Ok(()),
        false => ServiceProof::demand(request),
    }
}

/// A stream says itself from where to resume, if it can; who has no right to hear more does not wait for that for long.
fn cut_off_after(end: BoxFuture<'static, TokenError>) -> BoxFuture<'static, Refusal> {
    async move {
        let error = end.await;
        tokio::time::sleep(TO_SAY_WHERE_TO_RESUME).await;
        error.into()
    }
    .boxed()
}

/// A caller stops listening at its own deadline. Our answer, which says what that means, has to be there before.
fn a_little_less(timeout: Duration) -> Duration {
    timeout - (timeout / 10).min(Duration::from_millis(5))
}

/// Puts services behind a gate.
#[derive(Clone, Debug)]
pub(super) struct GateLayer(pub(super) Arc<Gate>);

impl<S> Layer<S> for GateLayer {
    type Service = Gated<S>;

    fn layer(&self, inner: S) -> Gated<S> {
        Gated {
            inner,
            gate: Arc::clone(&self.0),
        }
    }
}

/// A service behind a gate.
#[derive(Clone, Debug)]
pub(super) struct Gated<S> {
    inner: S,
    gate: Arc<Gate>,
}

impl<S> Service<Request<Body>> for Gated<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response<Body>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        // The inner service is waited for inside the call, under its deadline.
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let (gate, inner) = (Arc::clone(&self.gate), self.inner.clone());
        let method = gate.methods.find(request.uri().path());
        let span = tracing::info_span!("call", method = method.path);
        Box::pin(async move { Ok(gate.answer(inner, request, method).await) }.instrument(span))
    }
}
