//! The server that every service is mounted in.
//!
//! A request for the page is answered first. A call passes, from the outside in: CORS, gRPC-web, the gate (who calls, whether it may and how often, drain, room,
//! deadline, message limits, panics, the log), and arrives at its service. Health and reflection are mounted beside.

mod arrival;
mod bound;
mod call_log;
mod client_address;
mod config;
mod connections;
mod cors;
mod cut_off;
mod departure;
mod frames;
mod gate;
mod greeting;
mod http1;
mod http2;
mod http2_call;
mod infrastructure;
mod methods;
mod publish;
mod request_body;
mod response_body;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use http::{Request, Response};
use tokio::net::TcpListener;
use tonic::body::Body;
use tonic::server::NamedService;
use tonic::service::Routes;
use tower::Service;

use crate::auth::Authenticator;
use crate::config::ConfigError;
use crate::drain::Drain;
use crate::internal::ServiceCredentials;
use crate::limits::{Limits, LimitsConfig};
use crate::tls::{ListenerTls, TlsConfig, TlsFileError};

pub use bound::{BoundServer, serve_all};
pub use client_address::ClientAddress;
pub use config::{CorsOrigins, ServerConfig};
pub use connections::Listener;
pub use departure::Departure;
pub use publish::Documents;

use publish::{Document, Published};

/// The largest request message, in bytes.
pub const MAX_REQUEST_BYTES: u32 = 64 * 1024;

/// The largest response message, in bytes.
pub const MAX_RESPONSE_BYTES: u32 = 1024 * 1024;

/// Who may call a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Audience {
    Public,
    Internal,
}

impl Audience {
    /// The audience, as metrics name it.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Internal => "internal",
        }
    }
}

/// What answers the calls of all connections: every layer and service of a server.
trait CallService:
    Service<Request<Body>, Response = Response<Body>, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}

impl<S> CallService for S where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}

