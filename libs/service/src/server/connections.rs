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

/// How long a connection may take until it is known which protocol it speaks. Later the pings of HTTP/2 and the timeouts
/// of HTTP/1 see to it.
const GREETING_WITHIN: Duration = Duration::from_secs(10);

/// What a client of HTTP/2 says first (RFC 9113, section 3.4). Whoever says anything else speaks HTTP/1.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

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
                return Connection {
                    stream,
                    greeting: Some(Greeting::expected()),
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
    /// Until it is known which protocol it speaks.
    greeting: Option<Greeting>,
    _permit: OwnedSemaphorePermit,
}

/// The start of a connection, which could still become the preface of HTTP/2: nobody else limits how long it takes.
struct Greeting {
    heard: usize,
    overdue: Pin<Box<Sleep>>,
}

impl Greeting {
    fn expected() -> Self {
        Self {
            heard: 0,
            overdue: Box::pin(sleep(GREETING_WITHIN)),
        }
    }

    /// Hears what the connection said next. True when it is known now which protocol it speaks, or that it has ended.
    fn is_over_with(&mut self, said: &[u8]) -> bool {
        let expected = &PREFACE[self.heard..];
        self.heard += said.len();
        said.is_empty() || said.len() >= expected.len() || !expected.starts_with(said)
    }
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
        let already = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let Some(greeting) = &mut self.greeting else {
            return read;
        };
        if read.is_pending() {
            let overdue = greeting.overdue.as_mut().poll(context);
            return overdue.map(|()| Err(io::ErrorKind::TimedOut.into()));
        }
        if greeting.is_over_with(&buffer.filled()[already..]) {
            self.greeting = None;
        }
        read
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
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::time::timeout;

    use super::*;

    /// What becomes of a connection that says these things, one after the other, and then nothing more for an hour.
    async fn after_saying(things: &[&[u8]]) -> Option<io::ErrorKind> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let mut accepted = std::pin::pin!(accept(listener, 1));
        let mut connection = accepted.next().await.unwrap().unwrap();
        for thing in things {
            client.write_all(thing).await.unwrap();
            let mut heard = vec![0; thing.len()];
            connection.read_exact(&mut heard).await.unwrap();
            assert_eq!(heard, *thing);
        }
        let waiting = timeout(Duration::from_secs(3600), connection.read_u8()).await;
        waiting.ok().map(|read| read.unwrap_err().kind())
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_that_never_says_which_protocol_it_speaks_is_given_up() {
        let given_up = Some(io::ErrorKind::TimedOut);
        assert_eq!(after_saying(&[]).await, given_up);
        assert_eq!(after_saying(&[b"P"]).await, given_up);
        assert_eq!(after_saying(&[b"PRI", &PREFACE[3..23]]).await, given_up);
    }

    #[tokio::test(start_paused = true)]
    async fn one_that_has_said_it_is_left_to_its_protocol() {
        assert_eq!(after_saying(&[PREFACE]).await, None);
        assert_eq!(after_saying(&[b"PRI", &PREFACE[3..]]).await, None);
        assert_eq!(after_saying(&[b"P", b"O"]).await, None);
        assert_eq!(after_saying(&[b"GET / HTTP/1.1"]).await, None);
    }
}
