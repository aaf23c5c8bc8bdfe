//! What services show each other: a token on one machine, certificates between machines.

use std::net::SocketAddr;

use corners_proto::accounts::v1::CreateGuestRequest;
use corners_proto::accounts::v1::accounts_service_client::AccountsServiceClient;
use corners_proto::error::reason_of;
use corners_service::config::ConfigError;
use corners_service::drain::Drain;
use corners_service::internal::{InternalChannel, SERVICE_TOKEN, ServiceCredentials, ServiceToken};
use corners_service::server::{BindError, Server};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tonic::{Code, Status};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use crate::support::certificates::{Authority, Files, Issued};
use crate::support::{config, credentials, start_internal};

async fn ask(channel: &InternalChannel) -> Result<String, Status> {
    let mut client = AccountsServiceClient::new(channel.clone());
    let answer = client.create_guest(CreateGuestRequest::default()).await;
    answer.map(|response| response.into_inner().account)
}

fn to(scheme: &str, address: SocketAddr, credentials: &ServiceCredentials) -> InternalChannel {
    InternalChannel::remote(&[format!("{scheme}://{address}")], credentials).unwrap()
}

/// The credentials of a service with this certificate and this authority. The files live as long as the test.
fn certified(files: &Files, authority: &Authority) -> ServiceCredentials {
    let ca = files.add("ca.crt", &authority.pem);
    ServiceCredentials::certificates(&files.certificate(), &files.key(), &ca).unwrap()
}

#[tokio::test]
async fn services_with_the_same_token_answer_each_other() {
    let server = start_internal(credentials()).await;
    assert_eq!(
        ask(&to("http", server.address, &credentials())).await.unwrap(),
        "answered"
    );
}

#[tokio::test]
async fn a_call_without_the_token_or_with_another_is_refused_with_a_reason_of_its_own() {
    let server = start_internal(credentials()).await;
    let mut client = server.accounts().await;
    let missing = client.create_guest(CreateGuestRequest::default()).await.unwrap_err();
    assert_eq!(missing.code(), Code::Unauthenticated);
    assert_eq!(reason_of(&missing).as_deref(), Some("SERVICE_CREDENTIAL_MISSING"));
    let stranger = ServiceCredentials::token(ServiceToken::random());
    let wrong = ask(&to("http", server.address, &stranger)).await.unwrap_err();
    assert_eq!(wrong.code(), Code::Unauthenticated);
    assert_eq!(reason_of(&wrong).as_deref(), Some("SERVICE_CREDENTIAL_INVALID"));
}

#[tokio::test]
async fn health_is_open_and_reflection_is_not() {
    use tonic_reflection::pb::v1::ServerReflectionRequest;
    use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;

    let server = start_internal(credentials()).await;
    let mut health = HealthClient::new(server.channel().await);
    health.check(HealthCheckRequest::default()).await.unwrap();
    let mut reflection = ServerReflectionClient::new(server.channel().await);
    let asked = futures::stream::iter([ServerReflectionRequest::default()]);
    let refused = reflection.server_reflection_info(asked).await.unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("SERVICE_CREDENTIAL_MISSING"));
}

#[tokio::test]
async fn reflection_describes_the_public_services_that_are_mounted_for_services() {
    use tonic_reflection::pb::v1::ServerReflectionRequest;
    use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
    use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
    use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;

    let server = start_internal(credentials()).await;
    let mut reflection = ServerReflectionClient::new(to("http", server.address, &credentials()));
    for service in [
        "corners.accounts.v1.AccountsService",
        "corners.game.internal.v1.GameInternalService",
    ] {
        let asked = futures::stream::iter([ServerReflectionRequest {
            message_request: Some(MessageRequest::FileContainingSymbol(service.to_owned())),
            ..Default::default()
        }]);
        let mut answers = reflection.server_reflection_info(asked).await.unwrap().into_inner();
        let answer = answers.message().await.unwrap().unwrap().message_response;
        assert!(
            matches!(answer, Some(MessageResponse::FileDescriptorResponse(_))),
            "{service}: {answer:?}"
        );
    }
}

#[tokio::test]
async fn a_public_token_is_refused_beside_a_good_service_token() {
    let text = "a-service-token-of-thirty-two-or-more";
    let token = ServiceToken::parse(text).unwrap();
    let server = start_internal(ServiceCredentials::token(token)).await;
    let mut request = tonic::Request::new(CreateGuestRequest::default());
    request.metadata_mut().insert(SERVICE_TOKEN, text.parse().unwrap());
    let mut client = server.accounts().await;
    client.create_guest(request).await.unwrap();
    let mut request = tonic::Request::new(CreateGuestRequest::default());
    request.metadata_mut().insert(SERVICE_TOKEN, text.parse().unwrap());
    request
        .metadata_mut()
        .insert("authorization", "Bearer any".parse().unwrap());
    let refused = client.create_guest(request).await.unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("INTERNAL_METHOD"));
}

#[tokio::test]
async fn services_with_certificates_of_one_authority_answer_each_other() {
    let authority = Authority::new();
    let (one, other) = (
        Files::with(&authority.issue("one")),
        Files::with(&authority.issue("other")),
    );
    let server = start_internal(certified(&one, &authority)).await;
    let channel = to("https", server.address, &certified(&other, &authority));
    assert_eq!(ask(&channel).await.unwrap(), "answered");
}

