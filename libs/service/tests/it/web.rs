//! Browsers: gRPC-web over HTTP/1.1, and what pages of other origins may do.

use std::net::SocketAddr;

use corners_proto::accounts::v1::{CreateGuestRequest, CreateGuestResponse};
use prost::Message;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::accounts::{BYTES, NEVER, PANIC};
use crate::support::start;

const PATH: &str = "/corners.accounts.v1.AccountsService/CreateGuest";

/// Sends one HTTP/1.1 request and reads the whole answer: the head, in lower case, and the body.
async fn exchange(server: SocketAddr, method: &str, headers: &[(&str, &str)], body: &[u8]) -> (String, Vec<u8>) {
    let mut head = format!("{method} {PATH} HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\n");
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
    let mut connection = TcpStream::connect(server).await.unwrap();
    connection.write_all(&[head.as_bytes(), body].concat()).await.unwrap();
    let mut answer = Vec::new();
    connection.read_to_end(&mut answer).await.unwrap();
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
    (
        String::from_utf8_lossy(&answer[..end]).to_lowercase(),
        answer[end + 4..].to_vec(),
    )
}

pub(crate) async fn call(server: SocketAddr, what: &str) -> (String, Vec<u8>) {
    call_with(server, what, &[]).await
}

pub(crate) async fn call_with(server: SocketAddr, what: &str, more_headers: &[(&str, &str)]) -> (String, Vec<u8>) {
    let message = CreateGuestRequest {
        request_id: what.to_owned(),
    }
    .encode_to_vec();
    let frame = [&[0][..], &u32::try_from(message.len()).unwrap().to_be_bytes(), &message].concat();
    let headers = [
        ("content-type", "application/grpc-web+proto"),
        ("origin", "https://club.example"),
    ];
    exchange(server, "POST", &[&headers, more_headers].concat(), &frame).await
}

pub(crate) fn contains(body: &[u8], part: &[u8]) -> bool {
    body.windows(part.len()).any(|window| window == part)
}

#[tokio::test]
async fn a_page_calls_over_grpc_web_and_may_read_the_status() {
    let server = start(&[]).await;
    let (head, body) = call(server.address, "").await;
    assert!(head.starts_with("http/1.1 200"), "{head}");
    assert!(head.contains("content-type: application/grpc-web"), "{head}");
    assert!(head.contains("access-control-allow-origin: *"), "{head}");
    assert!(
        head.contains("access-control-expose-headers: grpc-status,grpc-message,grpc-status-details-bin"),
        "{head}"
    );
    let answer = CreateGuestResponse {
        account: "answered".to_owned(),
        ..Default::default()
    }
    .encode_to_vec();
    assert!(contains(&body, &answer));
    assert!(contains(&body, b"grpc-status:0"), "the trailers come in the body");
}

#[tokio::test]
async fn a_page_gets_the_details_of_an_error() {
    let server = start(&[]).await;
    let (head, _) = call(server.address, PANIC).await;
    assert!(
        head.contains("grpc-status: 13") && head.contains("grpc-status-details-bin: "),
        "{head}"
    );
}

/// Here and not with a client that has a timer of its own.
#[tokio::test]
async fn the_callers_deadline_is_honoured_by_the_server() {
    let server = start(&[]).await;
    for timeout in ["100m", "1m", "0n"] {
        let (head, _) = call_with(server.address, NEVER, &[("grpc-timeout", timeout)]).await;
        assert!(head.contains("grpc-status: 4"), "{head}");
    }
}

#[tokio::test]
async fn a_page_that_sends_too_much_is_refused_cleanly() {
    let server = start(&[]).await;
    let (head, body) = call(server.address, &"x".repeat(5 * 1024 * 1024)).await;
    assert!(head.contains("grpc-status: 8"), "{head}");
    assert!(body.len() < 1000);
}

#[tokio::test]
async fn an_answer_that_is_too_large_ends_with_a_status() {
    let server = start(&[]).await;
    let (_, body) = call(server.address, &format!("{BYTES}1100000")).await;
    assert!(contains(&body, b"grpc-status:8") && body.len() < 1000);
}

#[tokio::test]
async fn a_preflight_permits_the_headers_that_calls_need() {
    let server = start(&[]).await;
    let asked = "authorization,content-type,grpc-timeout,x-grpc-web";
    let headers = [
        ("origin", "https://club.example"),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", asked),
    ];
    let (head, _) = exchange(server.address, "OPTIONS", &headers, b"").await;
    assert!(head.starts_with("http/1.1 200"), "{head}");
    assert!(head.contains("access-control-allow-origin: *"), "{head}");
    assert!(head.contains("access-control-allow-methods: post"), "{head}");
    assert!(
        head.contains(&format!("access-control-allow-headers: {asked}")),
        "{head}"
    );
    assert!(head.contains("access-control-max-age: 7200"), "{head}");
}

#[tokio::test]
async fn only_the_listed_origins_may_call_when_they_are_listed() {
    let server = start(&[("server.cors_origins", "https://club.example")]).await;
    let (listed, _) = call(server.address, "").await;
    assert!(
        listed.contains("access-control-allow-origin: https://club.example"),
        "{listed}"
    );
    let other = [
        ("content-type", "application/grpc-web+proto"),
        ("origin", "https://elsewhere.example"),
    ];
    let (refused, _) = exchange(server.address, "POST", &other, b"").await;
    assert!(!refused.contains("access-control-allow-origin"), "{refused}");
}
