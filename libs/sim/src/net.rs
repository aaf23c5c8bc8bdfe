//! The simulated network, in the places of the operating system's.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use corners_service::internal::Network;
use corners_service::server::Listener;
use hyper_util::rt::TokioIo;
use tonic::transport::{Channel, Endpoint, Uri};
use turmoil::net::{TcpListener, TcpStream};

/// Where the public side of an authority listens, on every host.
pub(crate) const PUBLIC: u16 = 8080;
/// Where the internal side of an authority or a clock listens.
pub(crate) const INTERNAL: u16 = 7000;

/// Listens at a port of the host that runs.
pub(crate) struct SimListener(TcpListener);

impl SimListener {
    pub(crate) async fn bind(port: u16) -> io::Result<Self> {
        TcpListener::bind((IpAddr::V4(Ipv4Addr::UNSPECIFIED), port))
            .await
            .map(Self)
    }

    pub(crate) fn address(port: u16) -> SocketAddr {
        (Ipv4Addr::UNSPECIFIED, port).into()
    }
}

impl Listener for SimListener {
    type Stream = TcpStream;

    async fn accept(&self) -> io::Result<(TcpStream, SocketAddr)> {
        self.0.accept().await
    }
}

/// Connects from the host that runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SimNetwork;

impl Network for SimNetwork {
    type Stream = TcpStream;

    async fn connect(&self, address: SocketAddr) -> io::Result<TcpStream> {
        TcpStream::connect(address).await
    }
}

/// A client's channel to the replicas of authority: each new connection goes to the next one, as behind a balancer.
pub(crate) fn channel(endpoint: &Endpoint, replicas: Arc<[IpAddr]>, first: usize) -> Channel {
    let turn = Arc::new(AtomicUsize::new(first));
    endpoint.connect_with_connector_lazy(tower::service_fn(move |_: Uri| {
        let (replicas, turn) = (Arc::clone(&replicas), Arc::clone(&turn));
        async move {
            let replica = replicas[turn.fetch_add(1, Ordering::Relaxed) % replicas.len()];
            TcpStream::connect((replica, PUBLIC)).await.map(TokioIo::new)
        }
    }))
}
