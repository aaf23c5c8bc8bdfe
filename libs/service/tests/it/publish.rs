//! What is read over plain HTTP.

use bytes::Bytes;
use corners_service::drain::Drain;
use corners_service::server::{Documents, Server};
use http::request::Parts;
use http::{Response, StatusCode};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Running, config, run};
use crate::web;

const PATH: &str = "/.well-known/jwks.json";

/// A page that is everything but what is published.
#[derive(Debug)]
struct Page;

impl Documents for Page {
    fn answer(&self, request: &Parts) -> Option<Response<Bytes>> {
        let path = request.uri.path();
        let mut response = (path != PATH).then(|| Response::new(Bytes::from_static(b"the page")))?;
        if request.headers.contains_key("if-none-match") {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            *response.body_mut() = Bytes::new();
        }
        Some(response)
    }
}

async fn serving() -> Running {
    let drain = Drain::new();
    let server = Server::public(config(&[]), drain.clone());
    let server = server.publish(PATH, "application/json", || Bytes::from_static(b"{}"));
    run(server, drain).await
}

async fn serving_a_page() -> Running {
    let drain = Drain::new();
    let server = Server::public(config(&[]), drain.clone());
    let server = server
        .page(Page)
        .publish(PATH, "application/json", || Bytes::from_static(b"{}"));
    run(server, drain).await
}

/// The whole answer of a server to a request without a body, with the lines of more headers.
async fn say_with(server: &Running, method: &str, path: &str, headers: &str) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = format!("{method} {path} HTTP/1.1\r\nhost: x\r\n{headers}connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer.to_lowercase()
}

async fn say(server: &Running, method: &str, path: &str) -> String {
    say_with(server, method, path, "").await
}

#[tokio::test]
async fn a_published_document_is_read_with_get_and_nothing_else() {
    let server = serving().await;
    let read = say(&server, "GET", PATH).await;
    assert!(
        read.starts_with("http/1.1 200") && read.contains("content-type: application/json"),
        "{read}"
    );
    assert!(read.ends_with("\r\n\r\n{}"), "{read}");
    let head = say(&server, "HEAD", PATH).await;
    assert!(
        head.starts_with("http/1.1 200") && head.contains("content-length: 2\r\n") && head.ends_with("\r\n\r\n"),
        "{head}"
    );
    for (method, path) in [("POST", PATH), ("DELETE", PATH), ("GET", "/.well-known/other")] {
        let refused = say(&server, method, path).await;
        assert!(
            !refused.starts_with("http/1.1 200") || refused.contains("grpc-status"),
            "{method} {path}: {refused}"
        );
    }
}

#[tokio::test]
async fn a_page_is_read_beside_what_is_published_and_calls_are_answered() {
    let server = serving_a_page().await;
    assert!(say(&server, "GET", "/anything").await.ends_with("\r\n\r\nthe page"));
    assert!(say(&server, "GET", PATH).await.ends_with("\r\n\r\n{}"));
    let (head, _) = web::call(server.address, "").await;
    assert!(head.contains("content-type: application/grpc-web"), "{head}");
}

#[tokio::test]
async fn a_page_is_of_its_own_origin_and_what_is_published_of_all_that_may_call() {
    let server = serving_a_page().await;
    let from_elsewhere = "origin: https://club.example\r\n";
    let page = say_with(&server, "GET", "/", from_elsewhere).await;
    assert!(!page.contains("access-control") && !page.contains("vary"), "{page}");
    let keys = say_with(&server, "GET", PATH, from_elsewhere).await;
    assert!(keys.contains("access-control-allow-origin: *"), "{keys}");
}

#[tokio::test]
async fn an_answer_without_a_body_says_no_length_of_what_it_stands_for() {
    let server = serving_a_page().await;
    let known = say_with(&server, "GET", "/", "if-none-match: *\r\n").await;
    assert!(
        known.starts_with("http/1.1 304") && !known.contains("content-length"),
        "{known}"
    );
}
