//! A whole process: signals, exit codes, what its logs say.

use std::process::Stdio;
use std::time::Duration;

use corners_proto::clock::v1::GetGameTimeRequest;
use corners_proto::clock::v1::clock_service_client::ClockServiceClient;
use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tonic::transport::{Channel, Endpoint};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

/// A server in a process of its own.
struct Process {
    child: Child,
    address: String,
}

fn program() -> Command {
    let mut program = std::env::current_exe().unwrap();
    program.pop();
    program.pop();
    program.push("examples/serve");
    let mut command = Command::new(program);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    command
}

async fn start(drain_limit: Duration) -> Process {
    let mut child = program().arg(drain_limit.as_millis().to_string()).spawn().unwrap();
    let mut address = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut address)
        .await
        .unwrap();
    Process {
        child,
        address: address.trim().to_owned(),
    }
}

impl Process {
    fn signal(&self, signal: Signal) {
        let id = i32::try_from(self.child.id().unwrap()).unwrap();
        kill_process(Pid::from_raw(id).unwrap(), signal).unwrap();
    }

    async fn channel(&self) -> Channel {
        Endpoint::from_shared(format!("http://{}", self.address))
            .unwrap()
            .connect()
            .await
            .unwrap()
    }

    async fn exits_within(&mut self, limit: Duration) -> Option<i32> {
        tokio::time::timeout(limit, self.child.wait())
            .await
            .expect("the process has not exited")
            .unwrap()
            .code()
    }

    /// A call that is never answered, and has arrived: the health of the same connection has answered after it.
    async fn stuck_call(&self) -> tokio::task::JoinHandle<()> {
        let channel = self.channel().await;
        let mut client = ClockServiceClient::new(channel.clone());
        let call = tokio::spawn(async move {
            let _ = client.get_game_time(GetGameTimeRequest::default()).await;
        });
        tokio::task::yield_now().await;
        HealthClient::new(channel)
            .check(HealthCheckRequest::default())
            .await
            .unwrap();
        call
    }
}

#[tokio::test]
async fn a_process_exits_within_its_limit_whatever_its_clients_do() {
    let limit = Duration::from_secs(2);
    let mut process = start(limit).await;
    let _silent = TcpStream::connect(&process.address).await.unwrap();
    let mut half = TcpStream::connect(&process.address).await.unwrap();
    half.write_all(b"POST /corners.clock.v1.ClockService/GetGameTime HTTP/1.1\r\nhost: x\r\n")
        .await
        .unwrap();
    let _idle = process.channel().await;
    let mut health = HealthClient::new(process.channel().await);
    let mut watch = health.watch(HealthCheckRequest::default()).await.unwrap().into_inner();
    watch.message().await.unwrap();
    let _stuck = process.stuck_call().await;
    process.signal(Signal::TERM);
    assert_eq!(process.exits_within(limit + Duration::from_secs(1)).await, Some(0));
}

#[tokio::test]
async fn a_process_without_work_exits_long_before_its_limit() {
    let mut process = start(Duration::from_secs(600)).await;
    let _silent = TcpStream::connect(&process.address).await.unwrap();
    let _idle = process.channel().await;
    let mut health = HealthClient::new(process.channel().await);
    let mut watch = health.watch(HealthCheckRequest::default()).await.unwrap().into_inner();
    watch.message().await.unwrap();
    process.signal(Signal::INT);
    assert_eq!(process.exits_within(Duration::from_secs(60)).await, Some(0));
}

#[tokio::test]
async fn a_second_signal_exits_at_once() {
    let mut process = start(Duration::from_secs(600)).await;
    let _stuck = process.stuck_call().await;
    let mut health = HealthClient::new(process.channel().await);
    let mut watch = health.watch(HealthCheckRequest::default()).await.unwrap().into_inner();
    watch.message().await.unwrap();
    process.signal(Signal::TERM);
    // The drain has begun once its watcher hears of it.
    watch.message().await.unwrap();
    process.signal(Signal::TERM);
    assert_eq!(process.exits_within(Duration::from_secs(60)).await, Some(128 + 15));
}

#[tokio::test]
async fn bad_configuration_exits_with_64_and_names_the_setting() {
    let output = program().arg("10000000").output().await.unwrap();
    assert_eq!(output.status.code(), Some(64));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("`server.drain_limit_ms` from the command line"), "{said}");
}

#[cfg(debug_assertions)]
#[tokio::test]
async fn a_test_can_kill_a_process_at_a_point_of_its_choice() {
    use std::os::unix::process::ExitStatusExt;

    let killed = program()
        .arg("0")
        .env("CORNERS_KILL_AT", "listening:1")
        .output()
        .await
        .unwrap();
    assert_eq!((killed.status.signal(), killed.stdout.len()), (Some(9), 0));
    let mut spared = program()
        .arg("0")
        .env("CORNERS_KILL_AT", "listening:2")
        .spawn()
        .unwrap();
    let mut address = String::new();
    BufReader::new(spared.stdout.take().unwrap())
        .read_line(&mut address)
        .await
        .unwrap();
    assert!(address.starts_with("127.0.0.1:"), "{address}");
}

#[tokio::test]
async fn logs_are_json_when_asked_and_hold_no_token() {
    let mut command = program();
    command
        .arg("0")
        .env("CORNERS_LOG__FORMAT", "json")
        .env("CORNERS_LOG__FILTER", "trace");
    let mut child = command.spawn().unwrap();
    let mut address = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut address)
        .await
        .unwrap();
    let process = Process {
        address: address.trim().to_owned(),
        child,
    };
    let mut request = tonic::Request::new(HealthCheckRequest {
        service: "nothing".to_owned(),
    });
    request
        .metadata_mut()
        .insert("authorization", "Bearer a-secret-token".parse().unwrap());
    let refused = HealthClient::new(process.channel().await).check(request).await;
    assert!(refused.is_err());
    process.signal(Signal::TERM);
    let output = process.child.wait_with_output().await.unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!said.contains("a-secret-token"), "{said}");
    let lines: Vec<serde_json::Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let refusal = lines.iter().find(|line| line["message"] == "call refused").unwrap();
    assert_eq!(
        (refusal["level"].as_str(), refusal["code"].as_str()),
        (Some("DEBUG"), Some("NotFound"))
    );
    assert_eq!(refusal["method"], "/grpc.health.v1.Health/Check");
}
