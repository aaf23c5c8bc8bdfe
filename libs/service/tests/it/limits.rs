//! Bounds: messages, calls, streams, connections.

use corners_proto::error::reason_of;
use futures::stream;
use tonic::{Code, Status};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;
use tonic_types::StatusExt;

use crate::support::accounts::{NEVER, ask};
use crate::support::game::{STUBBORN, watch};
use crate::support::raw::{STREAM, send};
use crate::support::{Running, start};

async fn ask_with(server: &Running, request_bytes: usize) -> Result<String, Status> {
    ask(&mut server.accounts().await, &"x".repeat(request_bytes)).await
}

async fn ask_for(server: &Running, response_bytes: usize) -> Result<usize, Status> {
    ask(&mut server.accounts().await, &format!("bytes:{response_bytes}"))
        .await
        .map(|answer| answer.len())
}

#[tokio::test]
async fn a_request_beyond_the_limit_is_refused_cleanly_however_large() {
    let server = start(&[]).await;
    assert_eq!(ask_with(&server, 65_000).await.unwrap(), "answered");
    for bytes in [65_536, 5 * 1024 * 1024] {
        let refused = ask_with(&server, bytes).await.unwrap_err();
        assert_eq!(refused.code(), Code::ResourceExhausted, "{refused:?}");
        assert_eq!(reason_of(&refused).as_deref(), Some("MESSAGE_TOO_LARGE"));
    }
    assert_eq!(ask_with(&server, 1).await.unwrap(), "answered");
}

#[tokio::test]
async fn a_response_beyond_the_limit_becomes_an_error() {
    let server = start(&[]).await;
    assert_eq!(ask_for(&server, 1_000_000).await.unwrap(), 1_000_000);
    let refused = ask_for(&server, 1_100_000).await.unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("MESSAGE_TOO_LARGE"));
}

#[tokio::test]
async fn calls_beyond_the_limit_are_refused_with_a_hint_and_room_is_given_back() {
    let server = start(&[("server.max_calls", "2")]).await;
    let mut client = server.accounts().await;
    let occupied: Vec<_> = (0..2)
        .map(|_| {
            let mut client = client.clone();
            tokio::spawn(async move { ask(&mut client, NEVER).await })
        })
        .collect();
    let refused = until(async || ask(&mut client, "").await.err()).await;
    assert_eq!(reason_of(&refused).as_deref(), Some("OVERLOADED"));
    assert!(
        refused
            .get_details_retry_info()
            .and_then(|info| info.retry_delay)
            .is_some()
    );
    occupied.iter().for_each(tokio::task::JoinHandle::abort);
    assert_eq!(until(async || ask(&mut client, "").await.ok()).await, "answered");
}

#[tokio::test]
async fn streams_beyond_the_limit_are_refused_and_leave_room_for_calls() {
    let server = start(&[("server.max_streams", "1")]).await;
    let mut client = server.game().await;
    let open = client.watch_tables(watch(STUBBORN)).await.unwrap();
    let refused = client.watch_tables(watch(STUBBORN)).await.unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("OVERLOADED"));
    assert_eq!(ask(&mut server.accounts().await, "").await.unwrap(), "answered");
    drop(open);
    until(async || client.watch_tables(watch(STUBBORN)).await.ok()).await;
}

#[tokio::test]
async fn a_stream_whose_request_never_comes_ends_and_gives_its_room_back() {
    let server = start(&[("server.max_streams", "1"), ("server.call_timeout_ms", "100")]).await;
    let ended = send(&mut server.channel().await, STREAM, stream::pending())
        .await
        .unwrap();
    assert_eq!(reason_of(&ended).as_deref(), Some("DEADLINE_EXCEEDED"));
    let mut client = server.game().await;
    until(async || client.watch_tables(watch(STUBBORN)).await.ok()).await;
}

#[tokio::test]
async fn health_has_a_bound_of_its_own_on_watchers_and_answers_beyond_it() {
    let server = start(&[("server.max_streams_per_connection", "2000")]).await;
    let mut client = HealthClient::new(server.channel().await);
    let mut watching = Vec::new();
    for _ in 0..1024 {
        watching.push(client.watch(HealthCheckRequest::default()).await.unwrap());
    }
    let refused = client.watch(HealthCheckRequest::default()).await.unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("OVERLOADED"));
    client.check(HealthCheckRequest::default()).await.unwrap();
    watching.pop();
    until(async || client.watch(HealthCheckRequest::default()).await.ok()).await;
}

#[tokio::test]
async fn connections_beyond_the_limit_wait_until_one_is_closed() {
    let server = start(&[("server.max_connections", "1")]).await;
    let mut first = server.accounts().await;
    assert_eq!(ask(&mut first, "").await.unwrap(), "answered");
    let mut second = server.accounts().await;
    let mut waiting = Box::pin(ask(&mut second, ""));
    assert!(futures::poll!(waiting.as_mut()).is_pending());
    assert_eq!(ask(&mut first, "").await.unwrap(), "answered");
    assert!(futures::poll!(waiting.as_mut()).is_pending());
    drop(first);
    assert_eq!(waiting.await.unwrap(), "answered");
}

/// Asks until there is an answer. What is waited for happens in another task of the server, at no moment a client sees.
async fn until<T>(mut question: impl AsyncFnMut() -> Option<T>) -> T {
    loop {
        if let Some(answer) = question().await {
            return answer;
        }
        tokio::task::yield_now().await;
    }
}