/// Why a server cannot listen.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// The address cannot be had.
    #[error("cannot listen on {address}; stop what already listens there, or choose another `server.listen`")]
    Address {
        /// The address.
        address: SocketAddr,
        /// What the operating system said.
        source: io::Error,
    },
    /// The configuration does not allow it.
    #[error("cannot listen")]
    Configuration(#[from] ConfigError),
    /// The descriptors that are built in cannot be read.
    #[error("cannot offer reflection")]
    Reflection(#[from] tonic_reflection::server::Error),
}

/// A server being put together.
#[derive(Debug)]
pub struct Server {
    audience: Audience,
    config: ServerConfig,
    drain: Drain,
    tls: Option<ListenerTls>,
    authenticator: Option<Arc<dyn Authenticator>>,
    limits: Option<Arc<Limits>>,
    published: Published,
    page: Published,
    credentials: Option<ServiceCredentials>,
    routes: Routes,
    services: Vec<&'static str>,
}

impl Server {
    /// A server for everybody. Internal methods are refused.
    #[must_use]
    pub fn public(config: ServerConfig, drain: Drain) -> Self {
        Self::new(Audience::Public, config, None, drain)
    }

    /// A server for the platform's own services, on a port that the public cannot reach. Calls have to show a service's
    /// credentials, those about health excepted; those with a public token are refused whatever they show. A public service
    /// that is mounted here, too, is open to every service, without scopes and limits; its calls have no caller.
    #[must_use]
    pub fn internal(config: ServerConfig, credentials: ServiceCredentials, drain: Drain) -> Self {
        Self::new(Audience::Internal, config, Some(credentials), drain)
    }

    fn new(audience: Audience, config: ServerConfig, credentials: Option<ServiceCredentials>, drain: Drain) -> Self {
        Self {
            audience,
            config,
            drain,
            tls: None,
            authenticator: None,
            limits: None,
            published: Published::default(),
            page: Published::default(),
            credentials,
            routes: Routes::default(),
            services: Vec::new(),
        }
    }

    /// What verifies the tokens of calls. Without it a token is not looked at, no call has a caller, and methods that want
    /// one refuse.
    #[must_use]
    pub fn authenticator(mut self, authenticator: impl Authenticator) -> Self {
        self.authenticator = Some(Arc::new(authenticator));
        self
    }

    /// Limits what one caller may use. Without it a caller may use all that the server has.
    #[must_use]
    pub fn limits(mut self, config: &LimitsConfig) -> Self {
        self.limits = Some(Arc::new(Limits::new(config)));
        self
    }

    /// Answers `GET <path>` over HTTP with a document, as it is at each moment. Pages of the origins that may call may read
    /// it, too.
    #[must_use]
    pub fn publish(
        mut self,
        path: &'static str,
        content_type: &'static str,
        document: impl Fn() -> Bytes + Send + Sync + 'static,
    ) -> Self {
        self.published.add(Document {
            path,
            content_type,
            content: document,
        });
        self
    }

    /// Answers what the page answers, before anything else.
    #[must_use]
    pub fn page(mut self, page: impl Documents) -> Self {
        self.page.add(page);
        self
    }

    /// Speaks TLS with the public, if the section `[tls]` names its files. Needs a runtime to be called in.
    ///
    /// # Errors
    ///
    /// When the files cannot be used.
    pub fn tls(mut self, config: TlsConfig) -> Result<Self, ConfigError> {
        let unusable = |error: TlsFileError| ConfigError::Unusable {
            key: "tls.certificate",
            problem: error.to_string(),
        };
        self.tls = config.0.map(ListenerTls::open).transpose().map_err(unusable)?;
        Ok(self)
    }

    /// Mounts a generated server.
    #[must_use]
    pub fn add_service<S>(mut self, service: S) -> Self
    where
        S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>
            + NamedService
            + Clone
            + Send
            + Sync
            + 'static,
        S::Future: Send + 'static,
    {
        self.services.push(S::NAME);
        self.routes = self.routes.add_service(service);
        self
    }

    /// Takes the address of the configuration. From here on connections are accepted by the operating system, and
    /// answered once the server [serves](BoundServer::serve).
    ///
    /// # Errors
    ///
    /// When the address cannot be had, or would have to be spoken with in plain text from elsewhere.
    pub async fn bind(self) -> Result<BoundServer, BindError> {
        let address = self.config.listen;
        self.check_plain_text()?;
        let failed = |source| BindError::Address { address, source };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        BoundServer::new(self, listener, address).await
    }

    /// Takes its connections from a listener of the caller's, which is at `address`.
    ///
    /// # Errors
    ///
    /// When the descriptors that are built in cannot be read.
    pub async fn listen_on<L: Listener>(self, listener: L, address: SocketAddr) -> Result<BoundServer<L>, BindError> {
        BoundServer::new(self, listener, address).await
    }

    /// Plain text is for the loopback, unless the operator says so.
    fn check_plain_text(&self) -> Result<(), ConfigError> {
        let address = self.config.listen;
        if let Some(credentials) = &self.credentials {
            return credentials.check_listener(address);
        }
        if self.tls.is_some() || self.config.plaintext || address.ip().is_loopback() {
            return Ok(());
        }
        Err(ConfigError::Unusable {
            key: "server.listen",
            problem: format!(
                "others would speak plain text with {address}: set tls.certificate and tls.key or, behind a proxy that \
                 speaks TLS, server.plaintext = true"
            ),
        })
    }

    /// Of the services that may be mounted: on an internal server public ones, too.
    fn descriptors(&self) -> &'static [&'static [u8]] {
        match self.audience {
            Audience::Public => &[corners_proto::PUBLIC_DESCRIPTORS],
            Audience::Internal => &[corners_proto::INTERNAL_DESCRIPTORS, corners_proto::PUBLIC_DESCRIPTORS],
        }
    }
}
