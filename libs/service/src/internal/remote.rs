//! The channel over the network.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use http::{Request, Response};
use http_body_util::BodyExt;
use tonic::Status;
use tonic::body::Body;
use tonic::transport::{Channel, Endpoint};
use tower::{Service, ServiceExt};

use crate::call::{Deadline, chain, deadline_exceeded, refuse, run_until, set_timeout, timeout_of};

/// For calls that bring no timeout of their own.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(1);

const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

// A silent partition sends no reset: only unanswered pings tell that the connection is gone.
const PING_INTERVAL: Duration = Duration::from_secs(2);
const PING_TIMEOUT: Duration = Duration::from_secs(2);

/// The address of a service is not one that can be connected to.
#[derive(Debug, thiserror::Error)]
#[error("cannot connect to {address:?}: expected a URI with scheme and host, such as http://localhost:7000")]
pub struct InvalidAddress {
    /// What was given.
    pub address: String,
}

/// A lazily connected channel, and whether its last call reached anybody.
#[derive(Clone)]
pub(super) struct Remote {
    address: Arc<str>,
    channel: Channel,
    reachable: Arc<AtomicBool>,
}

impl Remote {
    pub(super) fn new(address: &str) -> Result<Self, InvalidAddress> {
        let invalid = || InvalidAddress {
            address: address.to_owned(),
        };
        let endpoint = Endpoint::from_shared(address.to_owned()).map_err(|_| invalid())?;
        if endpoint.uri().host().is_none() || endpoint.uri().scheme_str() != Some("http") {
            return Err(invalid());
        }
        let channel = endpoint
            .connect_timeout(CONNECT_TIMEOUT)
            .http2_keep_alive_interval(PING_INTERVAL)
            .keep_alive_timeout(PING_TIMEOUT)
            .keep_alive_while_idle(true)
            .tcp_nodelay(true)
            .connect_lazy();
        Ok(Self {
            address: address.into(),
            channel,
            reachable: Arc::new(AtomicBool::new(true)),
        })
    }

    pub(super) async fn call(mut self, mut request: Request<Body>) -> Response<Body> {
        let timeout = timeout_of(request.headers()).unwrap_or(DEFAULT_TIMEOUT);
        set_timeout(request.headers_mut(), timeout);
        let deadline = Deadline::after(timeout);
        let answered = run_until(Some(deadline), async {
            self.channel.ready().await?.call(request).await
        });
        match answered.await {
            Ok(Ok(response)) => {
                self.note(true, None);
                let address = self.address;
                response.map(|body| Body::new(body.map_err(move |error| unavailable(&address, &error))))
            }
            // The transport has a timer of its own for the header, which says CANCELLED.
            Ok(Err(_)) if deadline.remaining().is_zero() => refuse(deadline_exceeded()),
            Ok(Err(error)) => {
                self.note(false, Some(&error));
                unavailable(&self.address, &error).into_http()
            }
            Err(refusal) => refuse(refusal),
        }
    }

    /// Logs when the service goes away and when it comes back, not every call between.
    fn note(&self, reachable: bool, error: Option<&(dyn Error + 'static)>) {
        if self.reachable.swap(reachable, Ordering::Relaxed) == reachable {
            return;
        }
        let address = &*self.address;
        match error {
            Some(error) => tracing::warn!(address, error = chain(error), "a service cannot be reached"),
            None => tracing::info!(address, "a service can be reached again"),
        }
    }
}

/// Whatever breaks between the services invites a retry: everything internal is idempotent. A status that the service
/// itself sent stays as it is.
fn unavailable(address: &str, error: &(dyn Error + 'static)) -> Status {
    Status::unavailable(format!("cannot reach {address}: {}", chain(error)))
}
