//! How services reach each other: in the same process or over the network, by one type.
//!
//! The all-in-one binary mounts every service in one process, where internal calls never touch a socket; separate
//! services talk over gRPC. The generated clients take an [`InternalChannel`] either way.

mod address;
mod attempts;
mod connection;
mod credentials;
mod dialer;
mod endpoint;
mod network;
mod remote;
mod replicas;
mod resolver;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures::future::BoxFuture;
use http::{Request, Response};
use tonic::body::Body;
use tower::Service;
use tower::util::{BoxCloneSyncService, ServiceExt};

use crate::call::{Deadline, catch_panic, refuse, run_until, timeout_of};
use crate::config::ConfigError;
use crate::server::ClientAddress;
use address::Address;

pub use address::InvalidAddress;
pub(crate) use credentials::ServiceProof;
pub use credentials::{
    CredentialsConfig, InternalConfig, SERVICE_TOKEN, ServiceCredentials, ServiceToken, defaults, defaults_of_a_caller,
};
use dialer::Dialer;
pub use network::Network;
use network::Tcp;
use remote::Remote;
pub use remote::{SENT_AGAIN, was_sent_again};
use resolver::System;

/// A channel to another service of the platform. Cloning is cheap; clones share connections.
#[derive(Clone)]
pub struct InternalChannel(Way);

#[derive(Clone)]
enum Way {
    InProcess(BoxCloneSyncService<Request<Body>, Response<Body>, Infallible>),
    Remote(Arc<Remote>),
}

impl InternalChannel {
    /// A channel to services in this process: a generated server, or `tonic::service::Routes`. The caller's timeout is
    /// honoured, and a handler that panics answers INTERNAL, as over the network.
    pub fn in_process<S>(service: S) -> Self
    where
        S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone + Send + Sync + 'static,
        S::Future: Send + 'static,
    {
        Self(Way::InProcess(BoxCloneSyncService::new(service)))
    }

    /// A channel to the replicas of a service, at addresses such as `http://clock:7000`, or `https://` where services have
    /// certificates. A name is resolved every few seconds, and stands for as many replicas as it has addresses. Needs a
    /// runtime to be called in.
    ///
    /// Calls go to the reachable replicas in turn; one that cannot be reached is tried again by itself. A call that
    /// failed before it was answered, that was answered UNAVAILABLE, or that has no answer after half of its time, is sent once more, to another replica
    /// if there is one: internal calls are idempotent, and their requests one small message. A refusal of such a call
    /// [is not definite](was_sent_again). Every call has a timeout: its
    /// own or, where it has none, one second. When no replica can be reached it answers UNAVAILABLE, when none answers in
    /// time DEADLINE_EXCEEDED.
    ///
    /// A call that is answered with a stream has five seconds to begin, and all of this holds until then. The stream goes on
    /// until the timeout of the call, if it has one, and ends with UNAVAILABLE when its replica is lost: the caller asks again
    /// from where it is.
    ///
    /// # Errors
    ///
    /// When there is no address, one that is not a URI with scheme and host, or one that cannot be spoken with safely.
    pub fn remote(addresses: &[impl AsRef<str>], credentials: &ServiceCredentials) -> Result<Self, ConfigError> {
        credentials.check_ways(&Address::read_all(addresses)?)?;
        Self::remote_over(Tcp, addresses, credentials)
    }

    /// As [`InternalChannel::remote`], over another network than the operating system's, which nobody listens to. Names are
    /// the system's all the same.
    ///
    /// # Errors
    ///
    /// When there is no address, or one that is not a URI with scheme and host.
    pub fn remote_over(
        network: impl Network,
        addresses: &[impl AsRef<str>],
        credentials: &ServiceCredentials,
    ) -> Result<Self, ConfigError> {
        let dialer = Dialer {
            network,
            credentials: credentials.clone(),
        };
        Ok(Self(Way::Remote(Arc::new(Remote::new(addresses, System, dialer)?))))
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

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        // Whatever has to be waited for is waited for inside the call, under its deadline.
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        match &self.0 {
            Way::InProcess(service) => {
                let service = service.clone();
                Box::pin(async move { Ok(answer_in_process(service, request).await) })
            }
            Way::Remote(remote) => {
                let remote = Arc::clone(remote);
                Box::pin(async move { Ok(remote.call(request).await) })
            }
        }
    }
}

async fn answer_in_process<S>(service: S, mut request: Request<Body>) -> Response<Body>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
{
    request.extensions_mut().insert(ClientAddress::IN_PROCESS);
    let deadline = timeout_of(request.headers()).map(Deadline::after);
    if let Some(deadline) = deadline {
        request.extensions_mut().insert(deadline);
    }
    match run_until(deadline, catch_panic(service.oneshot(request))).await {
        Ok(Ok(Ok(response))) => response,
        Ok(Err(refusal)) | Err(refusal) => refuse(refusal),
    }
}
