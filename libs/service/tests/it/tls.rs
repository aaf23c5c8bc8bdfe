//! TLS of the public listener.

use std::net::SocketAddr;
use std::sync::Arc;

use corners_proto::accounts::v1::accounts_service_client::AccountsServiceClient;
use corners_proto::game::v1::game_service_client::GameServiceClient;
use corners_service::config::ConfigError;
use corners_service::drain::Drain;
use corners_service::server::{BindError, Server};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore, SupportedProtocolVersion};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint};

use crate::support::accounts::{NAME, ask};
use crate::support::certificates::{Authority, Files, Issued};
use crate::support::game::{STUBBORN, watch};
use crate::support::tokens::WithToken;
use crate::support::{Running, config, run, start_tls, tls_config};

const BOTH: &[&SupportedProtocolVersion] = &[&rustls::version::TLS13, &rustls::version::TLS12];

/// A connection of gRPC that trusts an authority.
async fn channel(server: &Running, authority: &Authority) -> Result<Channel, tonic::transport::Error> {
    let trusted = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(&authority.pem));
    let endpoint = Endpoint::from_shared(format!("https://{}", server.address)).unwrap();
    endpoint.tls_config(trusted).unwrap().connect().await
}

/// A connection of TLS that trusts an authority, and speaks these versions and protocols.
async fn connect(
    server: SocketAddr,
    authority: &Authority,
    versions: &[&'static SupportedProtocolVersion],
    protocols: &[&[u8]],
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots
        .add(CertificateDer::from_pem_slice(authority.pem.as_bytes()).unwrap())
        .unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(versions)
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = protocols.iter().map(|protocol| protocol.to_vec()).collect();
    let stream = TcpStream::connect(server).await?;
    let name = ServerName::try_from("127.0.0.1").unwrap();
    TlsConnector::from(Arc::new(config)).connect(name, stream).await
}

/// The certificate that a server shows to a new connection.
async fn shown(server: &Running, authority: &Authority) -> Vec<u8> {
    let stream = connect(server.address, authority, BOTH, &[b"h2"]).await.unwrap();
    stream.get_ref().1.peer_certificates().unwrap()[0].to_vec()
}

fn der(issued: &Issued) -> Vec<u8> {
    CertificateDer::from_pem_slice(issued.certificate.as_bytes())
        .unwrap()
        .to_vec()
}

#[tokio::test]
async fn calls_and_streams_go_over_it() {
    let authority = Authority::new();
    let server = start_tls(&[], &Files::with(&authority.issue("localhost"))).await;
    let channel = channel(&server, &authority).await.unwrap();
    let mut accounts = AccountsServiceClient::new(channel.clone());
    assert_eq!(ask(&mut accounts, "").await.unwrap(), "answered");
    let large = "bytes:1000000";
    assert_eq!(ask(&mut accounts, large).await.unwrap().len(), 1_000_000);
    let mut stream = GameServiceClient::with_interceptor(channel, WithToken::of_somebody())
        .watch_tables(watch(STUBBORN))
        .await
        .unwrap()
        .into_inner();
    stream.message().await.unwrap().unwrap();
}

#[tokio::test]
async fn both_versions_and_both_protocols_are_agreed_on() {
    let authority = Authority::new();
    let server = start_tls(&[], &Files::with(&authority.issue("localhost"))).await;
    for version in BOTH {
        for protocols in [&[&b"h2"[..], b"http/1.1"][..], &[b"http/1.1"]] {
            let stream = connect(server.address, &authority, &[version], protocols)
                .await
                .unwrap();
            let agreed = stream.get_ref().1;
            assert_eq!(agreed.alpn_protocol(), Some(protocols[0]));
            assert_eq!(agreed.protocol_version(), Some(version.version));
        }
    }
    let mut stream = connect(server.address, &authority, BOTH, &[b"http/1.1"]).await.unwrap();
    stream
        .write_all(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        .await
        .unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 "), "{}", String::from_utf8_lossy(&answer));
}

#[tokio::test]
async fn a_browser_that_has_read_something_is_to_come_back_by_it() {
    let authority = Authority::new();
    let files = Files::with(&authority.issue("localhost"));
    let drain = Drain::new();
    let server = Server::public(config(&[]), drain.clone())
        .tls(tls_config(&files))
        .unwrap();
    let server = server.publish("/keys", "application/json", || bytes::Bytes::from_static(b"{}"));
    let server = run(server, drain).await;
    let mut stream = connect(server.address, &authority, BOTH, &[b"http/1.1"]).await.unwrap();
    let request = b"GET /keys HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    stream.write_all(request).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(
        answer.contains("strict-transport-security: max-age=86400\r\n"),
        "{answer}"
    );
}

#[tokio::test]
async fn whoever_says_something_else_gets_a_clean_end() {
    let authority = Authority::new();
    let server = start_tls(&[], &Files::with(&authority.issue("localhost"))).await;
    let long = [b'x'; 40_000];
    for said in [
        &b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"[..],
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        &[0; 24],
        // A record of a handshake that is none.
        &[22, 3, 1, 0, 5, 1, 0, 0, 1, 0],
        &long,
    ] {
        let mut connection = TcpStream::connect(server.address).await.unwrap();
        connection.write_all(said).await.unwrap();
        let mut heard = Vec::new();
        connection.read_to_end(&mut heard).await.unwrap();
        assert_eq!(heard.first(), Some(&21), "an alert, not {heard:?}");
    }
    let plain = Endpoint::from_shared(format!("http://{}", server.address)).unwrap();
    let mut client = AccountsServiceClient::new(plain.connect_lazy());
    assert!(ask(&mut client, NAME).await.is_err());
    let channel = channel(&server, &authority).await.unwrap();
    ask(&mut AccountsServiceClient::new(channel), "").await.unwrap();
}

#[tokio::test]
async fn connections_that_never_shake_hands_hold_nobody_up_and_count() {
    let authority = Authority::new();
    let files = Files::with(&authority.issue("localhost"));
    let server = start_tls(&[("server.max_connections", "3")], &files).await;
    let silent = TcpStream::connect(server.address).await.unwrap();
    let mut half = TcpStream::connect(server.address).await.unwrap();
    half.write_all(&[22, 3, 1, 2, 0, 1]).await.unwrap();
    let first = channel(&server, &authority).await.unwrap();
    assert_eq!(
        ask(&mut AccountsServiceClient::new(first.clone()), "").await.unwrap(),
        "answered"
    );
    let mut fourth = Box::pin(channel(&server, &authority));
    assert!(futures::poll!(fourth.as_mut()).is_pending());
    assert_eq!(
        ask(&mut AccountsServiceClient::new(first), "").await.unwrap(),
        "answered"
    );
    assert!(futures::poll!(fourth.as_mut()).is_pending());
    drop(silent);
    let fourth = fourth.await.unwrap();
    assert_eq!(
        ask(&mut AccountsServiceClient::new(fourth), "").await.unwrap(),
        "answered"
    );
}

#[tokio::test]
async fn new_connections_see_a_new_certificate_and_old_ones_go_on() {
    let authority = Authority::new();
    let (old, new) = (authority.issue("localhost"), authority.issue("localhost"));
    let files = Files::with(&old);
    let server = start_tls(&[], &files).await;
    let before = channel(&server, &authority).await.unwrap();
    let mut game = GameServiceClient::with_interceptor(before.clone(), WithToken::of_somebody());
    let mut stream = game.watch_tables(watch(STUBBORN)).await.unwrap().into_inner();
    stream.message().await.unwrap().unwrap();
    assert_eq!(shown(&server, &authority).await, der(&old));
    files.write(&new);
    while shown(&server, &authority).await == der(&old) {
        tokio::task::yield_now().await;
    }
    assert_eq!(shown(&server, &authority).await, der(&new));
    assert_eq!(
        ask(&mut AccountsServiceClient::new(before), "").await.unwrap(),
        "answered"
    );
    assert!(
        futures::poll!(Box::pin(stream.message())).is_pending(),
        "the stream has ended"
    );
}

#[tokio::test]
async fn certificates_of_strangers_and_expired_ones_are_refused_by_clients() {
    let (authority, stranger) = (Authority::new(), Authority::new());
    let server = start_tls(&[], &Files::with(&stranger.issue("localhost"))).await;
    assert!(channel(&server, &authority).await.is_err());
    let server = start_tls(&[], &Files::with(&authority.issue_expired("localhost"))).await;
    assert!(channel(&server, &authority).await.is_err());
}

#[tokio::test]
async fn files_that_cannot_be_used_are_bad_configuration() {
    let authority = Authority::new();
    let (one, other) = (authority.issue("localhost"), authority.issue("localhost"));
    let mixed = Issued {
        certificate: one.certificate,
        key: other.key,
    };
    let server = Server::public(config(&[]), Drain::new());
    let refused = server.tls(tls_config(&Files::with(&mixed))).unwrap_err();
    assert!(refused.to_string().contains("`tls.certificate`"), "{refused}");
    assert!(
        refused.to_string().contains("is not that of the certificate"),
        "{refused}"
    );
}

#[tokio::test]
async fn plain_text_beyond_the_loopback_has_to_be_asked_for() {
    let everywhere = ("server.listen", "0.0.0.0:0");
    let refused = Server::public(config(&[everywhere]), Drain::new())
        .bind()
        .await
        .unwrap_err();
    let BindError::Configuration(
        refused @ ConfigError::Unusable {
            key: "server.listen", ..
        },
    ) = refused
    else {
        panic!("{refused:?}");
    };
    assert!(refused.to_string().contains("server.plaintext = true"), "{refused}");
    let asked = config(&[everywhere, ("server.plaintext", "true")]);
    Server::public(asked, Drain::new()).bind().await.unwrap();
    let files = Files::with(&Authority::new().issue("localhost"));
    let server = Server::public(config(&[everywhere]), Drain::new());
    server.tls(tls_config(&files)).unwrap().bind().await.unwrap();
}
