//! How services reach each other: in the same process or over the network, by one type.
//!
//! The all-in-one binary mounts every service in one process, where internal calls never touch a socket; separate
//! services talk over gRPC. The generated clients take an [`InternalChannel`] either way.

mod remote;

use std::convert::Infallible;
use std::fmt;
use std::future::Future;
use std::task::{Context, Poll};

use futures::future::BoxFuture;
use http::{Request, Response};
use tonic::body::Body;
use tower::util::{BoxCloneSyncService, ServiceExt};
use tower::{Service, service_fn};

use crate::call::{Deadline, catch_panic, refuse, run_until, timeout_of};

pub use remote::InvalidAddress;

/// A channel to another service of the platform. Cloning is cheap; clones share connections.
#[derive(Clone)]
pub struct InternalChannel {
    service: BoxCloneSyncService<Request<Body>, Response<Body>, Infallible>,
}

impl InternalChannel {
    /// A channel to services in this process: a generated server, or `tonic::service::Routes`. The caller's timeout is
    /// honoured, and a handler that panics answers INTERNAL, as over the network.
    pub fn in_process<S>(service: S) -> Self
    where
        S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone + Send + Sync + 'static,
        S::Future: Send + 'static,
    {
        Self::new(move |request| answer_in_process(service.clone(), request))
    }

    /// A channel to a service at `address`, such as `http://clock:7000`. It connects with the first call and again after
    /// a loss. Every call has a timeout: its own or, where it has none, one second. A service that cannot be reached
    /// answers UNAVAILABLE, one that does not answer in time DEADLINE_EXCEEDED. Needs a runtime to be called in.
    ///
    /// # Errors
    ///
    /// When `address` is not a URI with scheme and host.
    pub fn remote(address: &str) -> Result<Self, InvalidAddress> {
        let remote = remote::Remote::new(address)?;
        Ok(Self::new(move |request| remote.clone().call(request)))
    }

    fn new<F>(call: impl Fn(Request<Body>) -> F + Clone + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Response<Body>> + Send + 'static,
    {
        let service = service_fn(move |request| {
            let response = call(request);
            async move { Ok(response.await) }
        });
        Self {
            service: BoxCloneSyncService::new(service),
        }
    }
}

impl fmt::Debug for InternalChannel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("InternalChannel").finish_non_exhaustive()
    }
}

impl Service<Request<Body>> for InternalChannel {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response<Body>, Infallible>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.service.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        self.service.call(request)
    }
}

async fn answer_in_process<S>(service: S, mut request: Request<Body>) -> Response<Body>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
{
    let deadline = timeout_of(request.headers()).map(Deadline::after);
    if let Some(deadline) = deadline {
        request.extensions_mut().insert(deadline);
    }
    match run_until(deadline, catch_panic(service.oneshot(request))).await {
        Ok(Ok(Ok(response))) => response,
        Ok(Err(refusal)) | Err(refusal) => refuse(refusal),
    }
}
