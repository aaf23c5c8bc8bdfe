//! The program `corners-archive`.

use std::process::Stdio;

use corners_proto::archive::v1::GetGameRequest;
use corners_proto::archive::v1::archive_service_client::ArchiveServiceClient;
use corners_proto::error::reason_of;
use corners_proto::ids::TableId;
use corners_service::internal::{InternalChannel, ServiceCredentials, ServiceToken};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;
use tonic::Code;

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_corners-archive"));
    command.stderr(Stdio::piped()).kill_on_drop(true);
    command
}

#[tokio::test]
async fn it_says_where_it_serves_and_holds_its_file_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("corners.toml");
    let (data, token) = (folder.path().join("data"), folder.path().join("service-token"));
    // Nobody listens at the peers: the archive serves what it has all the same.
    let settings = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\n[log]\nformat = \"json\"\n[data]\nfolder = {data:?}\n[internal]\nlisten = \
         \"127.0.0.1:0\"\ntoken_file = {token:?}\n[peers]\ngame_authority = [\"http://127.0.0.1:9\"]\naccounts = [\"http://127.0.0.1:9\"]\n"
    );
    std::fs::write(&file, settings).unwrap();
    let mut child = program().arg("--config").arg(&file).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let [public, internal] = loop {
        let line: serde_json::Value = serde_json::from_str(&lines.next_line().await.unwrap().unwrap()).unwrap();
        if line["message"] == "archive is serving" {
            break ["public", "internal"].map(|server| format!("http://{}", line[server].as_str().unwrap()));
        }
    };
    let request = GetGameRequest {
        table: TableId::from_bytes([1; 16]).to_string(),
    };
    let mut client = ArchiveServiceClient::connect(public).await.unwrap();
    let refused = client.get_game(request.clone()).await.unwrap_err();
    assert_eq!(refused.code(), Code::Unauthenticated, "{refused}");

    let mut stranger = ArchiveServiceClient::connect(internal.clone()).await.unwrap();
    let refused = stranger.get_game(request.clone()).await.unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("SERVICE_CREDENTIAL_MISSING"));
    let credentials = ServiceCredentials::token(ServiceToken::read_or_make(&token).unwrap());
    let mut service = ArchiveServiceClient::new(InternalChannel::remote(&[internal], &credentials).unwrap());
    let answered = service.get_game(request).await.unwrap_err();
    assert_eq!(reason_of(&answered).as_deref(), Some("GAME_NOT_FOUND"));

    let second = program().arg("--config").arg(&file).output().await.unwrap();
    let said = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(1));
    assert!(
        said.contains("archive.db") && said.contains("in use by another process"),
        "{said}"
    );
}

#[tokio::test]
async fn what_it_cannot_use_ends_it_with_64() {
    let argument = program().arg("--port").output().await.unwrap();
    assert_eq!(argument.status.code(), Some(64));
    for (name, value, named) in [
        (
            "CORNERS_ARCHIVE__SOURCE",
            "the club",
            "`archive.source` from the environment",
        ),
        (
            "CORNERS_ARCHIVE__EVENTS_KEPT",
            "1",
            "`archive.events_kept` from the environment",
        ),
        (
            "CORNERS_INTERNAL__LISTEN",
            "here",
            "`internal.listen` from the environment",
        ),
    ] {
        let output = program().env(name, value).output().await.unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(64), "{said}");
        assert!(said.contains(named), "{said}");
    }
}
