//! The internal channel with several replicas behind it.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use corners_proto::accounts::v1::CreateGuestRequest;
use corners_proto::accounts::v1::accounts_service_client::AccountsServiceClient;
use corners_proto::error::reason_of;
use corners_proto::game::v1::game_service_client::GameServiceClient;
use corners_service::internal::{InternalChannel, was_sent_again};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tonic::{Code, Status};

use crate::support::accounts::{FULL, NAME, NEVER, UNLESS};
use crate::support::game::{STUBBORN, watch};
use crate::support::tokens::WithToken;
use crate::support::{Running, credentials, start_named};

/// A server with a runtime of its own, so that it can be killed or stopped with all its connections.
struct Replica {
    runtime: Option<Runtime>,
    name: String,
    server: Running,
}

impl Replica {
    /// At any free address.
    fn start() -> Self {
        Self::start_at("127.0.0.1:0".parse().unwrap())
    }

    fn start_at(address: SocketAddr) -> Self {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        static STARTED: AtomicUsize = AtomicUsize::new(0);
        let name = format!("replica {}", STARTED.fetch_add(1, Ordering::Relaxed));
        let address = address.to_string();
        let server = std::thread::scope(|scope| {
            let starting = || runtime.block_on(start_named(&[("server.listen", &address)], name.clone()));
            scope.spawn(starting).join().unwrap()
        });
        Self {
            runtime: Some(runtime),
            name,
            server,
        }
    }

    fn address(&self) -> String {
        self.server.address.to_string()
    }

    /// As SIGKILL does: nothing is finished, all sockets are closed.
    fn kill(&mut self) {
        let runtime = self.runtime.take().unwrap();
        // Waits, so that the address is free when it returns.
        std::thread::spawn(move || drop(runtime)).join().unwrap();
    }

    /// As SIGSTOP does, until what is answered is dropped: connections are accepted, and nothing is said.
    fn stop(&self) -> mpsc::Sender<()> {
        let (go_on, stopped) = mpsc::channel::<()>();
        let (begun_in, begun) = mpsc::channel();
        // The one worker waits here.
        self.runtime.as_ref().unwrap().spawn(async move {
            begun_in.send(()).unwrap();
            let _ = stopped.recv();
        });
        begun.recv().unwrap();
        go_on
    }
}

