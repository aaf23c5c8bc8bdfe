//! Health and reflection.

use std::collections::BTreeSet;

use futures::stream;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::support::{Running, start};

fn of(service: &str) -> HealthCheckRequest {
    HealthCheckRequest {
        service: service.to_owned(),
    }
}

#[tokio::test]
async fn health_watchers_are_told_of_the_drain_for_each_service_and_for_all() {
    let server = start(&[]).await;
    let mut client = HealthClient::new(server.channel().await);
    let mut watches = Vec::new();
    for service in ["", "corners.accounts.v1.AccountsService", "corners.game.v1.GameService"] {
        let mut watch = client.watch(of(service)).await.unwrap().into_inner();
        assert_eq!(watch.message().await.unwrap().unwrap().status(), ServingStatus::Serving);
        watches.push(watch);
    }
    server.drain.start();
    for mut watch in watches {
        assert_eq!(
            watch.message().await.unwrap().unwrap().status(),
            ServingStatus::NotServing
        );
        let ended = watch.message().await.unwrap_err();
        assert_eq!(corners_proto::error::reason_of(&ended).as_deref(), Some("DRAINING"));
    }
    server.serving.await.unwrap();
}

#[tokio::test]
async fn health_answers_under_any_load() {
    use crate::support::game::{STUBBORN, watch};

    let server = start(&[("server.max_streams", "1")]).await;
    let _occupied = server.game().await.watch_tables(watch(STUBBORN)).await.unwrap();
    let mut client = HealthClient::new(server.channel().await);
    assert_eq!(
        client.check(of("")).await.unwrap().into_inner().status(),
        ServingStatus::Serving
    );
    assert!(client.watch(of("")).await.is_ok());
}

/// The reflection service of one version lists exactly what is mounted, and describes a message of it.
macro_rules! reflects {
    ($version:ident, $server:expr) => {{
        use tonic_reflection::pb::$version::ServerReflectionRequest;
        use tonic_reflection::pb::$version::server_reflection_client::ServerReflectionClient;
        use tonic_reflection::pb::$version::server_reflection_request::MessageRequest;
        use tonic_reflection::pb::$version::server_reflection_response::MessageResponse;

        let mut client = ServerReflectionClient::new($server.channel().await);
        let ask = |question| ServerReflectionRequest {
            host: String::new(),
            message_request: Some(question),
        };
        let questions = [
            ask(MessageRequest::ListServices(String::new())),
            ask(MessageRequest::FileContainingSymbol(
                "corners.accounts.v1.CreateGuestRequest".to_owned(),
            )),
        ];
        let mut answers = client
            .server_reflection_info(stream::iter(questions))
            .await
            .unwrap()
            .into_inner();
        let Some(MessageResponse::ListServicesResponse(list)) =
            answers.message().await.unwrap().unwrap().message_response
        else {
            panic!("not a list")
        };
        let Some(MessageResponse::FileDescriptorResponse(file)) =
            answers.message().await.unwrap().unwrap().message_response
        else {
            panic!("not a file")
        };
        assert!(!file.file_descriptor_proto.is_empty());
        list.service
            .into_iter()
            .map(|service| service.name)
            .collect::<BTreeSet<_>>()
    }};
}

async fn mounted(server: &Running) -> [BTreeSet<String>; 2] {
    [reflects!(v1, server), reflects!(v1alpha, server)]
}

#[tokio::test]
async fn reflection_lists_what_is_mounted_in_both_versions() {
    let expected: BTreeSet<_> = [
        "corners.accounts.v1.AccountsService",
        "corners.game.v1.GameService",
        "grpc.health.v1.Health",
        "grpc.reflection.v1.ServerReflection",
        "grpc.reflection.v1alpha.ServerReflection",
    ]
    .map(str::to_owned)
    .into();
    assert_eq!(mounted(&start(&[]).await).await, [expected.clone(), expected]);
}
