//! The page leaves calls and what is published alone.

use bytes::Bytes;
use http::StatusCode;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tonic_health::pb::health_check_response::ServingStatus;

use crate::support::{BOTH, Running, START, a_page, health, serve};

const CHECK: &str = "/grpc.health.v1.Health/Check";

/// The whole answer to a call over gRPC-web that sends an empty message.
async fn grpc_web(server: &Running, path: &str) -> String {
    let mut connection = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/grpc-web+proto\r\norigin: https://club.example\r\n\
         connection: close\r\ncontent-length: 5\r\n\r\n",
        server.address
    );
    connection
        .write_all(&[head.as_bytes(), &[0; 5]].concat())
        .await
        .unwrap();
    let mut answer = Vec::new();
    connection.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).to_lowercase()
}

#[tokio::test]
async fn calls_are_answered_on_the_same_port() {
    let server = serve(a_page()).await;
    assert_eq!(health(&server.address.to_string()).await, ServingStatus::Serving);

    let answer = grpc_web(&server, CHECK).await;
    assert!(
        answer.starts_with("http/1.1 200") && answer.contains("grpc-status:0"),
        "{answer}"
    );
    // What pages of other origins may do is said of calls as before.
    assert!(answer.contains("access-control-allow-origin: *"), "{answer}");
    assert!(!answer.contains("content-security-policy"), "{answer}");
}

#[tokio::test]
async fn what_is_published_is_read_beside_the_page() {
    let server = serve(a_page()).await;
    for protocol in BOTH {
        let keys = server.get(protocol, "/.well-known/jwks.json", &[]).await;
        assert_eq!((keys.status, keys.body), (StatusCode::OK, Bytes::from_static(b"{}")));
    }
}

#[tokio::test]
async fn only_get_and_head_are_for_the_page() {
    let server = serve(a_page()).await;
    for protocol in BOTH {
        for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "get"] {
            for path in ["/", "/assets/board-C1.js", "/none.js"] {
                let answer = server.ask(protocol, method, path, &[]).await;
                assert!(answer.body.is_empty(), "{method} {path}: {answer:?}");
                assert_eq!(answer.header("content-security-policy"), None, "{method} {path}");
            }
        }
        // A method of gRPC is none of the page, however it is asked for.
        let answer = server.get(protocol, CHECK, &[]).await;
        assert_eq!(answer.header("content-security-policy"), None);
    }
}

#[tokio::test]
async fn a_connection_of_http_1_is_used_again() {
    let server = serve(a_page()).await;
    let mut connection = TcpStream::connect(server.address).await.unwrap();
    let ask = |more: &str| format!("GET / HTTP/1.1\r\nhost: x\r\n{more}\r\n");
    let both = [ask(""), ask("connection: close\r\n")].concat();
    connection.write_all(both.as_bytes()).await.unwrap();
    let mut answers = String::new();
    connection.read_to_string(&mut answers).await.unwrap();
    assert_eq!(answers.matches(START).count(), 2, "{answers}");
}

#[tokio::test]
async fn a_client_of_http_2_may_take_a_file_piece_by_piece() {
    let server = serve(a_page()).await;
    let stream = TcpStream::connect(server.address).await.unwrap();
    let handshake = h2::client::Builder::new()
        .initial_window_size(1000)
        .handshake::<_, Bytes>(stream);
    let (client, connection) = handshake.await.unwrap();
    tokio::spawn(connection);
    let request = http::Request::get(format!("http://{}/assets/large-E3.js", server.address))
        .body(())
        .unwrap();
    let (response, _) = client.ready().await.unwrap().send_request(request, true).unwrap();
    let mut body = response.await.unwrap().into_body();
    let mut length = 0;
    while let Some(part) = body.data().await {
        let part = part.unwrap();
        assert!(part.len() <= 1000);
        length += part.len();
        body.flow_control().release_capacity(part.len()).unwrap();
    }
    assert_eq!(length, crate::support::LARGE);
}
