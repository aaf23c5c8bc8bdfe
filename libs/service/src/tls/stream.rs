//! A connection, with TLS or without.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::time::timeout;
use tokio_rustls::{TlsAcceptor, TlsConnector, TlsStream};

/// How much of what a client says that does not speak TLS is read and thrown away, and for how long: so that it hears the
/// alert and the end of the connection, and not that it is broken.
const MOST_DISCARDED: u64 = 64 * 1024;
const DISCARD_FOR: Duration = Duration::from_secs(1);

/// A connection, with TLS or without.
pub(crate) enum Stream<T> {
    Plain(T),
    /// In a box: most of its size is the state of the encryption.
    Tls(Box<TlsStream<T>>),
}

impl<T: AsyncRead + AsyncWrite + Unpin> Stream<T> {
    /// The listener's side of a handshake, if there is to be one.
    pub(crate) async fn accept(connection: T, tls: Option<Arc<rustls::ServerConfig>>) -> io::Result<Self> {
        let Some(config) = tls else {
            return Ok(Self::Plain(connection));
        };
        // In a box: the room that a handshake takes is given back after it.
        match Box::pin(TlsAcceptor::from(config).accept(connection).into_fallible()).await {
            Ok(stream) => Ok(Self::Tls(Box::new(stream.into()))),
            Err((error, connection)) => {
                end(connection).await;
                Err(error)
            }
        }
    }

    /// The connecting side of a handshake with the server called `name`.
    pub(crate) async fn connect(
        connection: T,
        config: Arc<rustls::ClientConfig>,
        name: ServerName<'static>,
    ) -> io::Result<Self> {
        let stream = Box::pin(TlsConnector::from(config).connect(name, connection)).await?;
        Ok(Self::Tls(Box::new(stream.into())))
    }
}

/// Ends a connection whose handshake has failed, so that the other side hears why.
async fn end<T: AsyncRead + AsyncWrite + Unpin>(mut connection: T) {
    let ending = async {
        // Whoever is gone needs no more of this.
        let _ = connection.shutdown().await;
        let _ = tokio::io::copy(&mut connection.take(MOST_DISCARDED), &mut tokio::io::sink()).await;
    };
    let _ = timeout(DISCARD_FOR, ending).await;
}

impl<T: AsyncRead + AsyncWrite + Unpin> AsyncRead for Stream<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match &mut *self {
            Self::Plain(stream) => Pin::new(stream).poll_read(context, buffer),
            Self::Tls(stream) => Pin::new(stream).poll_read(context, buffer),
        }
    }
}

impl<T: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Stream<T> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, data: &[u8]) -> Poll<io::Result<usize>> {
        match &mut *self {
            Self::Plain(stream) => Pin::new(stream).poll_write(context, data),
            Self::Tls(stream) => Pin::new(stream).poll_write(context, data),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut *self {
            Self::Plain(stream) => Pin::new(stream).poll_flush(context),
            Self::Tls(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut *self {
            Self::Plain(stream) => Pin::new(stream).poll_shutdown(context),
            Self::Tls(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        data: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match &mut *self {
            Self::Plain(stream) => Pin::new(stream).poll_write_vectored(context, data),
            Self::Tls(stream) => Pin::new(stream).poll_write_vectored(context, data),
        }
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Self::Plain(stream) => stream.is_write_vectored(),
            Self::Tls(stream) => stream.is_write_vectored(),
        }
    }
}
