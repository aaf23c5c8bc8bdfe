//! Clients that keep their flow-control window shut, or that read nothing at all.

use std::net::SocketAddr;

use bytes::Bytes;
use corners_proto::accounts::v1::CreateGuestRequest;
use futures::future::join_all;
use h2::Reason;
use h2::client::{Builder, SendRequest};
use http::{Request, Response};
use prost::Message;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};

use crate::support::accounts::{BYTES, ask};
use crate::support::game::{POLITE, watch};
use crate::support::raw::STREAM;
use crate::support::tokens;
use crate::support::{Running, start};

const CALL: &str = "/corners.accounts.v1.AccountsService/CreateGuest";

/// A connection that allows each response `window` bytes.
async fn connect(server: &Running, window: u32) -> SendRequest<Bytes> {
    let stream = TcpStream::connect(server.address).await.unwrap();
    let handshake = Builder::new().initial_window_size(window).handshake(stream).await;
    let (client, connection) = handshake.unwrap();
    tokio::spawn(connection);
    client
}

fn request(server: SocketAddr, path: &str) -> Request<()> {
    Request::post(format!("http://{server}{path}"))
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .header("authorization", tokens::bearer())
        .body(())
        .unwrap()
}

/// A message in its frame.
fn framed(message: &impl Message) -> Bytes {
    let message = message.encode_to_vec();
    let length = u32::try_from(message.len()).unwrap().to_be_bytes();
    [&[0], &length[..], &message].concat().into()
}

/// Calls, and answers with the response, whose body nobody reads.
async fn call(
    client: &SendRequest<Bytes>,
    server: &Running,
    path: &str,
    message: &impl Message,
) -> Response<h2::RecvStream> {
    let mut client = client.clone().ready().await.unwrap();
    let (response, mut body) = client.send_request(request(server.address, path), false).unwrap();
    body.send_data(framed(message), true).unwrap();
    response.await.unwrap()
}

fn guest(what: &str) -> CreateGuestRequest {
    CreateGuestRequest {
        request_id: what.to_owned(),
    }
}

/// What a stream that is not read ends with.
async fn ended(response: Response<h2::RecvStream>) -> Option<Reason> {
    let mut body = response.into_body();
    loop {
        match body.data().await {
            Some(Ok(_)) => {}
            Some(Err(error)) => return error.reason(),
            None => return None,
        }
    }
}

#[tokio::test]
async fn a_hundred_streams_with_shut_windows_end_and_give_their_room_back_while_others_are_answered() {
    let server = start(&[
        ("server.patience_ms", "300"),
        ("server.max_streams", "100"),
        ("server.max_streams_per_connection", "200"),
    ])
    .await;
    // Too small for the heartbeat that every stream begins with.
    let client = connect(&server, 3).await;
    let request = watch(POLITE);
    let calls = (0..100).map(|_| call(&client, &server, STREAM, &request));
    let streams = join_all(calls).await;
    let mut reading = server.accounts().await;
    for _ in 0..100 {
        assert_eq!(ask(&mut reading, "").await.unwrap(), "answered");
    }
    for reason in join_all(streams.into_iter().map(ended)).await {
        assert_eq!(reason, Some(Reason::ENHANCE_YOUR_CALM));
    }
    // A hundred again: all the room is back.
    let mut reading = server.game().await;
    let mut open = Vec::new();
    for _ in 0..100 {
        open.push(reading.watch_tables(watch(POLITE)).await.unwrap().into_inner());
    }
    for mut stream in open {
        assert!(stream.message().await.unwrap().is_some());
    }
}

#[tokio::test]
async fn a_unary_response_that_is_not_taken_ends_and_gives_its_room_back() {
    let server = start(&[("server.patience_ms", "300"), ("server.max_calls", "1")]).await;
    let client = connect(&server, 1000).await;
    let response = call(&client, &server, CALL, &guest(&format!("{BYTES}2000"))).await;
    assert_eq!(ended(response).await, Some(Reason::ENHANCE_YOUR_CALM));
    assert_eq!(ask(&mut server.accounts().await, "").await.unwrap(), "answered");
}

#[tokio::test]
async fn a_window_that_opens_a_little_at_a_time_does_not_hold_a_stream_for_ever() {
    let server = start(&[("server.patience_ms", "300")]).await;
    let client = connect(&server, 100).await;
    let mut body = call(&client, &server, CALL, &guest(&format!("{BYTES}1000000")))
        .await
        .into_body();
    let reason = loop {
        match body.data().await {
            // Ten bytes for each time that some have come: progress, and not enough.
            Some(Ok(_)) => {
                let _ = body.flow_control().release_capacity(10);
            }
            Some(Err(error)) => break error.reason(),
            None => break None,
        }
    };
    assert_eq!(reason, Some(Reason::ENHANCE_YOUR_CALM));
}

#[tokio::test]
async fn a_client_that_goes_on_reading_gets_all_of_a_response_that_is_larger_than_its_window() {
    let server = start(&[]).await;
    let client = connect(&server, 100).await;
    let mut body = call(&client, &server, CALL, &guest(&format!("{BYTES}100000")))
        .await
        .into_body();
    let mut received = 0;
    while let Some(data) = body.data().await {
        let data = data.unwrap();
        received += data.len();
        body.flow_control().release_capacity(data.len()).unwrap();
    }
    assert!(received > 100_000, "{received}");
    assert_eq!(body.trailers().await.unwrap().unwrap()["grpc-status"], "0");
}

#[tokio::test]
async fn a_stream_that_its_client_resets_gives_its_room_back() {
    let server = start(&[("server.max_streams", "1")]).await;
    let client = connect(&server, 65_535).await;
    drop(call(&client, &server, STREAM, &watch(POLITE)).await);
    let mut reading = server.game().await;
    while reading.watch_tables(watch(POLITE)).await.is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_connection_that_takes_nothing_is_closed() {
    let server = start(&[("server.patience_ms", "300"), ("server.max_connections", "1")]).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut client = socket.connect(server.address).await.unwrap();
    // Of HTTP/1, where nothing else would notice. The responses are larger than what the operating system keeps.
    let body = framed(&guest(&format!("{BYTES}1000000")));
    let head = format!(
        "POST {CALL} HTTP/1.1\r\nhost: x\r\ncontent-type: application/grpc-web+proto\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    for _ in 0..20 {
        client.write_all(head.as_bytes()).await.unwrap();
        client.write_all(&body).await.unwrap();
    }
    // There is room for this connection only once the other is closed.
    assert_eq!(ask(&mut server.accounts().await, "").await.unwrap(), "answered");
}