#[tokio::test]
async fn whoever_has_no_certificate_of_the_authority_is_not_answered() {
    let (authority, stranger) = (Authority::new(), Authority::new());
    let files = Files::with(&authority.issue("one"));
    let server = start_internal(certified(&files, &authority)).await;
    // Trusts the server, and has a certificate that the server does not trust; or one that is over.
    for issued in [stranger.issue("other"), authority.issue_expired("other")] {
        let files = Files::with(&issued);
        let refused = ask(&to("https", server.address, &certified(&files, &authority)))
            .await
            .unwrap_err();
        assert_eq!(refused.code(), Code::Unavailable);
        assert!(refused.message().contains("alert"), "{refused:?}");
    }
    // Speaks no TLS at all, with a token or without.
    let refused = ask(&to("http", server.address, &credentials())).await.unwrap_err();
    assert_eq!(refused.code(), Code::Unavailable);
    let mut silent = TcpStream::connect(server.address).await.unwrap();
    tokio::io::AsyncWriteExt::write_all(&mut silent, b"GET / HTTP/1.1\r\n\r\n")
        .await
        .unwrap();
    let mut heard = Vec::new();
    silent.read_to_end(&mut heard).await.unwrap();
    assert_eq!(heard.first(), Some(&21), "an alert");
}

#[tokio::test]
async fn a_server_that_is_no_service_is_not_called() {
    let (authority, stranger) = (Authority::new(), Authority::new());
    let own = Files::with(&authority.issue("one"));
    for issued in [stranger.issue("other"), authority.issue_expired("other")] {
        // It would take our certificate.
        let files = Files::with(&issued);
        let server = start_internal(certified(&files, &authority)).await;
        let refused = ask(&to("https", server.address, &certified(&own, &authority)))
            .await
            .unwrap_err();
        assert_eq!(refused.code(), Code::Unavailable);
        assert!(refused.message().contains("certificate"), "{refused:?}");
    }
    // Its certificate is for another name.
    let elsewhere = Files::with(&authority.issue("other"));
    let server = start_internal(certified(&elsewhere, &authority)).await;
    let by_name = format!("https://localhost:{}", server.address.port());
    let channel = InternalChannel::remote(&[by_name], &certified(&own, &authority)).unwrap();
    assert_eq!(ask(&channel).await.unwrap_err().code(), Code::Unavailable);
}

#[tokio::test]
async fn new_connections_use_new_files_and_old_ones_go_on() {
    let (old, new) = (Authority::new(), Authority::new());
    let mut both = Authority::new();
    both.pem = format!("{}{}", old.pem, new.pem);
    let files = Files::with(&old.issue("one"));
    let server = start_internal(certified(&files, &both)).await;
    let client = Files::with(&old.issue("other"));
    let before = to("https", server.address, &certified(&client, &both));
    assert_eq!(ask(&before).await.unwrap(), "answered");
    // The server moves to the new authority, and trusts nobody else.
    write_all(&files, &new.issue("one"), &new);
    let refused = loop {
        // Each is a new connection.
        if let Err(refused) = ask(&to("https", server.address, &certified(&client, &both))).await {
            break refused;
        }
    };
    assert_eq!(refused.code(), Code::Unavailable, "{refused:?}");
    assert_eq!(
        ask(&before).await.unwrap(),
        "answered",
        "the connection was there before"
    );
    let moved = Files::with(&new.issue("other"));
    assert_eq!(
        ask(&to("https", server.address, &certified(&moved, &new)))
            .await
            .unwrap(),
        "answered"
    );
}

fn write_all(files: &Files, issued: &Issued, authority: &Authority) {
    files.write(issued);
    files.add("ca.crt", &authority.pem);
}

#[tokio::test]
async fn plain_text_to_other_machines_has_to_be_asked_for() {
    for afar in [
        "http://clock:7000",
        "http://192.0.2.1:7000",
        "http://[2001:db8::1]:7000",
    ] {
        let refused = InternalChannel::remote(&[afar], &credentials()).unwrap_err();
        assert!(refused.to_string().contains("internal.plaintext = true"), "{refused}");
        InternalChannel::remote(&[afar], &credentials().plaintext(true)).unwrap();
    }
    for here in ["http://localhost:7000", "http://127.0.0.2:7000", "http://[::1]:7000"] {
        InternalChannel::remote(&[here], &credentials()).unwrap();
    }
    let everywhere = || config(&[("server.listen", "0.0.0.0:0")]);
    let refused = Server::internal(everywhere(), credentials(), Drain::new())
        .bind()
        .await
        .unwrap_err();
    assert!(
        matches!(
            refused,
            BindError::Configuration(ConfigError::Unusable {
                key: "internal.listen",
                ..
            })
        ),
        "{refused:?}"
    );
    let asked = credentials().plaintext(true);
    Server::internal(everywhere(), asked, Drain::new())
        .bind()
        .await
        .unwrap();
    let authority = Authority::new();
    let files = Files::with(&authority.issue("one"));
    let certified = certified(&files, &authority);
    Server::internal(everywhere(), certified.clone(), Drain::new())
        .bind()
        .await
        .unwrap();
    let mixed = InternalChannel::remote(&["http://127.0.0.1:7000"], &certified).unwrap_err();
    assert!(mixed.to_string().contains("write https://"), "{mixed}");
    let mixed = InternalChannel::remote(&["https://127.0.0.1:7000"], &credentials()).unwrap_err();
    assert!(mixed.to_string().contains("internal.certificate"), "{mixed}");
}
