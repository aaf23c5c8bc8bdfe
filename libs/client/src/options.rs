//! The bounds of a client, and whom it trusts.

use std::time::Duration;

use http::uri::Scheme;
use tonic::transport::Endpoint;

use crate::{Backoff, CaBundle, Error, trust};

/// How long and how often a client tries. The defaults suit a person's client.
#[derive(Clone, Debug)]
pub struct Options {
    /// How long a call may take, with all its tries and the waits between them.
    pub deadline: Duration,
    /// How long one try may take before the call is sent again. It travels with the call, so that the server stops too.
    pub try_timeout: Duration,
    /// How often a call is sent at most.
    pub max_tries: u32,
    /// The waits between tries, and between connections of a watch.
    pub backoff: Backoff,
    /// How long a connection may take to come up.
    pub connect_timeout: Duration,
    /// How often the server is pinged, with and without open calls.
    pub keepalive_interval: Duration,
    /// How long a ping may go unanswered before the connection counts as dead.
    pub keepalive_timeout: Duration,
    /// How long a watch may be silent before it is opened again. The server sends a heartbeat every 10 s.
    pub watch_silence: Duration,
    /// How long a watch keeps trying without receiving anything before it reports an error.
    pub watch_patience: Duration,
    /// Authorities that a server's certificate may come from, beside those that the machine trusts.
    pub ca: Option<CaBundle>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            deadline: Duration::from_secs(20),
            try_timeout: Duration::from_secs(3),
            max_tries: 16,
            backoff: Backoff {
                first: Duration::from_millis(50),
                // Whose turn ran through an outage has two seconds after it: a try has to fall into them.
                longest: Duration::from_secs(1),
            },
            connect_timeout: Duration::from_secs(3),
            keepalive_interval: Duration::from_secs(10),
            keepalive_timeout: Duration::from_secs(3),
            watch_silence: Duration::from_secs(25),
            watch_patience: Duration::from_secs(15 * 60),
            ca: None,
        }
    }
}

impl Options {
    /// The endpoint for an address, with keepalive and timeouts set. For those who bring their own connector; everybody
    /// else uses [`Corners::connect`](crate::Corners::connect).
    ///
    /// # Errors
    /// [`Error::BadAddress`] unless the address is `http://host:port` or `https://host:port`.
    pub fn endpoint(&self, address: &str) -> Result<Endpoint, Error> {
        let bad_address = |why: String| Error::BadAddress {
            address: address.to_owned(),
            why,
        };
        let uri: http::Uri = address
            .parse()
            .map_err(|error: http::uri::InvalidUri| bad_address(error.to_string()))?;
        let secure = match uri.scheme() {
            Some(scheme) if *scheme == Scheme::HTTP => false,
            Some(scheme) if *scheme == Scheme::HTTPS => true,
            _ => return Err(bad_address("it does not begin with http:// or https://".to_owned())),
        };
        let endpoint = Endpoint::from(uri)
            .connect_timeout(self.connect_timeout)
            .tcp_nodelay(true)
            .http2_keep_alive_interval(self.keepalive_interval)
            .keep_alive_timeout(self.keepalive_timeout)
            .keep_alive_while_idle(true);
        if !secure {
            return Ok(endpoint);
        }
        trust::secure(&endpoint, self.ca.as_ref()).map_err(bad_address)
    }
}
