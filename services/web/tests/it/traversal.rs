//! Paths that are to lead out of the page's files.

use http::StatusCode;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{START, a_page, serve};

/// The whole answer to a path that no client of HTTP would send.
async fn say(server: &crate::support::Running, path: &[u8]) -> String {
    let mut connection = TcpStream::connect(server.address).await.unwrap();
    let request = [b"GET ", path, b" HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"].concat();
    connection.write_all(&request).await.unwrap();
    let mut answer = Vec::new();
    connection.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn no_path_leads_out_of_the_files() {
    let server = serve(a_page()).await;
    for path in [
        "/../Cargo.toml",
        "/../../etc/passwd.txt",
        "/assets/../../Cargo.toml",
        "/assets/../index.html",
        "/assets/./board-C1.js",
        "/./index.html",
        "//etc/passwd.txt",
        "//index.html",
        "/assets//board-C1.js",
        "/..\\Cargo.toml",
        "/assets/..\\..\\Cargo.toml",
        "/..%2fCargo.toml",
        "/..%5cCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/%252e%252e/Cargo.toml",
        "/assets/%2e%2e/index.html",
        "/assets/board-C1%2ejs",
        "/c:/Cargo.toml",
        "/index.html%00.js",
        "/.env",
        "/.vite/manifest.json",
    ] {
        let answer = say(&server, path.as_bytes()).await;
        let begins = answer.split("\r\n").next().unwrap();
        assert!(
            begins.contains(StatusCode::NOT_FOUND.as_str()) || begins.contains("400"),
            "{path}: {answer}"
        );
    }
    // Without a dot it is a place, and the page says that there is no such place.
    for path in [
        "/%2e%2e/%2e%2e/etc/passwd",
        "/%252e%252e%252fetc%252fpasswd",
        "//",
        "///",
    ] {
        let answer = say(&server, path.as_bytes()).await;
        assert!(
            answer.starts_with("HTTP/1.1 200") && answer.ends_with(START),
            "{path}: {answer}"
        );
    }
}

#[tokio::test]
async fn what_is_no_path_is_refused() {
    let server = serve(a_page()).await;
    for path in [&b"/\0"[..], b"/a b", b"?", b""] {
        let answer = say(&server, path).await;
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 400"),
            "{path:?}: {answer}"
        );
    }
}
