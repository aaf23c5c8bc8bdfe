//! Documents over plain HTTP.

use bytes::Bytes;
use corners_service::drain::Drain;
use corners_service::server::Server;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Running, config, run};

const PATH: &str = "/.well-known/jwks.json";

async fn serving() -> Running {
    let drain = Drain::new();
    let server = Server::public(config(&[]), drain.clone());
    let server = server.publish(PATH, "application/json", || Bytes::from_static(b"{}"));
    run(server, drain).await
}

/// The whole answer of a server to a request without a body.
async fn say(server: &Running, method: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = format!("{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer.to_lowercase()
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
    assert!(say(&server, "HEAD", PATH).await.starts_with("http/1.1 200"));
    for (method, path) in [("POST", PATH), ("DELETE", PATH), ("GET", "/.well-known/other")] {
        let refused = say(&server, method, path).await;
        assert!(
            !refused.starts_with("http/1.1 200") || refused.contains("grpc-status"),
            "{method} {path}: {refused}"
        );
    }
}
