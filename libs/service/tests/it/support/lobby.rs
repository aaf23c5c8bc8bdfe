//! A server that connections reach from any address, without a network: its clock can be stopped.

use std::io;
use std::net::{IpAddr, SocketAddr};

use corners_service::drain::Drain;
use corners_service::internal::{InternalChannel, Network};
use corners_service::server::{Listener, Server};
use hyper_util::rt::TokioIo;
use tokio::io::{DuplexStream, duplex};
use tokio::sync::{Mutex, mpsc};
use tonic::transport::{Channel, Endpoint};
use tower::service_fn;

use super::accounts::TestAccounts;
use super::game::TestGame;
use super::{config, credentials, limits_config, tokens};

/// A way into a lobby, as services take it.
impl Network for Lobby {
    type Stream = DuplexStream;

    async fn connect(&self, _: SocketAddr) -> io::Result<DuplexStream> {
        Ok(self.enter("192.0.2.1"))
    }
}

type Arrival = (DuplexStream, SocketAddr);

struct Door(Mutex<mpsc::UnboundedReceiver<Arrival>>);

impl Listener for Door {
    type Stream = DuplexStream;

    async fn accept(&self) -> io::Result<Arrival> {
        match self.0.lock().await.recv().await {
            Some(arrival) => Ok(arrival),
            None => std::future::pending().await,
        }
    }
}

/// A running server with the two services.
#[derive(Clone)]
pub struct Lobby(mpsc::UnboundedSender<Arrival>);

impl Lobby {
    /// Of a public server with limits.
    pub async fn open(overrides: &[(&str, &str)]) -> Self {
        let drain = Drain::new();
        let server = Server::public(config(overrides), drain.clone())
            .authenticator(tokens::verifier())
            .limits(&limits_config(overrides));
        Self::of(server, &drain).await
    }

    /// Of a server for services, and another service's channel to it.
    pub async fn open_to_services() -> InternalChannel {
        let drain = Drain::new();
        let server = Server::internal(config(&[]), credentials(), drain.clone());
        let lobby = Self::of(server, &drain).await;
        InternalChannel::remote_over(lobby, &["http://192.0.2.254:80"], &credentials()).unwrap()
    }

    async fn of(server: Server, drain: &Drain) -> Self {
        let (arrivals, door) = mpsc::unbounded_channel();
        let game = TestGame { drain: drain.token() };
        let server = server.add_service(TestAccounts::default()).add_service(game);
        let address = "192.0.2.254:80".parse().unwrap();
        let bound = server.listen_on(Door(Mutex::new(door)), address).await.unwrap();
        tokio::spawn(bound.serve());
        Self(arrivals)
    }

    /// A connection from an address.
    pub fn enter(&self, from: &str) -> DuplexStream {
        let (ours, theirs) = duplex(64 * 1024);
        let from: IpAddr = from.parse().unwrap();
        self.0.send((theirs, SocketAddr::new(from, 4711))).unwrap();
        ours
    }

    /// A channel over one connection from an address.
    pub async fn channel(&self, from: &str) -> Channel {
        let mut connection = Some(self.enter(from));
        let connect = service_fn(move |_| {
            let connection = connection.take().map(TokioIo::new);
            async move { connection.ok_or(io::Error::from(io::ErrorKind::ConnectionReset)) }
        });
        Endpoint::from_static("http://lobby")
            .connect_with_connector(connect)
            .await
            .unwrap()
    }
}
