//! The program `corners-web`.

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::Command;
use tonic_health::pb::health_check_response::ServingStatus;

use crate::support::health;

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_corners-web"));
    command.stderr(Stdio::piped()).kill_on_drop(true);
    command
}

#[tokio::test]
async fn it_says_where_it_serves_tells_its_health_and_ends_when_told() {
    let mut child = program()
        .env("CORNERS_SERVER__LISTEN", "127.0.0.1:0")
        .env("CORNERS_LOG__FORMAT", "json")
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let address = loop {
        let line: serde_json::Value = serde_json::from_str(&lines.next_line().await.unwrap().unwrap()).unwrap();
        if line["message"] == "the page is served" {
            break line["address"].as_str().unwrap().to_owned();
        }
    };
    assert_eq!(health(&address).await, ServingStatus::Serving);

    let mut connection = TcpStream::connect(&address).await.unwrap();
    let request = "GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    connection.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    // Whether the page was built or not.
    assert!(
        answer.starts_with("HTTP/1.1 200") || answer.starts_with("HTTP/1.1 503"),
        "{answer}"
    );
    assert!(answer.contains("content-security-policy"), "{answer}");

    let process = child.id().unwrap().to_string();
    assert!(Command::new("kill").arg(process).status().await.unwrap().success());
    assert_eq!(child.wait().await.unwrap().code(), Some(0));
}

#[tokio::test]
async fn what_it_cannot_use_ends_it_with_64() {
    let argument = program().arg("--port").output().await.unwrap();
    assert_eq!(argument.status.code(), Some(64));
    let output = program().env("CORNERS_SERVER__LISTEN", "here").output().await.unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(64), "{said}");
    assert!(said.contains("`server.listen` from the environment"), "{said}");
}
