//! Which protocol a connection speaks, from the first that it says.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf};
use tokio::time::timeout;

use crate::tls::Stream;

/// How long a connection may take until it is known which protocol it speaks, a handshake of TLS included. Later the pings of HTTP/2 and the timeouts
/// of HTTP/1 see to it.
const GREETING_WITHIN: Duration = Duration::from_secs(10);

/// What a client of HTTP/2 says first (RFC 9113, section 3.4). Whoever says anything else speaks HTTP/1.
const PREFACE: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// A connection whose protocol is known.
pub(super) enum Spoken<T> {
    Http1(Greeted<T>),
    Http2(Greeted<T>),
}

/// A connection that has been listened to: what it said is read from it again.
pub(super) struct Greeted<T> {
    connection: T,
    said: [u8; PREFACE.len()],
    unread: std::ops::Range<usize>,
}

/// Shakes hands, if it is to be TLS, and listens until it is known what a connection speaks.
///
/// # Errors
///
/// When it ends before, or says nothing for too long, or something that is no handshake.
pub(super) async fn greet<T>(connection: T, tls: Option<Arc<rustls::ServerConfig>>) -> io::Result<Spoken<Stream<T>>>
where
    T: AsyncRead + AsyncWrite + Unpin,
{
    let greeting = async { listen(Stream::accept(connection, tls).await?).await };
    timeout(GREETING_WITHIN, greeting).await?
}

async fn listen<T: AsyncRead + Unpin>(mut connection: T) -> io::Result<Spoken<T>> {
    let mut said = [0; PREFACE.len()];
    let mut heard = 0;
    while heard < PREFACE.len() && PREFACE.starts_with(&said[..heard]) {
        match connection.read(&mut said[heard..]).await? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            more => heard += more,
        }
    }
    let greeted = Greeted {
        connection,
        said,
        unread: 0..heard,
    };
    Ok(if said == *PREFACE {
        Spoken::Http2(greeted)
    } else {
        Spoken::Http1(greeted)
    })
}

impl<T: AsyncRead + Unpin> AsyncRead for Greeted<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.unread.is_empty() {
            return Pin::new(&mut self.connection).poll_read(context, buffer);
        }
        let end = self.unread.end.min(self.unread.start + buffer.remaining());
        buffer.put_slice(&self.said[self.unread.start..end]);
        self.unread.start = end;
        Poll::Ready(Ok(()))
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Greeted<T> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, data: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.connection).poll_write(context, data)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        data: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.connection).poll_write_vectored(context, data)
    }

    fn is_write_vectored(&self) -> bool {
        self.connection.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncWriteExt, duplex};

    use super::*;

    /// What becomes of a connection that says these things, one after the other, and then nothing more.
    async fn after_saying(things: &[&[u8]]) -> io::Result<Spoken<Stream<tokio::io::DuplexStream>>> {
        let (mut client, server) = duplex(1);
        let saying = async {
            for thing in things {
                // Fails when the server has heard enough.
                let _ = client.write_all(thing).await;
            }
            client
        };
        let (spoken, _client) = tokio::join!(greet(server, None), saying);
        spoken
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_that_never_says_which_protocol_it_speaks_is_given_up() {
        let beginnings: [&[&[u8]]; 3] = [&[], &[b"P"], &[b"PRI", &PREFACE[3..23]]];
        for beginning in beginnings {
            let given_up = after_saying(beginning).await.err().map(|error| error.kind());
            assert_eq!(given_up, Some(io::ErrorKind::TimedOut));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_that_never_shakes_hands_is_given_up() {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let key = rustls::pki_types::PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
        let config = rustls::ServerConfig::builder_with_provider(crate::tls::provider())
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key);
        let config = Arc::new(config.unwrap());
        // Nothing; the beginning of a handshake; a whole record of one whose rest never comes.
        for beginning in [&[][..], &[22, 3, 1], &[22, 3, 1, 0, 6, 1, 0, 1, 0, 3, 3]] {
            let (mut client, server) = duplex(64);
            client.write_all(beginning).await.unwrap();
            let given_up = greet(server, Some(Arc::clone(&config))).await;
            assert_eq!(given_up.err().map(|error| error.kind()), Some(io::ErrorKind::TimedOut));
        }
    }

    #[tokio::test]
    async fn one_that_ends_before_is_not_served() {
        let (client, server) = duplex(64);
        drop(client);
        let ended = listen(server).await.err().map(|error| error.kind());
        assert_eq!(ended, Some(io::ErrorKind::UnexpectedEof));
    }

    #[tokio::test]
    async fn the_preface_is_http_2_and_anything_else_http_1_and_all_of_it_is_read_again() {
        for (said, is_2) in [(&PREFACE[..], true), (b"POST /", false), (b"PRI * HTTP/1.1", false)] {
            let (mut client, server) = duplex(64);
            client.write_all(said).await.unwrap();
            client.write_all(b"more").await.unwrap();
            drop(client);
            let mut heard = Vec::new();
            let mut greeted = match listen(server).await.unwrap() {
                Spoken::Http2(greeted) if is_2 => greeted,
                Spoken::Http1(greeted) if !is_2 => greeted,
                _ => panic!("{said:?} was taken for the other protocol"),
            };
            greeted.read_to_end(&mut heard).await.unwrap();
            assert_eq!(heard, [said, b"more"].concat());
        }
    }
}
