//! The program `corners-accounts`.

use std::process::Stdio;

use corners_proto::accounts::v1::CreateGuestRequest;
use corners_proto::accounts::v1::accounts_service_client::AccountsServiceClient;
use corners_proto::ids::RequestId;
use corners_service::time::wall_clock;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;

use crate::support::published_verifier;

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_corners-accounts"));
    command.stderr(Stdio::piped()).kill_on_drop(true);
    command
}

#[tokio::test]
async fn it_serves_and_its_tokens_are_good_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let file = folder.path().join("corners.toml");
    let settings = format!("[server]\nlisten = \"127.0.0.1:0\"\n[log]\nformat = \"json\"\n[data]\nfolder = {data:?}\n");
    std::fs::write(&file, settings).unwrap();
    let mut child = program().arg("--config").arg(&file).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let address = loop {
        let line: serde_json::Value = serde_json::from_str(&lines.next_line().await.unwrap().unwrap()).unwrap();
        if let Some(address) = line["address"].as_str() {
            break address.to_owned();
        }
    };
    let mut client = AccountsServiceClient::connect(format!("http://{address}"))
        .await
        .unwrap();
    let request = CreateGuestRequest {
        request_id: RequestId::random().to_string(),
    };
    let guest = client.create_guest(request).await.unwrap().into_inner();
    let caller = published_verifier(&data).verify(&guest.token, wall_clock()).unwrap();
    assert_eq!(caller.account.to_string(), guest.account);

    let second = program().arg("--config").arg(&file).output().await.unwrap();
    let said = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(1));
    assert!(
        said.contains("accounts.db") && said.contains("in use by another process"),
        "{said}"
    );
}

#[tokio::test]
async fn what_it_cannot_use_ends_it_with_64() {
    let argument = program().arg("--port").output().await.unwrap();
    assert_eq!(argument.status.code(), Some(64));
    let setting = program()
        .env("CORNERS_ACCOUNTS__TOKEN_DAYS", "0")
        .output()
        .await
        .unwrap();
    assert_eq!(setting.status.code(), Some(64));
    let said = String::from_utf8(setting.stderr).unwrap();
    assert!(said.contains("`accounts.token_days` from the environment"), "{said}");
}
