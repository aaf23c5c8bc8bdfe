//! The program `corners-accounts`, twice over one database.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use corners_proto::accounts::v1::CreateGuestRequest;
use corners_proto::accounts::v1::accounts_service_client::AccountsServiceClient;
use corners_proto::ids::RequestId;
use corners_test_postgres::{Options, Server};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStderr, Command};
use tokio::time::timeout;
use tonic::Code;
use tonic::transport::Channel;

struct Replica {
    process: Child,
    log: Lines<BufReader<ChildStderr>>,
    client: AccountsServiceClient<Channel>,
}

fn command(data: &Path, url: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_corners-accounts"));
    command
        .env("CORNERS_SERVER__LISTEN", "127.0.0.1:0")
        .env("CORNERS_INTERNAL__LISTEN", "127.0.0.1:0")
        .env("CORNERS_INTERNAL__TOKEN_FILE", data.join("service-token"))
        .env("CORNERS_LOG__FORMAT", "json")
        .env("CORNERS_LOG__FILTER", "debug")
        .env("CORNERS_DATA__FOLDER", data)
        .env("CORNERS_POSTGRES__URL", url)
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}

async fn start(data: &Path, url: &str) -> Replica {
    let mut process = command(data, url).spawn().unwrap();
    let mut log = BufReader::new(process.stderr.take().unwrap()).lines();
    let address = loop {
        let line = log.next_line().await.unwrap().expect("it goes on until it serves");
        let line: serde_json::Value = serde_json::from_str(&line).unwrap();
        if line["message"] == "accounts is serving" {
            break line["address"].as_str().unwrap().to_owned();
        }
    };
    let client = AccountsServiceClient::connect(format!("http://{address}"))
        .await
        .unwrap();
    Replica { process, log, client }
}

impl Replica {
    async fn guest(&mut self, request_id: &str) -> Result<String, Code> {
        let request = CreateGuestRequest {
            request_id: request_id.to_owned(),
        };
        let answered = timeout(Duration::from_secs(30), self.client.create_guest(request)).await;
        let guest = answered.unwrap().map_err(|status| status.code())?;
        Ok(guest.into_inner().account)
    }

    /// Ends it; answers what it has logged.
    async fn end(mut self) -> String {
        self.process.start_kill().unwrap();
        let mut text = String::new();
        self.log.into_inner().read_to_string(&mut text).await.unwrap();
        text
    }
}

#[tokio::test]
async fn replicas_answer_for_each_other_and_log_no_password() {
    let mut server = Server::with(Options::default().ask_for_password()).await.unwrap();
    let url = server.database().await.unwrap().url();
    let folder = tempfile::tempdir().unwrap();
    let mut one = start(&folder.path().join("one"), &url).await;
    let mut other = start(&folder.path().join("other"), &url).await;
    let request = RequestId::random().to_string();
    let account = one.guest(&request).await.unwrap();
    assert_eq!(other.guest(&request).await.unwrap(), account);

    server.kill().await.unwrap();
    assert_eq!(
        one.guest(&RequestId::random().to_string()).await,
        Err(Code::Unavailable)
    );
    let refused = command(&folder.path().join("third"), &url).output().await.unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("cannot connect to postgres at 127.0.0.1"), "{said}");

    let logged = format!("{}{}{said}", one.end().await, other.end().await);
    assert!(logged.contains("postgres is not available"), "{logged}");
    for secret in ["a/secret:of@tests", "secret%3Aof"] {
        assert!(!logged.contains(secret), "{logged}");
    }
}
