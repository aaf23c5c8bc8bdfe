//! One connection to a replica, which has answered.

use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderValue, TE};
use http::uri::{Authority, Scheme};
use http::{Method, Request, Uri};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http2::{Builder, SendRequest};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::dialer::Dialer;
use super::network::Network;

/// How long connecting may take, and then how long the first answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

// A silent partition sends no reset: only unanswered pings tell that the connection is gone.
const PING_INTERVAL: Duration = Duration::from_secs(2);
const PING_TIMEOUT: Duration = Duration::from_secs(2);

/// The question whose answer shows that there is a process behind a connection: the operating system accepts
/// connections for one that is stopped, too.
const HEALTH: &str = "/grpc.health.v1.Health/Check";

/// Its request, framed: an empty message, which asks about the whole process.
const ASKED: &[u8] = &[0; 5];

/// What requests are sent with.
pub(super) type Sender = SendRequest<Full<Bytes>>;

/// Why there is no connection.
pub(super) type Broken = Box<dyn Error + Send + Sync>;

/// An open connection. It is driven by a task that ends with it, or when all senders are gone and all calls answered.
pub(super) struct Connection {
    pub(super) sender: Sender,
    scheme: Scheme,
    driver: JoinHandle<Result<(), hyper::Error>>,
}

impl Connection {
    /// Connects, and has an answer.
    pub(super) async fn open<N: Network>(
        dialer: &Dialer<N>,
        address: SocketAddr,
        authority: &Authority,
    ) -> Result<Self, Broken> {
        let connection = timeout(CONNECT_TIMEOUT, Self::handshake(dialer, address, authority))
            .await
            .map_err(|_| too_slow("connecting"))??;
        let answered = connection.ask(authority).await;
        if let Err(error) = answered {
            connection.driver.abort();
            return Err(error);
        }
        Ok(connection)
    }

    async fn handshake<N: Network>(
        dialer: &Dialer<N>,
        address: SocketAddr,
        authority: &Authority,
    ) -> Result<Self, Broken> {
        let stream = dialer.connect(address, authority).await?;
        let (sender, connection) = Builder::new(TokioExecutor::new())
            .timer(TokioTimer::new())
            .keep_alive_interval(PING_INTERVAL)
            .keep_alive_timeout(PING_TIMEOUT)
            .keep_alive_while_idle(true)
            .handshake(TokioIo::new(stream))
            .await?;
        Ok(Self {
            sender,
            scheme: dialer.credentials.scheme(),
            driver: tokio::spawn(connection),
        })
    }

    /// Has the process behind the connection answer, whatever it says.
    pub(super) async fn ask(&self, authority: &Authority) -> Result<(), Broken> {
        let mut request = Request::new(Full::new(Bytes::from_static(ASKED)));
        *request.method_mut() = Method::POST;
        *request.uri_mut() = Uri::builder()
            .scheme(self.scheme.clone())
            .authority(authority.clone())
            .path_and_query(HEALTH)
            .build()?;
        let headers = request.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/grpc"));
        headers.insert(TE, HeaderValue::from_static("trailers"));
        let mut sender = self.sender.clone();
        let answered = async move {
            let mut answer = sender.send_request(request).await?.into_body();
            // To its end, so that it is not the answer that we reset.
            while let Some(frame) = answer.frame().await {
                frame?;
            }
            Ok(())
        };
        timeout(CONNECT_TIMEOUT, answered)
            .await
            .map_err(|_| too_slow("the process's answer"))?
    }

    /// Resolves when the connection has ended, to the reason.
    pub(super) async fn ended(&mut self) -> Broken {
        match (&mut self.driver).await {
            Ok(Ok(())) => "the other side closed the connection".into(),
            Ok(Err(error)) => error.into(),
            Err(aborted) => aborted.into(),
        }
    }

    /// Cuts off the calls that are waiting on it.
    pub(super) fn give_up(&self) {
        self.driver.abort();
    }
}

fn too_slow(what: &str) -> Broken {
    io::Error::new(
        io::ErrorKind::TimedOut,
        format!("{what} took longer than {CONNECT_TIMEOUT:?}"),
    )
    .into()
}
