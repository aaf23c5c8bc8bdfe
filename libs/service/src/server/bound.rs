//! Serving, until the drain is over.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use futures::FutureExt;
use futures::future::join_all;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tonic::service::Routes;
use tonic_web::GrpcWebLayer;
use tower::ServiceBuilder;

use super::arrival::{Arrivals, Arriving};
use super::client_address::Proxies;
use super::connections::{Acceptor, Connection, Listener};
use super::gate::{Gate, GateLayer};
use super::greeting::{Spoken, greet};
use super::http2::Limits;
use super::infrastructure::{Health, mount_reflection};
use super::methods::Methods;
use super::publish::{PublishLayer, Published};
use super::{BindError, CallService, Server, ServerConfig, cors, http1, http2};
use crate::drain::Drain;
use crate::internal::ServiceCredentials;
use crate::tls::{ListenerTls, Stream};

/// A server that has its address.
#[derive(Debug)]
pub struct BoundServer<L = TcpListener> {
    address: SocketAddr,
    listener: L,
    config: ServerConfig,
    tls: Option<ListenerTls>,
    published: Published,
    page: Published,
    credentials: Option<ServiceCredentials>,
    gate: Arc<Gate>,
    routes: Routes,
    health: Health,
    drain: Drain,
}

impl<L: Listener> BoundServer<L> {
    pub(super) async fn new(server: Server, listener: L, address: SocketAddr) -> Result<Self, BindError> {
        let descriptors = server.descriptors();
        let methods = Methods::with_infrastructure(&[
            tonic_health::pb::FILE_DESCRIPTOR_SET,
            tonic_reflection::pb::v1::FILE_DESCRIPTOR_SET,
            tonic_reflection::pb::v1alpha::FILE_DESCRIPTOR_SET,
        ]);
        let routes = mount_reflection(server.routes, descriptors, &server.services)?;
        let health = Health::serving(server.services).await;
        let gate = Gate::new(
            server.audience,
            methods,
            &server.config,
            server.drain.clone(),
            health.told.clone(),
            server.authenticator,
            server.limits,
        );
        Ok(Self {
            address,
            listener,
            tls: server.tls,
            published: server.published,
            page: server.page,
            credentials: server.credentials,
            gate: Arc::new(gate),
            routes: health.mount(routes).prepare(),
            health,
            config: server.config,
            drain: server.drain,
        })
    }

    /// The address it listens on, with the port that was chosen where the configuration left it open.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the drain has started and everything has ended or the limit has passed.
    pub async fn serve(self) {
        let drain = self.drain.clone();
        serve_all(vec![self], &drain).await;
    }

    /// Answers calls until the drain has started and all connections are closed.
    async fn answer_calls(self) {
        let drained = self.drain.token();
        let telling = tokio::spawn(self.health.tell_drain(self.drain));
        let tls = self.tls.is_some();
        let publish = |published| PublishLayer { published, tls };
        let service = ServiceBuilder::new()
            // The page is for its own origin, so that it comes before what is said to others.
            .layer(publish(self.page))
            .layer(cors::layer(&self.config.cors_origins))
            .layer(publish(self.published))
            .layer(GrpcWebLayer::new())
            .layer(GateLayer(Arc::clone(&self.gate)))
            .service(self.routes);
        let limits = Limits {
            calls: self.config.max_streams_per_connection,
            ping_interval: self.config.keepalive_interval,
            ping_timeout: self.config.keepalive_timeout,
            patience: self.config.patience,
        };
        let arrivals = Arrivals {
            proxies: Proxies::trusted(self.config.trusted_proxies),
            credentials: self.credentials.clone(),
        };
        let acceptor = Acceptor::new(self.listener, self.config.max_connections, limits.patience);
        self.gate
            .observe_connections(acceptor.room(), self.config.max_connections);
        let open = TaskTracker::new();
        while let Some(connection) = drained.run_until_cancelled(acceptor.accept()).await {
            let peer = connection.peer();
            // Beyond the limit of its address a connection is closed before a word is spoken.
            let Ok(place) = self.gate.place_of_connection(peer.ip(), &arrivals.proxies) else {
                continue;
            };
            let service = Arriving::new(service.clone(), peer, arrivals.clone());
            let tls = match &self.credentials {
                Some(credentials) => credentials.for_listener(),
                None => self.tls.as_ref().map(ListenerTls::now),
            };
            let greeting = greet(connection, tls);
            let serving = serve_one(greeting, service, limits, drained.clone());
            open.spawn(async move {
                serving.await;
                drop(place);
            });
        }
        // The address is free from here on, for whoever takes over.
        drop(acceptor);
        open.close();
        open.wait().await;
        telling.abort();
    }
}

/// Serves one connection, in the protocol that it turns out to speak.
async fn serve_one<C, S>(
    greeting: impl Future<Output = io::Result<Spoken<Stream<Connection<C>>>>>,
    service: S,
    limits: Limits,
    drained: CancellationToken,
) where
    C: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    S: CallService,
{
    let spoken = match drained.run_until_cancelled(greeting).await {
        Some(Ok(spoken)) => spoken,
        Some(Err(error)) => return tracing::debug!(%error, "a connection did not say what it speaks"),
        None => return,
    };
    match spoken {
        Spoken::Http1(connection) => http1::serve(connection, service, drained).await,
        Spoken::Http2(connection) => http2::serve(connection, service, limits, drained).await,
    }
}

/// Serves with several servers that share one drain: a public and an internal one. Returns when the drain has started
/// and everything has ended, work that outlives its calls included, or when the longest limit of the servers has passed.
/// Background loops have been told to end then.
pub async fn serve_all<L: Listener>(servers: Vec<BoundServer<L>>, drain: &Drain) {
    let limit = servers
        .iter()
        .map(|server| server.config.drain_limit)
        .max()
        .unwrap_or_default();
    let serving = join_all(servers.into_iter().map(BoundServer::answer_calls));
    let started = drain.token();
    let deadline = async move {
        started.cancelled().await;
        Instant::now() + limit
    };
    let deadline = deadline.boxed().shared();
    tokio::select! {
        _ = serving => {}
        () = deadline.clone().then(sleep_until) => {}
    }
    let remaining = deadline.await.saturating_duration_since(Instant::now());
    if !drain.finish(remaining).await || remaining.is_zero() {
        tracing::warn!(
            ?limit,
            "the limit of the drain has passed; what is still open is cut off"
        );
    }
}
