//! Accepting connections, as many as there is room for.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures::future::Future;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};

/// A process out of file descriptors fails to accept at once, again and again.
const AFTER_FAILURE: Duration = Duration::from_millis(50);

/// Where connections come from: the operating system, or the network of a simulation.
pub trait Listener: Send + Sync + 'static {
    /// A connection.
    type Stream: AsyncRead + AsyncWrite + Send + Unpin + 'static;

    /// The next connection, and the address at its other end. Safe to cancel.
    fn accept(&self) -> impl Future<Output = io::Result<(Self::Stream, SocketAddr)>> + Send;
}

impl Listener for TcpListener {
    type Stream = TcpStream;

    async fn accept(&self) -> io::Result<(TcpStream, SocketAddr)> {
        let (stream, peer) = Self::accept(self).await?;
        // Small messages that somebody waits for. Where it cannot be set, they are a little late.
        let _ = stream.set_nodelay(true);
        Ok((stream, peer))
    }
}

/// What accepts connections, at most so many at once; further ones wait in the queue of the operating system.
pub(super) struct Acceptor<L> {
    listener: L,
    room: Arc<Semaphore>,
    patience: Duration,
}

impl<L: Listener> Acceptor<L> {
    /// A connection whose client takes nothing for `patience` is broken off.
    pub(super) fn new(listener: L, limit: usize, patience: Duration) -> Self {
        Self {
            listener,
            room: Arc::new(Semaphore::new(limit)),
            patience,
        }
    }

    /// What is left of the room for connections.
    pub(super) fn room(&self) -> Arc<Semaphore> {
        Arc::clone(&self.room)
    }

    /// The next connection. Safe to cancel.
    pub(super) async fn accept(&self) -> Connection<L::Stream> {
        let permit = self.wait_for_room().await;
        loop {
            match self.listener.accept().await {
                Ok((stream, peer)) => {
                    return Connection {
                        stream,
                        peer,
                        patience: self.patience,
                        overdue: None,
                        _permit: permit,
                    };
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    sleep(AFTER_FAILURE).await;
                }
            }
        }
    }

    /// Room for a connection; none only if the semaphore were closed, which it never is.
    async fn wait_for_room(&self) -> Option<OwnedSemaphorePermit> {
        let room = Arc::clone(&self.room);
        if let Ok(permit) = Arc::clone(&room).try_acquire_owned() {
            return Some(permit);
        }
        tracing::warn!("as many connections are open as are allowed; further ones wait");
        room.acquire_owned().await.ok()
    }
}

/// An accepted connection. It counts against the limit until it is dropped.
pub(super) struct Connection<S> {
    stream: S,
    peer: SocketAddr,
    patience: Duration,
    /// While the client takes nothing: until when it has to.
    overdue: Option<Pin<Box<Sleep>>>,
    _permit: Option<OwnedSemaphorePermit>,
}

impl<S> Connection<S> {
    /// The address at the other end.
    pub(super) fn peer(&self) -> SocketAddr {
        self.peer
    }

    /// Notes whether the client takes what is sent, and gives up on one that has not for too long.
    fn note<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.overdue = None;
            return written;
        }
        let patience = self.patience;
        let overdue = self.overdue.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(overdue.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Connection<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Connection<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, data: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, data);
        self.note(written, context)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        data: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, data);
        self.note(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
