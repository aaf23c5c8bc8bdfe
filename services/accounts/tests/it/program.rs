//! The program `corners-accounts`.

use std::process::Stdio;

use corners_proto::access::v1::Scope;
use corners_proto::accounts::v1::accounts_service_client::AccountsServiceClient;
use corners_proto::accounts::v1::{
    CreateGuestRequest, CreatePersonalTokenRequest, ExchangeTokenRequest, RefreshTokenRequest,
};
use corners_proto::ids::RequestId;
use corners_service::time::wall_clock;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;

use crate::support::{self, published_verifier};

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
    let token = folder.path().join("service-token");
    let settings = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\n[log]\nformat = \"json\"\n[data]\nfolder = {data:?}\n[internal]\nlisten = \
         \"127.0.0.1:0\"\ntoken_file = {token:?}\n"
    );
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
async fn no_secret_is_in_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = program()
        .env("CORNERS_SERVER__LISTEN", "127.0.0.1:0")
        .env("CORNERS_DATA__FOLDER", folder.path())
        .env("CORNERS_INTERNAL__LISTEN", "127.0.0.1:0")
        .env("CORNERS_INTERNAL__TOKEN_FILE", folder.path().join("service-token"))
        .env("CORNERS_LOG__FORMAT", "json")
        .env(
            "CORNERS_LOG__FILTER",
            "debug,corners_accounts=trace,corners_service=trace,corners_embedded=trace",
        )
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut log = String::new();
    let address = loop {
        let line = lines.next_line().await.unwrap().unwrap();
        let read: serde_json::Value = serde_json::from_str(&line).unwrap();
        log.push_str(&line);
        if let Some(address) = read["address"].as_str() {
            break address.to_owned();
        }
    };
    let mut client = AccountsServiceClient::connect(format!("http://{address}"))
        .await
        .unwrap();
    let register = support::register("Anna");
    let made = client.register(register.clone()).await.unwrap().into_inner();
    let held = made.tokens.unwrap();
    let wrong = support::sign_in("Anna", "a wrong password");
    client.sign_in(wrong.clone()).await.unwrap_err();
    let refresh = RefreshTokenRequest {
        request_id: support::request_id(),
        refresh_token: held.refresh_token.clone(),
    };
    let next = client
        .refresh_token(refresh.clone())
        .await
        .unwrap()
        .into_inner()
        .tokens
        .unwrap();
    let mut create = tonic::Request::new(CreatePersonalTokenRequest {
        request_id: support::request_id(),
        scopes: vec![Scope::Play.into()],
        ..Default::default()
    });
    let authorization = format!("Bearer {}", next.access_token).parse().unwrap();
    create.metadata_mut().insert("authorization", authorization);
    let token = client.create_personal_token(create).await.unwrap().into_inner().text;
    let exchange = ExchangeTokenRequest {
        personal_token: token.clone(),
    };
    let access = client.exchange_token(exchange).await.unwrap().into_inner().access_token;
    let reuse = RefreshTokenRequest {
        request_id: support::request_id(),
        ..refresh.clone()
    };
    client.refresh_token(reuse).await.unwrap();
    child.start_kill().unwrap();
    while let Some(line) = lines.next_line().await.unwrap() {
        log.push_str(&line);
    }
    assert!(
        log.contains("SignIn") || log.contains("WRONG_CREDENTIALS"),
        "calls are logged: {log}"
    );
    let private = std::fs::read_dir(folder.path().join("signing-keys")).unwrap();
    let private = private.map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap());
    let private = private.filter_map(|pem| pem.lines().nth(1).map(str::to_owned));
    let secrets = [
        support::PASSWORD.to_owned(),
        wrong.password,
        made.recovery_code,
        held.access_token,
        held.refresh_token,
        next.access_token,
        next.refresh_token,
        token,
        access,
        register.request_id,
        refresh.request_id,
        "argon2id".to_owned(),
    ];
    for secret in secrets.into_iter().chain(private) {
        assert!(!log.contains(&secret), "{secret} is in the log");
    }
}

#[tokio::test]
async fn what_it_cannot_use_ends_it_with_64() {
    let argument = program().arg("--port").output().await.unwrap();
    assert_eq!(argument.status.code(), Some(64));
    let setting = program()
        .env("CORNERS_ACCOUNTS__SESSION_DAYS", "0")
        .output()
        .await
        .unwrap();
    assert_eq!(setting.status.code(), Some(64));
    let said = String::from_utf8(setting.stderr).unwrap();
    assert!(said.contains("`accounts.session_days` from the environment"), "{said}");
}
