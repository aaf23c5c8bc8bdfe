//! What is known of a request when it arrives, before anything looks at it.

use std::net::{IpAddr, SocketAddr};
use std::task::{Context, Poll};

use http::Request;
use tonic::body::Body;

use super::CallService;
use super::client_address::Proxies;
use crate::internal::ServiceCredentials;

/// What requests are judged by.
#[derive(Clone, Debug)]
pub(super) struct Arrivals {
    pub(super) proxies: Proxies,
    /// Of a server for services.
    pub(super) credentials: Option<ServiceCredentials>,
}

/// The services of one connection. Requests carry the address that they come from and, to internal servers, whether they
/// have proven to be another service's.
#[derive(Clone, Debug)]
pub(super) struct Arriving<S> {
    inner: S,
    peer: IpAddr,
    arrivals: Arrivals,
}

impl<S> Arriving<S> {
    pub(super) fn new(inner: S, peer: SocketAddr, arrivals: Arrivals) -> Self {
        Self {
            inner,
            peer: peer.ip(),
            arrivals,
        }
    }
}

impl<S: CallService> tower::Service<Request<Body>> for Arriving<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Body>) -> S::Future {
        let client = self.arrivals.proxies.client(self.peer, request.headers());
        request.extensions_mut().insert(client);
        if let Some(credentials) = &self.arrivals.credentials {
            let proof = credentials.judge(request.headers_mut());
            request.extensions_mut().insert(proof);
        }
        self.inner.call(request)
    }
}
