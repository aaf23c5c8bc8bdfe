//! One connection of HTTP/2.
//!
//! Served with `h2` itself: what sits on top of it elsewhere waits for ever for a client that keeps its flow-control
//! window shut, and cannot be told to stop.

use std::time::Duration;

use bytes::Bytes;
use h2::server::{Builder, SendResponse};
use h2::{Ping, PingPong, RecvStream};
use http::Request;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::CallService;
use super::http2_call::answer;

/// What a client may send of one request before we have read it, in bytes, and of all requests of a connection.
const RECEIVED_PER_CALL: u32 = 256 * 1024;
const RECEIVED_PER_CONNECTION: u32 = 1024 * 1024;

/// What waits in memory of one response after its client has allowed it to be sent, in bytes.
const SENT_PER_CALL: usize = 64 * 1024;

/// The largest head of a request, in bytes.
const LARGEST_HEAD: u32 = 16 * 1024;

/// What bounds a connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) calls: u32,
    pub(super) ping_interval: Duration,
    pub(super) ping_timeout: Duration,
    /// How long a part of a response may wait for its client to take it.
    pub(super) patience: Duration,
}

/// Answers the calls of a connection until it ends; when `drained`, until those that have begun are answered.
pub(super) async fn serve<T, S>(connection: T, service: S, limits: Limits, drained: CancellationToken)
where
    T: AsyncRead + AsyncWrite + Unpin,
    S: CallService,
{
    let handshake = Builder::new()
        .initial_window_size(RECEIVED_PER_CALL)
        .initial_connection_window_size(RECEIVED_PER_CONNECTION)
        .max_send_buffer_size(SENT_PER_CALL)
        .max_header_list_size(LARGEST_HEAD)
        .max_concurrent_streams(limits.calls)
        .handshake::<_, Bytes>(connection);
    let mut connection = match handshake.await {
        Ok(connection) => connection,
        Err(error) => return tracing::debug!(%error, "a connection did not begin"),
    };
    let mut silent = std::pin::pin!(is_silent(connection.ping_pong(), limits));
    let mut draining = std::pin::pin!(drained.cancelled());
    let mut is_draining = false;
    loop {
        tokio::select! {
            biased;
            () = &mut draining, if !is_draining => {
                is_draining = true;
                connection.graceful_shutdown();
            }
            () = &mut silent => return tracing::debug!("a connection does not answer pings"),
            accepted = connection.accept() => match accepted {
                Some(Ok((request, response))) => begin(&service, request, response, limits.patience),
                Some(Err(error)) => return tracing::debug!(%error, "a connection broke"),
                None => return,
            }
        }
    }
}

fn begin<S: CallService>(service: &S, request: Request<RecvStream>, response: SendResponse<Bytes>, patience: Duration) {
    tokio::spawn(answer(service.clone(), request, response, patience));
}

/// Resolves when the other side has not answered a ping.
async fn is_silent(pings: Option<PingPong>, limits: Limits) {
    let Some(mut pings) = pings else {
        return std::future::pending().await;
    };
    loop {
        sleep(limits.ping_interval).await;
        match timeout(limits.ping_timeout, pings.ping(Ping::opaque())).await {
            Ok(Ok(_)) => {}
            // The connection has ended, and says so itself.
            Ok(Err(_)) => return std::future::pending().await,
            Err(_) => return,
        }
    }
}
