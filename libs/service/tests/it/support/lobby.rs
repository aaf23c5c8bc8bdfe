//! A server that connections reach from any address, without a network: its clock can be stopped.

use std::io;
use std::net::{IpAddr, SocketAddr};

use corners_service::drain::Drain;
use corners_service::server::{Listener, Server};
use hyper_util::rt::TokioIo;
use tokio::io::{DuplexStream, duplex};
use tokio::sync::{Mutex, mpsc};
use tonic::transport::{Channel, Endpoint};
use tower::service_fn;

use super::accounts::TestAccounts;
use super::game::TestGame;
use super::{config, limits_config, tokens};

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

/// A running server with limits and the two services.
pub struct Lobby(mpsc::UnboundedSender<Arrival>);

impl Lobby {
    pub async fn open(overrides: &[(&str, &str)]) -> Self {
        let drain = Drain::new();
        let (arrivals, door) = mpsc::unbounded_channel();
        let game = TestGame { drain: drain.token() };
        let server = Server::public(config(overrides), drain)
            .authenticator(tokens::verifier())
            .limits(&limits_config(overrides))
            .add_service(TestAccounts::default())
            .add_service(game);
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
