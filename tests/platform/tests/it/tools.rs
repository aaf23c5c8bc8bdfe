//! Tools that know nothing of Corners: buf, health probes, reflection, and pages of a browser.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::process::Command;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

use crate::support::running;

const PUBLIC: [&str; 10] = [
    "corners.accounts.v1.AccountsService",
    "corners.accounts.v1.AdminService",
    "corners.archive.v1.AdminService",
    "corners.archive.v1.ArchiveService",
    "corners.clock.v1.ClockService",
    "corners.game.v1.AdminService",
    "corners.game.v1.GameService",
    "corners.matchmaking.v1.MatchmakingService",
    "corners.rating.v1.AdminService",
    "corners.rating.v1.RatingService",
];

/// Calls a method as somebody without any code would: by `buf curl`, which learns it all by reflection.
fn buf_curl(url: &str, method: &str, token: Option<&str>, request: &Value) -> Value {
    let mut command = Command::new("npx");
    command
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .args(["--no", "buf", "curl", "--protocol", "grpc", "--http2-prior-knowledge"])
        .args(["--data", &request.to_string()]);
    if let Some(token) = token {
        command.args(["--header", &format!("authorization: Bearer {token}")]);
    }
    let output = command.arg(format!("{url}/{method}")).output().unwrap();
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{method}: {complaints}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[tokio::test]
async fn buf_curl_plays_a_move_with_nothing_but_reflection() {
    let running = running().await;
    let url = running.platform.url();
    let id = || json!(corners_proto::ids::RequestId::random().to_string());
    let guest = "corners.accounts.v1.AccountsService/CreateGuest";
    let guest = buf_curl(&url, guest, None, &json!({"requestId": id()}));
    let token = guest["token"].as_str();
    let create = json!({
        "requestId": id(), "variant": "classic-3x3", "timeControl": {"untimed": {}}, "seats": "CREATOR_SEATS_BOTH"
    });
    let made = buf_curl(&url, "corners.game.v1.GameService/CreateTable", token, &create);
    let play = json!({"requestId": id(), "table": made["table"]["id"], "from": "c3", "to": "d3"});
    let played = buf_curl(&url, "corners.game.v1.GameService/PlayMove", token, &play);
    assert_eq!(played["move"]["path"], "c3-d3");
    assert_eq!(played["state"]["sideToMove"], "SIDE_BLACK");
}

#[tokio::test]
async fn health_is_told_for_every_service_and_followed() {
    let running = running().await;
    let mut health = HealthClient::new(running.corners.channel());
    for service in PUBLIC.iter().chain([&""]) {
        let request = HealthCheckRequest {
            service: (*service).to_owned(),
        };
        let mut watch = health.watch(request).await.unwrap().into_inner();
        let first = watch.message().await.unwrap().unwrap();
        assert_eq!(first.status(), ServingStatus::Serving, "{service:?}");
    }
    let request = HealthCheckRequest {
        service: PUBLIC[0].to_owned(),
    };
    let mut watch = health.watch(request).await.unwrap().into_inner();
    watch.message().await.unwrap().unwrap();
    running.platform.terminate();
    let next = watch.message().await.unwrap().unwrap();
    assert_eq!(
        next.status(),
        ServingStatus::NotServing,
        "a platform that drains says so"
    );
}

macro_rules! listed_by_reflection {
    ($version:ident, $running:expr) => {{
        use tonic_reflection::pb::$version::server_reflection_client::ServerReflectionClient;
        use tonic_reflection::pb::$version::server_reflection_request::MessageRequest;
        use tonic_reflection::pb::$version::server_reflection_response::MessageResponse;
        let request = tonic_reflection::pb::$version::ServerReflectionRequest {
            host: String::new(),
            message_request: Some(MessageRequest::ListServices(String::new())),
        };
        let mut client = ServerReflectionClient::new($running.corners.channel());
        let requests = futures::stream::iter([request]);
        let mut answers = client.server_reflection_info(requests).await.unwrap().into_inner();
        let answer = answers.message().await.unwrap().unwrap();
        match answer.message_response.unwrap() {
            MessageResponse::ListServicesResponse(list) => list
                .service
                .into_iter()
                .map(|service| service.name)
                .collect::<BTreeSet<String>>(),
            other => panic!("{other:?}"),
        }
    }};
}

#[tokio::test]
async fn reflection_lists_the_public_services_and_no_other_of_ours() {
    let running = running().await;
    let lists = [
        listed_by_reflection!(v1, running),
        listed_by_reflection!(v1alpha, running),
    ];
    for list in lists {
        let ours: Vec<_> = list.iter().filter(|name| name.starts_with("corners.")).collect();
        assert_eq!(ours, PUBLIC);
        assert!(list.contains("grpc.health.v1.Health"), "{list:?}");
    }
}

/// Posts a gRPC-web call as a browser would, over HTTP/1.1, and answers the whole response as it came.
async fn grpc_web(address: SocketAddr, method: &str) -> Vec<u8> {
    let mut connection = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST /{method} HTTP/1.1\r\nhost: {address}\r\norigin: https://club.example\r\nconnection: close\r\n\
         content-type: application/grpc-web+proto\r\nx-grpc-web: 1\r\ncontent-length: 5\r\n\r\n"
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    // An empty message: no flags, no bytes.
    connection.write_all(&[0; 5]).await.unwrap();
    let mut response = Vec::new();
    connection.read_to_end(&mut response).await.unwrap();
    response
}

#[tokio::test]
async fn a_page_calls_by_grpc_web_over_http_1() {
    let running = running().await;
    let response = grpc_web(running.platform.address(), "corners.game.v1.GameService/ListVariants").await;
    let text = String::from_utf8_lossy(&response).to_ascii_lowercase();
    assert!(text.starts_with("http/1.1 200 ok\r\n"), "{text}");
    assert!(text.contains("content-type: application/grpc-web+proto"), "{text}");
    assert!(text.contains("access-control-allow-origin: "), "{text}");
    assert!(text.contains("halma-16x16"), "{text}");
    assert!(text.contains("grpc-status:0"), "the trailers come in the body: {text}");
}