impl Drop for Replica {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

fn channel_to(replicas: &[&Replica]) -> InternalChannel {
    let addresses: Vec<_> = replicas
        .iter()
        .map(|replica| format!("http://{}", replica.address()))
        .collect();
    InternalChannel::remote(&addresses, &credentials()).unwrap()
}

async fn ask(channel: &InternalChannel, what: &str) -> Result<String, Status> {
    let mut request = tonic::Request::new(CreateGuestRequest {
        request_id: what.to_owned(),
    });
    request.set_timeout(Duration::from_secs(5));
    let answer = AccountsServiceClient::new(channel.clone()).create_guest(request).await;
    answer.map(|response| response.into_inner().account)
}

/// Calls until these have answered, and nobody who must not.
async fn until_answered_by(channel: &InternalChannel, replicas: &[&Replica]) {
    let mut missing: BTreeSet<_> = replicas.iter().map(|replica| replica.name.clone()).collect();
    while !missing.is_empty() {
        missing.remove(&ask(channel, NAME).await.unwrap());
    }
}

#[tokio::test]
async fn calls_go_to_the_replicas_in_turn() {
    let (one, other) = (Replica::start(), Replica::start());
    let channel = channel_to(&[&one, &other]);
    until_answered_by(&channel, &[&one, &other]).await;
    let mut answered = Vec::new();
    for _ in 0..10 {
        answered.push(ask(&channel, NAME).await.unwrap());
    }
    assert!(answered.windows(2).all(|pair| pair[0] != pair[1]), "{answered:?}");
}

#[tokio::test]
async fn no_call_fails_when_a_replica_is_killed_and_it_is_called_again_when_it_is_back() {
    let (mut dying, staying) = (Replica::start(), Replica::start());
    let channel = channel_to(&[&dying, &staying]);
    until_answered_by(&channel, &[&dying, &staying]).await;
    let under_way: Vec<_> = (0..20)
        .map(|_| {
            let channel = channel.clone();
            tokio::spawn(async move { ask(&channel, NAME).await })
        })
        .collect();
    let address = dying.server.address;
    dying.kill();
    for call in under_way {
        call.await.unwrap().unwrap();
    }
    for _ in 0..100 {
        assert_eq!(ask(&channel, NAME).await.unwrap(), staying.name);
    }
    let back = Replica::start_at(address);
    until_answered_by(&channel, &[&back, &staying]).await;
}

#[tokio::test]
async fn a_call_that_waits_for_a_killed_replica_is_sent_to_the_other() {
    let (mut dying, staying) = (Replica::start(), Replica::start());
    let channel = channel_to(&[&dying, &staying]);
    until_answered_by(&channel, &[&dying, &staying]).await;
    let stopped = dying.stop();
    let under_way: Vec<_> = (0..10)
        .map(|_| {
            let channel = channel.clone();
            tokio::spawn(async move { ask(&channel, NAME).await })
        })
        .collect();
    drop(stopped);
    dying.kill();
    for call in under_way {
        call.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn a_stream_from_a_killed_replica_is_unavailable_and_the_next_comes_from_the_other() {
    let (mut dying, staying) = (Replica::start(), Replica::start());
    let alone = channel_to(&[&dying]);
    let channel = channel_to(&[&dying, &staying]);
    until_answered_by(&channel, &[&dying, &staying]).await;
    let follow = async |channel: &InternalChannel| {
        let mut game = GameServiceClient::with_interceptor(channel.clone(), WithToken::of_somebody());
        let mut stream = game.watch_tables(watch(STUBBORN)).await.unwrap().into_inner();
        assert!(stream.message().await.unwrap().is_some());
        stream
    };
    let mut stream = follow(&alone).await;
    dying.kill();
    let lost = stream.message().await.unwrap_err();
    assert_eq!(lost.code(), Code::Unavailable, "{lost:?}");
    for _ in 0..4 {
        follow(&channel).await;
    }
}

#[tokio::test]
async fn a_stopped_replica_costs_time_and_no_call() {
    let (stopping, staying) = (Replica::start(), Replica::start());
    let channel = channel_to(&[&stopping, &staying]);
    until_answered_by(&channel, &[&stopping, &staying]).await;
    let stopped = stopping.stop();
    for _ in 0..20 {
        assert_eq!(ask(&channel, NAME).await.unwrap(), staying.name);
    }
    drop(stopped);
    until_answered_by(&channel, &[&stopping, &staying]).await;
}

#[tokio::test]
async fn a_draining_replica_costs_no_call() {
    let (draining, staying) = (Replica::start(), Replica::start());
    let channel = channel_to(&[&draining, &staying]);
    until_answered_by(&channel, &[&draining, &staying]).await;
    draining.server.drain.start();
    for _ in 0..50 {
        ask(&channel, NAME).await.unwrap();
    }
}

#[tokio::test]
async fn a_replica_that_is_cut_off_from_its_store_costs_no_call() {
    let (cut_off, well) = (Replica::start(), Replica::start());
    let channel = channel_to(&[&cut_off, &well]);
    until_answered_by(&channel, &[&cut_off, &well]).await;
    let question = format!("{UNLESS}{}", cut_off.name);
    for _ in 0..50 {
        assert_eq!(ask(&channel, &question).await.unwrap(), well.name);
    }
    let alone = channel_to(&[&cut_off]);
    let refused = ask(&alone, &question).await.unwrap_err();
    assert_eq!(
        reason_of(&refused).as_deref(),
        Some("STORE_UNAVAILABLE"),
        "its own reason stays"
    );
}

/// The next call goes to the other one of two replicas first.
async fn until_answered_last_by(channel: &InternalChannel, replica: &Replica) {
    while ask(channel, NAME).await.unwrap() != replica.name {}
}

/// Whether a call that is refused for want of room says that it was sent more than once.
async fn is_refused_after_more_than_one(channel: &InternalChannel, question: &str) -> bool {
    let refused = ask(channel, question).await.unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("TOO_MANY"), "{refused:?}");
    was_sent_again(&refused)
}

#[tokio::test]
async fn a_refusal_says_whether_the_call_was_sent_more_than_once() {
    let (one, other) = (Replica::start(), Replica::start());
    let channel = channel_to(&[&one, &other]);
    until_answered_by(&channel, &[&one, &other]).await;
    assert!(!is_refused_after_more_than_one(&channel, FULL).await);

    let unless_cut_off = format!("{FULL}{}", one.name);
    until_answered_last_by(&channel, &one).await;
    assert!(!is_refused_after_more_than_one(&channel, &unless_cut_off).await);
    until_answered_last_by(&channel, &other).await;
    assert!(is_refused_after_more_than_one(&channel, &unless_cut_off).await);

    until_answered_last_by(&channel, &other).await;
    let stopped = one.stop();
    assert!(
        is_refused_after_more_than_one(&channel, FULL).await,
        "the first says nothing"
    );
    assert!(!is_refused_after_more_than_one(&channel, FULL).await, "it is not asked");
    drop(stopped);
}

#[tokio::test]
async fn one_that_accepts_connections_and_says_nothing_is_never_called() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let answering = Replica::start();
    let addresses = [silent.local_addr().unwrap().to_string(), answering.address()];
    let channel =
        InternalChannel::remote(&addresses.map(|address| format!("http://{address}")), &credentials()).unwrap();
    for _ in 0..10 {
        assert_eq!(ask(&channel, NAME).await.unwrap(), answering.name);
    }
}

#[tokio::test]
async fn a_call_that_nobody_answers_is_out_of_time_and_harms_no_other() {
    let (one, other) = (Replica::start(), Replica::start());
    let channel = channel_to(&[&one, &other]);
    let mut request = tonic::Request::new(CreateGuestRequest {
        request_id: NEVER.to_owned(),
    });
    request.set_timeout(Duration::from_millis(200));
    let late = AccountsServiceClient::new(channel.clone())
        .create_guest(request)
        .await
        .unwrap_err();
    assert_eq!(late.code(), Code::DeadlineExceeded, "{late:?}");
    until_answered_by(&channel, &[&one, &other]).await;
}

#[tokio::test]
async fn with_all_replicas_gone_calls_are_unavailable_and_name_the_addresses() {
    let (mut one, mut other) = (Replica::start(), Replica::start());
    let channel = channel_to(&[&one, &other]);
    until_answered_by(&channel, &[&one, &other]).await;
    one.kill();
    other.kill();
    for _ in 0..3 {
        let refused = ask(&channel, NAME).await.unwrap_err();
        assert_eq!(refused.code(), Code::Unavailable, "{refused:?}");
    }
    let refused = ask(&channel, NAME).await.unwrap_err();
    assert!(
        refused.message().contains(&one.address()) && refused.message().contains(&other.address()),
        "{refused:?}"
    );
    let back = Replica::start_at(one.server.address);
    assert_eq!(ask(&channel, NAME).await.unwrap(), back.name);
}

#[tokio::test]
async fn a_request_that_is_too_large_to_be_kept_is_refused() {
    let server = Replica::start();
    let refused = ask(&channel_to(&[&server]), &"x".repeat(70_000)).await.unwrap_err();
    assert_eq!(refused.code(), Code::ResourceExhausted, "{refused:?}");
}
