//! What one caller may use.

use std::time::Duration;

use corners_client::{Corners, Options};
use corners_proto::accounts::v1::CreateGuestRequest;
use corners_proto::accounts::v1::accounts_service_client::AccountsServiceClient;
use corners_proto::error::{metadata_of, reason_of};
use corners_proto::game::v1::game_service_client::GameServiceClient;
use corners_proto::game::v1::{WatchTablesRequest, WatchTablesResponse};
use corners_proto::ids::AccountId;
use futures::future::join_all;
use tokio::io::AsyncReadExt;
use tokio::time::Instant;
use tonic::client::Grpc;
use tonic::transport::Channel;
use tonic::{Code, Request, Status, Streaming};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;
use tonic_types::StatusExt;

use crate::support::game::{STUBBORN, watch};
use crate::support::lobby::Lobby;
use crate::support::tokens::{WithToken, claims, sign};

const HERE: &str = "192.0.2.1";
const ELSEWHERE: &str = "192.0.2.2";

/// Calls with what stands for a token, and answers why it was refused.
async fn call(channel: &Channel, token: Option<&str>) -> Result<(), Status> {
    let mut request = Request::new(CreateGuestRequest::default());
    if let Some(token) = token {
        let bearer = format!("Bearer {token}").parse().unwrap();
        request.metadata_mut().insert("authorization", bearer);
    }
    let mut accounts = AccountsServiceClient::new(channel.clone());
    accounts.create_guest(request).await.map(drop)
}

fn token() -> String {
    sign(&claims(AccountId::random()))
}

fn limit_of<T>(outcome: Result<T, Status>) -> Option<String> {
    metadata_of(&outcome.err()?, "limit")
}

fn retry_after(status: &Status) -> Option<Duration> {
    status.get_details_retry_info()?.retry_delay
}

#[tokio::test(start_paused = true)]
async fn an_address_that_calls_too_often_is_refused_before_its_token_is_looked_at() {
    let lobby = Lobby::open(&[
        ("limits.calls_per_second_by_address", "1"),
        ("limits.calls_burst_by_address", "2"),
    ])
    .await;
    let (here, elsewhere) = (lobby.channel(HERE).await, lobby.channel(ELSEWHERE).await);
    for _ in 0..2 {
        let refused = call(&here, Some("forged")).await.unwrap_err();
        assert_eq!(reason_of(&refused).as_deref(), Some("TOKEN_INVALID"));
    }
    let refused = call(&here, Some("forged")).await.unwrap_err();
    assert_eq!(refused.code(), Code::ResourceExhausted);
    assert_eq!(reason_of(&refused).as_deref(), Some("RATE_LIMITED"));
    assert_eq!(retry_after(&refused), Some(Duration::from_secs(1)));
    assert_eq!(
        limit_of(Err::<(), _>(refused)).as_deref(),
        Some("calls_per_second_by_address")
    );
    call(&elsewhere, None).await.unwrap();
    let mut health = HealthClient::new(here.clone());
    health.check(HealthCheckRequest::default()).await.unwrap();
    tokio::time::advance(Duration::from_secs(1)).await;
    call(&here, None).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn an_account_is_limited_wherever_it_calls_from_and_so_are_its_moves() {
    let lobby = Lobby::open(&[
        ("limits.calls_burst_by_account", "3"),
        ("limits.moves_burst_by_account", "1"),
    ])
    .await;
    let (here, elsewhere) = (lobby.channel(HERE).await, lobby.channel(ELSEWHERE).await);
    let mine = token();
    play_move(&here, &mine).await.unwrap();
    let refused = play_move(&elsewhere, &mine).await;
    assert_eq!(limit_of(refused).as_deref(), Some("moves_per_second_by_account"));
    call(&elsewhere, Some(&mine)).await.unwrap();
    let refused = call(&here, Some(&mine)).await;
    assert_eq!(limit_of(refused).as_deref(), Some("calls_per_second_by_account"));
    play_move(&here, &token()).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn the_streams_of_an_account_are_counted_until_they_end() {
    let lobby = Lobby::open(&[("limits.streams_by_account", "1")]).await;
    let here = lobby.channel(HERE).await;
    let mine = token();
    let mut game = GameServiceClient::with_interceptor(here.clone(), WithToken::new(&mine));
    let open = game.watch_tables(watch(STUBBORN)).await.unwrap();
    let refused = game.watch_tables(watch(STUBBORN)).await.unwrap_err();
    assert!(retry_after(&refused).is_some());
    assert_eq!(limit_of(Err::<(), _>(refused)).as_deref(), Some("streams_by_account"));
    call(&here, Some(&mine)).await.unwrap();
    drop(open);
    // The server learns of the end in a task of its own.
    while game.watch_tables(watch(STUBBORN)).await.is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(start_paused = true)]
async fn the_connections_of_an_address_are_counted_until_they_are_closed() {
    let lobby = Lobby::open(&[
        ("limits.connections_by_address", "1"),
        ("server.trusted_proxies", "10.0.0.0/8"),
    ])
    .await;
    let first = lobby.channel("2001:db8::1").await;
    call(&first, None).await.unwrap();
    let mut beyond = lobby.enter("2001:db8::2");
    assert_eq!(beyond.read(&mut [0; 1]).await.unwrap(), 0, "it is closed");
    for from in ["10.0.0.1", "10.0.0.1", "127.0.0.1", "127.0.0.1"] {
        call(&lobby.channel(from).await, None).await.unwrap();
    }
    drop(first);
    loop {
        let mut next = lobby.enter("2001:db8::2");
        let closed = tokio::time::timeout(Duration::from_millis(1), next.read_u8());
        if closed.await.is_err() {
            break;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_sdk_waits_as_long_as_it_is_told_and_gets_through() {
    let lobby = Lobby::open(&[
        ("limits.calls_per_second_by_address", "10"),
        ("limits.calls_burst_by_address", "5"),
    ])
    .await;
    let corners = Corners::over(lobby.channel(HERE).await, Options::default());
    let begin = Instant::now();
    let guests = join_all((0..50).map(|_| corners.guest()));
    assert!(guests.await.into_iter().all(|guest| guest.is_ok()));
    // At ten a second, fifty take four and a half.
    assert!(begin.elapsed() >= Duration::from_millis(4500));
}

/// Calls PlayMove, which the test's service takes for anything.
async fn play_move(channel: &Channel, token: &str) -> Result<Streaming<WatchTablesResponse>, Status> {
    let mut request = Request::new(WatchTablesRequest::default());
    let bearer = format!("Bearer {token}").parse().unwrap();
    request.metadata_mut().insert("authorization", bearer);
    let mut client = Grpc::new(channel.clone());
    client
        .ready()
        .await
        .map_err(|error| Status::unknown(error.to_string()))?;
    let path = http::uri::PathAndQuery::from_static("/corners.game.v1.GameService/PlayMove");
    let codec = tonic_prost::ProstCodec::<WatchTablesRequest, WatchTablesResponse>::default();
    client
        .server_streaming(request, path, codec)
        .await
        .map(tonic::Response::into_inner)
}
