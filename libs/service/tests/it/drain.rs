//! Draining within one process.

use corners_proto::error::reason_of;
use tonic::Code;

use crate::support::accounts::ask;
use crate::support::game::{POLITE, STUBBORN, watch};
use crate::support::start;

#[tokio::test]
async fn streams_end_with_draining_calls_are_refused_and_the_server_returns() {
    let server = start(&[]).await;
    let mut accounts = server.accounts().await;
    let mut stream = server
        .game()
        .await
        .watch_tables(watch(POLITE))
        .await
        .unwrap()
        .into_inner();
    assert!(stream.message().await.unwrap().is_some());
    assert_eq!(ask(&mut accounts, "").await.unwrap(), "answered");
    server.drain.start();
    let ended = stream.message().await.unwrap_err();
    assert_eq!(reason_of(&ended).as_deref(), Some("DRAINING"));
    let refused = ask(&mut accounts, "").await.unwrap_err();
    assert_eq!(refused.code(), Code::Unavailable, "{refused:?}");
    drop((stream, accounts));
    server.serving.await.unwrap();
    assert!(server.drain.over().is_cancelled());
}

#[tokio::test]
async fn a_stream_that_does_not_end_itself_is_ended() {
    let server = start(&[("server.drain_limit_ms", "1000")]).await;
    let mut stream = server
        .game()
        .await
        .watch_tables(watch(STUBBORN))
        .await
        .unwrap()
        .into_inner();
    assert!(stream.message().await.unwrap().is_some());
    server.drain.start();
    let ended = stream.message().await.unwrap_err();
    assert_eq!(reason_of(&ended).as_deref(), Some("DRAINING"));
}

#[tokio::test]
async fn work_that_outlives_its_call_is_finished_first() {
    let server = start(&[]).await;
    let (release, released) = tokio::sync::oneshot::channel::<()>();
    let over = server.drain.over();
    let work = server.drain.spawn(async move {
        released.await.unwrap();
        over.is_cancelled()
    });
    server.drain.start();
    server.drain.token().cancelled().await;
    release.send(()).unwrap();
    server.serving.await.unwrap();
    assert!(!work.await.unwrap());
}
