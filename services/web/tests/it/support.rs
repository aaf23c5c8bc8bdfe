//! A server of a page in memory, and clients of both protocols.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use bytes::Bytes;
use corners_service::drain::Drain;
use corners_service::server::{Server, ServerConfig};
use corners_web::{File, Files, Page};
use http::{HeaderMap, Request, StatusCode};
use http_body_util::{BodyExt, Empty};
use hyper_util::rt::{TokioExecutor, TokioIo};
use sha2::{Digest, Sha256};
use tokio::net::TcpStream;
use tonic::transport::Endpoint;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

/// Larger than what a connection takes at once.
pub(crate) const LARGE: usize = 300_000;

pub(crate) const START: &str = "<!doctype html><title>Corners</title>";

/// Files in memory. Whatever else is asked for is a fault of the page's.
#[derive(Debug, Default)]
pub(crate) struct InMemory(BTreeMap<&'static str, Bytes>);

impl Files for InMemory {
    fn file(&self, name: &str) -> Option<File> {
        assert!(!name.contains("..") && !name.starts_with('/'), "{name} was asked for");
        let content = self.0.get(name)?.clone();
        Some(File {
            hash: Sha256::digest(&content).into(),
            content,
        })
    }
}

/// A page as npm builds it.
pub(crate) fn a_page() -> InMemory {
    let large = Bytes::from(vec![b'x'; LARGE]);
    let files: [(&str, &[u8]); 10] = [
        ("index.html", START.as_bytes()),
        ("index.html.br", b"the start in br"),
        ("index.html.gz", b"the start in gzip"),
        ("assets/board-C1.js", b"export {};"),
        ("assets/board-C1.js.gz", b"the board in gzip"),
        ("assets/page-D2.css", b"body {}"),
        ("icons/piece.svg", b"<svg/>"),
        ("icons/piece.png", b"png"),
        ("manifest.webmanifest", b"{}"),
        ("sw.js", b"self.skipWaiting();"),
    ];
    let mut page = InMemory(
        files
            .map(|(name, content)| (name, Bytes::copy_from_slice(content)))
            .into(),
    );
    page.0.insert("assets/large-E3.js", large);
    page
}

/// What a server says of its health, over gRPC.
pub(crate) async fn health(address: &str) -> ServingStatus {
    let endpoint = Endpoint::from_shared(format!("http://{address}")).unwrap();
    let mut client = HealthClient::new(endpoint.connect().await.unwrap());
    let checked = client.check(HealthCheckRequest::default()).await.unwrap();
    checked.into_inner().status()
}

/// A server of a page. It ends with its test.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
}

/// What was answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }
}

/// The protocols of browsers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Protocol {
    Http1,
    Http2,
}

pub(crate) const BOTH: [Protocol; 2] = [Protocol::Http1, Protocol::Http2];

pub(crate) async fn serve(files: InMemory) -> Running {
    #[derive(serde::Deserialize)]
    struct Settings {
        server: ServerConfig,
    }
    let listen = [("server.listen".to_owned(), "127.0.0.1:0".to_owned())];
    let settings = corners_service::config::load::<Settings>(corners_service::DEFAULTS, None, [], listen);
    let server = Server::public(settings.unwrap().server, Drain::new())
        .publish("/.well-known/jwks.json", "application/json", || {
            Bytes::from_static(b"{}")
        })
        .page(Page::new(files))
        .bind()
        .await
        .unwrap();
    let address = server.address();
    tokio::spawn(server.serve());
    Running { address }
}

impl Running {
    /// Gets a path, with headers.
    pub(crate) async fn get(&self, protocol: Protocol, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.ask(protocol, "GET", path, headers).await
    }

    pub(crate) async fn ask(&self, protocol: Protocol, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
        let connection = TokioIo::new(TcpStream::connect(self.address).await.unwrap());
        let request = self.request(protocol, method, path, headers);
        let response = match protocol {
            Protocol::Http1 => {
                let (mut client, connection) = hyper::client::conn::http1::handshake(connection).await.unwrap();
                tokio::spawn(connection);
                client.send_request(request).await.unwrap()
            }
            Protocol::Http2 => {
                let (mut client, connection) = hyper::client::conn::http2::handshake(TokioExecutor::new(), connection)
                    .await
                    .unwrap();
                tokio::spawn(connection);
                client.send_request(request).await.unwrap()
            }
        };
        let (head, body) = response.into_parts();
        Answer {
            status: head.status,
            headers: head.headers,
            body: body.collect().await.unwrap().to_bytes(),
        }
    }

    /// HTTP/1 says the host in a header, HTTP/2 with the path.
    fn request(&self, protocol: Protocol, method: &str, path: &str, headers: &[(&str, &str)]) -> Request<Empty<Bytes>> {
        let uri = match protocol {
            Protocol::Http1 => path.to_owned(),
            Protocol::Http2 => format!("http://{}{path}", self.address),
        };
        let mut request = Request::builder().method(method).uri(uri);
        if matches!(protocol, Protocol::Http1) {
            request = request.header("host", self.address.to_string());
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(Empty::new()).unwrap()
    }
}
