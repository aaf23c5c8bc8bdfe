//! Streams over the internal channel.

use std::time::Duration;

use corners_proto::error::reason_of;
use corners_proto::game::v1::WatchTablesResponse;
use corners_proto::game::v1::game_service_client::GameServiceClient;
use corners_service::call::Deadline;
use corners_service::internal::InternalChannel;
use tonic::{Code, Request, Status, Streaming};

use crate::support::game::{NEVER_BEGINS, POLITE, RARE, STUBBORN, watch};
use crate::support::lobby::Lobby;
use crate::support::{credentials, start_internal};

async fn follow(channel: &InternalChannel, what: &str) -> Result<Streaming<WatchTablesResponse>, Status> {
    let mut client = GameServiceClient::new(channel.clone());
    Ok(client.watch_tables(watch(what)).await?.into_inner())
}

#[tokio::test(start_paused = true)]
async fn a_stream_without_a_timeout_goes_on_for_as_long_as_there_is_something_to_say() {
    let channel = Lobby::open_to_services().await;
    let mut stream = follow(&channel, RARE).await.unwrap();
    let mut heard = 0;
    while stream.message().await.unwrap().is_some() {
        heard += 1;
    }
    assert_eq!(heard, 2, "the first at once, the second after an hour");
}

#[tokio::test(start_paused = true)]
async fn a_stream_ends_at_the_timeout_of_its_call_and_at_the_deadline_of_the_call_that_it_is_for() {
    let channel = Lobby::open_to_services().await;
    let minute = Duration::from_secs(60);
    let mut own = Request::new(watch(RARE));
    own.set_timeout(minute);
    let mut passed_on = Request::new(watch(RARE));
    passed_on.extensions_mut().insert(Deadline::after(minute));
    for request in [own, passed_on] {
        let mut client = GameServiceClient::new(channel.clone());
        let mut stream = client.watch_tables(request).await.unwrap().into_inner();
        assert!(stream.message().await.unwrap().is_some());
        let ended = stream.message().await.unwrap_err();
        assert_eq!(reason_of(&ended).as_deref(), Some("DEADLINE_EXCEEDED"), "{ended:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_does_not_begin_is_not_waited_for() {
    let channel = Lobby::open_to_services().await;
    let late = follow(&channel, NEVER_BEGINS).await.unwrap_err();
    assert_eq!(late.code(), Code::DeadlineExceeded, "{late:?}");
    follow(&channel, STUBBORN).await.unwrap();
}

#[tokio::test]
async fn what_a_stream_ends_with_comes_through() {
    let server = start_internal(credentials()).await;
    let channel = InternalChannel::remote(&[format!("http://{}", server.address)], &credentials()).unwrap();
    let mut stream = follow(&channel, POLITE).await.unwrap();
    assert!(stream.message().await.unwrap().is_some());
    server.drain.start();
    let ended = stream.message().await.unwrap_err();
    assert_eq!(reason_of(&ended).as_deref(), Some("DRAINING"));
}

#[tokio::test]
async fn a_stream_is_refused_without_credentials() {
    let server = start_internal(credentials()).await;
    let mut client = GameServiceClient::new(server.channel().await);
    let refused = client.watch_tables(watch(STUBBORN)).await.unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("SERVICE_CREDENTIAL_MISSING"));
}
