//! What connections are made over.

use std::io;
use std::net::SocketAddr;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

/// What connections are made over: the operating system, or the network of a simulation.
pub trait Network: Clone + Send + Sync + 'static {
    /// A connection.
    type Stream: AsyncRead + AsyncWrite + Send + Unpin + 'static;

    /// Connects to an address.
    fn connect(&self, address: SocketAddr) -> impl Future<Output = io::Result<Self::Stream>> + Send;
}

/// The operating system's TCP.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tcp;

impl Network for Tcp {
    type Stream = TcpStream;

    async fn connect(&self, address: SocketAddr) -> io::Result<TcpStream> {
        let stream = TcpStream::connect(address).await?;
        // Small messages that somebody waits for. Where it cannot be set, they are a little late.
        let _ = stream.set_nodelay(true);
        Ok(stream)
    }
}
