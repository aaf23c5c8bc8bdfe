//! Accepting connections, as many as there is room for.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures::Stream;
use futures::future::Future;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};
use tonic::transport::server::{Connected, TcpConnectInfo};

/// How long a connection may say nothing at first. Later the pings of HTTP/2 and the timeouts of HTTP/1 see to it.
const FIRST_BYTES: Duration = Duration::from_secs(10);

/// A process out of file descriptors fails to accept at once, again and again.
const AFTER_FAILURE: Duration = Duration::from_millis(50);

/// The connections to `listener`, at most `limit` at once; further ones wait in the queue of the operating system.
pub(super) fn accept(listener: TcpListener, limit: usize) -> impl Stream<Item = io::Result<Connection>> {
    let room = Arc::new(Semaphore::new(limit));
    futures::stream::unfold((listener, room), async |(listener, room)| {
        let permit = wait_for_room(&room).await?;
        let connection = accept_one(&listener, permit).await;
        Some((Ok(connection), (listener, room)))
    })
}

async fn wait_for_room(room: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
    match Arc::clone(room).try_acquire_owned() {
        Ok(permit) => Some(permit),
        Err(_) => {
            tracing::warn!("as many connections are open as are allowed; further ones wait");
            Arc::clone(room).acquire_owned().await.ok()
        }
    }
}

async fn accept_one(listener: &TcpListener, permit: OwnedSemaphorePermit) -> Connection {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // Small messages that somebody waits for. Where it cannot be set, they are a little late.
                let _ = stream.set_nodelay(true);
                let silence = Some(Box::pin(sleep(FIRST_BYTES)));
                return Connection {
                    stream,
                    silence,
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

/// An accepted connection. It counts against the limit until it is dropped.
pub(super) struct Connection {
    stream: TcpStream,
    /// Runs until the first bytes have come.
    silence: Option<Pin<Box<Sleep>>>,
    _permit: OwnedSemaphorePermit,
}

impl Connected for Connection {
    type ConnectInfo = TcpConnectInfo;

    fn connect_info(&self) -> TcpConnectInfo {
        self.stream.connect_info()
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        match &mut self.silence {
            Some(silence) if read.is_pending() => silence
                .as_mut()
                .poll(context)
                .map(|()| Err(io::ErrorKind::TimedOut.into())),
            silence => {
                *silence = None;
                read
            }
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, data: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, data)
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
        Pin::new(&mut self.stream).poll_write_vectored(context, data)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use futures::StreamExt;
    use tokio::io::AsyncReadExt;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_connection_that_never_says_anything_is_given_up() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let _silent = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let mut accepted = std::pin::pin!(accept(listener, 1));
        let mut connection = accepted.next().await.unwrap().unwrap();
        let given_up = connection.read_u8().await.unwrap_err();
        assert_eq!(given_up.kind(), io::ErrorKind::TimedOut);
    }
}
