//! The services with certificates: TLS for players, and on both sides between the services.

use std::sync::Arc;

use corners_client::{CaBundle, Corners, Link, Options, Session, Update};
use corners_platform_tests::{Stage, untimed};
use corners_proto::game::internal::v1::TakeFinishedRequest;
use corners_proto::game::internal::v1::game_internal_service_client::GameInternalServiceClient;
use corners_proto::game::v1 as game;
use corners_service::internal::{InternalChannel, ServiceCredentials, ServiceToken};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tonic::Status;

fn both_seats() -> game::CreateTableRequest {
    game::CreateTableRequest {
        variant: "classic-3x3".to_owned(),
        time_control: Some(untimed()),
        seats: game::CreatorSeats::Both.into(),
        ..game::CreateTableRequest::default()
    }
}

/// The certificate that new players are shown.
async fn shown(stage: &Stage) -> CertificateDer<'static> {
    let mut roots = RootCertStore::empty();
    roots
        .add(CertificateDer::from_pem_slice(stage.certificates().ca().as_bytes()).unwrap())
        .unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let address = stage.entrance.address();
    let stream = TcpStream::connect(address).await.unwrap();
    let name = ServerName::from(address.ip());
    let connected = TlsConnector::from(Arc::new(config))
        .connect(name, stream)
        .await
        .unwrap();
    let certificates = connected.get_ref().1.peer_certificates();
    certificates.unwrap()[0].clone().into_owned()
}

async fn play(player: &Session, table: &str, movetext: &str) {
    player.play(table, movetext, None).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_while_certificates_are_replaced() {
    let stage = Stage::build().tls().start().await;
    let guest = stage.player().await;
    let player = guest.over(&stage.connect(Options::default()).await);
    let table = player.create_table(both_seats()).await.unwrap().id;
    let mut watch = player.watch([table.clone()]);
    assert!(matches!(watch.next().await, Some(Ok(Update::Snapshot(_)))));
    let mut link = watch.link();
    link.wait_for(|link| *link == Link::Live).await.unwrap();
    play(&player, &table, "c3-d3").await;

    let before = shown(&stage).await;
    for name in ["accounts", "clock-1", "game-authority-1"] {
        stage.certificates().issue(name);
    }
    while shown(&stage).await == before {
        tokio::task::yield_now().await;
    }
    play(&player, &table, "f6-e6").await;
    // Between the services, too, new connections are made with what is there now.
    stage.links.to_clocks[0].cut().await;
    play(&player, &table, "d3-e3").await;
    let again = guest.over(&stage.connect(Options::default()).await);
    play(&again, &table, "e6-d6").await;

    for _ in 0..4 {
        assert!(matches!(watch.next_in_log().await, Some(Ok(Update::Event(_)))));
    }
    assert!(
        !link.has_changed().unwrap(),
        "the stream did not live on: {:?}",
        link.borrow()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_are_not_answered() {
    let stage = Stage::build().tls().start().await;
    let public = stage.url(stage.entrance.address());
    let internal = stage.url(stage.authority_internal_address(0));
    let trusting = Options {
        ca: Some(stage.certificates().bundle()),
        ..Options::default()
    };
    Corners::connect(&public, trusting.clone())
        .await
        .unwrap()
        .list_variants()
        .await
        .unwrap();

    // A client that does not know the authority does not believe the server.
    Corners::connect(&public, Options::default()).await.unwrap_err();
    let stranger = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let elsewhere = Options {
        ca: Some(CaBundle::from_pem(stranger.cert.pem()).unwrap()),
        ..Options::default()
    };
    Corners::connect(&public, elsewhere).await.unwrap_err();
    // One that has no certificate is no service.
    let few_tries = Options {
        max_tries: 2,
        ..trusting
    };
    let inside = Corners::connect_lazy(&internal, few_tries.clone()).unwrap();
    inside.list_variants().await.unwrap_err();
    // And plain text is not spoken.
    let plain = public.replace("https://", "http://");
    let plain = Corners::connect_lazy(&plain, few_tries).unwrap();
    plain.list_variants().await.unwrap_err();
}

#[tokio::test(flavor = "multi_thread")]
async fn no_key_and_no_token_is_in_a_log() {
    let secure = Stage::build()
        .authorities_with("CORNERS_LOG__FILTER", "trace")
        .clocks_with("CORNERS_LOG__FILTER", "trace")
        .tls()
        .start()
        .await;
    let player = secure.guest().await;
    let table = player.create_table(both_seats()).await.unwrap().id;
    play(&player, &table, "c3-d3").await;
    let keys = ["accounts", "clock-1", "game-authority-1"].map(|name| secure.certificates().key(name));
    let mut secrets: Vec<_> = keys.iter().map(|key| key.lines().nth(1).unwrap().to_owned()).collect();

    let plain = Stage::build()
        .authorities_with("CORNERS_LOG__FILTER", "trace")
        .clocks_with("CORNERS_LOG__FILTER", "trace")
        .start()
        .await;
    let player = plain.guest().await;
    let table = player.create_table(both_seats()).await.unwrap().id;
    play(&player, &table, "c3-d3").await;
    secrets.push(plain.service_token());

    for stage in [&secure, &plain] {
        for service in [&stage.accounts, &stage.clocks[0], &stage.authorities[0]] {
            let log = service.log();
            assert!(log.contains("is serving"));
            assert!(secrets.iter().all(|secret| !log.contains(secret)), "{}", service.name());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_games_are_handed_to_those_with_a_certificate_or_the_token_only() {
    let secure = Stage::build().tls().start().await;
    let at = secure.url(secure.authority_internal_address(0));
    let [certificate, key, ca] = secure.certificates().issue("archive");
    let certified = ServiceCredentials::certificates(&certificate, &key, &ca).unwrap();
    take_finished(&at, &certified).await.unwrap();
    let stranger = Stage::build().tls().start().await;
    let [certificate, key, _] = stranger.certificates().issue("archive");
    let strange = ServiceCredentials::certificates(&certificate, &key, &ca).unwrap();
    let refused = take_finished(&at, &strange).await.unwrap_err();
    assert!(refused.message().contains("cannot reach"), "{refused}");

    let plain = Stage::build().start().await;
    let at = plain.url(plain.authority_internal_address(0));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("service-token");
    let with_token = |token: &str| {
        std::fs::write(&file, token).unwrap();
        ServiceCredentials::token(ServiceToken::read(&file).unwrap())
    };
    take_finished(&at, &with_token(&plain.service_token())).await.unwrap();
    let strange = with_token("another-token-of-thirty-two-characters");
    let refused = take_finished(&at, &strange).await.unwrap_err();
    assert!(refused.message().contains("is not this service's"), "{refused}");
    std::fs::remove_file(&file).unwrap();
    assert!(ServiceToken::read(&file).is_err() && !file.exists());
}

/// Asks for finished games as another service.
async fn take_finished(authority: &str, credentials: &ServiceCredentials) -> Result<(), Status> {
    let channel = InternalChannel::remote(&[authority.to_owned()], credentials).unwrap();
    let request = TakeFinishedRequest { limit: 1 };
    GameInternalServiceClient::new(channel)
        .take_finished(request)
        .await
        .map(drop)
}
