//! Serving, until the drain is over.

use std::net::SocketAddr;
use std::sync::Arc;

use futures::FutureExt;
use futures::future::join_all;
use tokio::net::TcpListener;
use tokio::time::{Instant, sleep_until};
use tonic::service::Routes;
use tonic_web::GrpcWebLayer;
use tower::util::option_layer;

use super::gate::{Gate, GateLayer};
use super::infrastructure::{Health, mount_reflection};
use super::methods::Methods;
use super::{BindError, Server, ServerConfig, connections, cors};
use crate::auth::{AuthLayer, Verifier};
use crate::drain::Drain;

/// A server failed while it was serving.
#[derive(Debug, thiserror::Error)]
#[error("cannot go on serving")]
pub struct ServeError(#[from] tonic::transport::Error);

/// A server that has its address.
#[derive(Debug)]
pub struct BoundServer {
    address: SocketAddr,
    listener: TcpListener,
    config: ServerConfig,
    verifier: Option<Verifier>,
    gate: Arc<Gate>,
    routes: Routes,
    health: Health,
    drain: Drain,
}

impl BoundServer {
    pub(super) async fn new(server: Server, listener: TcpListener, address: SocketAddr) -> Result<Self, BindError> {
        let descriptors = server.descriptors();
        let methods = Methods::read(&[
            descriptors,
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
        );
        Ok(Self {
            address,
            listener,
            verifier: server.verifier,
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
    ///
    /// # Errors
    ///
    /// When the server fails before that.
    pub async fn serve(self) -> Result<(), ServeError> {
        let drain = self.drain.clone();
        serve_all(vec![self], &drain).await
    }

    /// Answers calls until the drain has started and all connections are closed.
    async fn answer_calls(self) -> Result<(), ServeError> {
        let drained = self.drain.token().cancelled_owned();
        let telling = tokio::spawn(self.health.tell_drain(self.drain));
        let answered = tonic::transport::Server::builder()
            .accept_http1(true)
            .max_concurrent_streams(self.config.max_streams_per_connection)
            .http2_keepalive_interval(Some(self.config.keepalive_interval))
            .http2_keepalive_timeout(Some(self.config.keepalive_timeout))
            .layer(cors::layer(&self.config.cors_origins))
            .layer(GrpcWebLayer::new())
            .layer(GateLayer(self.gate))
            .layer(option_layer(self.verifier.map(AuthLayer::new)))
            .serve_with_incoming_shutdown(
                self.routes,
                connections::accept(self.listener, self.config.max_connections),
                drained,
            )
            .await;
        telling.abort();
        Ok(answered?)
    }
}

/// Serves with several servers that share one drain: a public and an internal one. Returns when the drain has started
/// and everything has ended, work that outlives its calls included, or when the longest limit of the servers has passed.
/// Background loops have been told to end then.
///
/// # Errors
///
/// When a server fails; the others are drained.
pub async fn serve_all(servers: Vec<BoundServer>, drain: &Drain) -> Result<(), ServeError> {
    let limit = servers
        .iter()
        .map(|server| server.config.drain_limit)
        .max()
        .unwrap_or_default();
    let serving = join_all(servers.into_iter().map(|server| async {
        let outcome = server.answer_calls().await;
        // One that failed takes the others along.
        drain.start();
        outcome
    }));
    let started = drain.token();
    let deadline = async move {
        started.cancelled().await;
        Instant::now() + limit
    };
    let deadline = deadline.boxed().shared();
    let outcomes = tokio::select! {
        outcomes = serving => outcomes,
        () = deadline.clone().then(sleep_until) => Vec::new(),
    };
    let remaining = deadline.await.saturating_duration_since(Instant::now());
    if !drain.finish(remaining).await || remaining.is_zero() {
        tracing::warn!(
            ?limit,
            "the limit of the drain has passed; what is still open is cut off"
        );
    }
    outcomes.into_iter().collect()
}
