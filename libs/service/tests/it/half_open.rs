//! Clients that vanish without a word: their connections stay open, and answer nothing any more.

use std::time::Duration;

use bytes::Bytes;
use corners_proto::error::reason_of;
use corners_proto::game::v1::game_service_client::GameServiceClient;
use futures::future::select;
use http::Request;
use prost::Message;
use tokio::time::{Instant, sleep_until};
use tonic::transport::Channel;

use crate::support::game::{STUBBORN, watch};
use crate::support::lobby::Lobby;
use crate::support::raw::STREAM;
use crate::support::tokens::{self, WithToken};

/// A client has vanished for so long when its streams end, at most: a ticket of matchmaking has to be gone after 15 s.
const NOTICED_WITHIN: Duration = Duration::from_secs(12);

/// Opens a stream, reads its first message, and vanishes: the connection is held, and nobody reads or writes it any more.
async fn vanished(lobby: &Lobby) -> impl Send {
    let (client, connection) = h2::client::handshake(lobby.enter("192.0.2.1")).await.unwrap();
    let first_message = async {
        let request = Request::post(format!("http://lobby{STREAM}"))
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .header("authorization", tokens::bearer())
            .body(())
            .unwrap();
        let mut client = client.ready().await.unwrap();
        let (response, mut sending) = client.send_request(request, false).unwrap();
        let message = watch(STUBBORN).encode_to_vec();
        let length = u32::try_from(message.len()).unwrap().to_be_bytes();
        let framed: Bytes = [&[0], &length[..], &message].concat().into();
        sending.send_data(framed, true).unwrap();
        let mut body = response.await.unwrap().into_body();
        assert!(body.data().await.unwrap().is_ok());
        (client, body)
    };
    match select(Box::pin(first_message), Box::pin(connection)).await {
        futures::future::Either::Left((open, connection)) => (open, connection),
        futures::future::Either::Right((ended, _)) => panic!("the connection has ended: {ended:?}"),
    }
}

/// Why another client's stream is refused; none if it is not.
async fn refused(channel: &Channel) -> Option<String> {
    let mut client = GameServiceClient::with_interceptor(channel.clone(), WithToken::of_somebody());
    let opened = client.watch_tables(watch(STUBBORN)).await;
    opened.err().and_then(|status| reason_of(&status))
}

#[tokio::test(start_paused = true)]
async fn the_streams_of_a_client_that_vanished_end_within_twelve_seconds() {
    let lobby = Lobby::open(&[("server.max_streams", "1")]).await;
    let began = Instant::now();
    let silent = vanished(&lobby).await;
    let channel = lobby.channel("192.0.2.2").await;
    sleep_until(began + NOTICED_WITHIN - Duration::from_millis(10)).await;
    assert_eq!(refused(&channel).await.as_deref(), Some("OVERLOADED"));
    sleep_until(began + NOTICED_WITHIN + Duration::from_millis(10)).await;
    assert_eq!(refused(&channel).await, None, "the stream and its room are gone");
    drop(silent);
}
