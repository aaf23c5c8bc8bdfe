//! Deadlines and panics.

use std::time::Duration;

use corners_proto::accounts::v1::CreateGuestRequest;
use corners_proto::error::reason_of;
use tonic::Code;

use crate::support::accounts::{DEADLINE, NEVER, PANIC, ask};
use crate::support::game::{PANICS, STUBBORN, watch};
use crate::support::start;

#[tokio::test]
async fn a_handler_that_panics_answers_internal_and_others_go_on() {
    let server = start(&[]).await;
    let mut client = server.accounts().await;
    let refused = ask(&mut client, PANIC).await.unwrap_err();
    assert_eq!(refused.code(), Code::Internal);
    assert_eq!(reason_of(&refused).as_deref(), Some("INTERNAL"));
    assert!(
        !refused.message().contains("asked to"),
        "what a panic says is not for callers"
    );
    assert_eq!(ask(&mut client, "").await.unwrap(), "answered");
}

#[tokio::test]
async fn a_stream_that_panics_ends_internal_and_others_go_on() {
    let server = start(&[]).await;
    let mut client = server.game().await;
    let mut lives = client.watch_tables(watch(STUBBORN)).await.unwrap().into_inner();
    let mut dies = client.watch_tables(watch(PANICS)).await.unwrap().into_inner();
    let ended = loop {
        // What it said before may still arrive, or not.
        match dies.message().await {
            Ok(message) => assert!(message.is_some()),
            Err(status) => break status,
        }
    };
    assert_eq!(reason_of(&ended).as_deref(), Some("INTERNAL"));
    assert!(lives.message().await.unwrap().is_some());
    assert_eq!(ask(&mut server.accounts().await, "").await.unwrap(), "answered");
}

#[tokio::test]
async fn a_unary_call_ends_at_the_platforms_cap() {
    let server = start(&[("server.call_timeout_ms", "100")]).await;
    let refused = ask(&mut server.accounts().await, NEVER).await.unwrap_err();
    assert_eq!(
        (refused.code(), reason_of(&refused).as_deref()),
        (Code::DeadlineExceeded, Some("DEADLINE_EXCEEDED"))
    );
}

#[tokio::test]
async fn a_streams_deadline_is_its_callers() {
    let server = start(&[("server.call_timeout_ms", "100")]).await;
    let mut request = tonic::Request::new(watch(STUBBORN));
    request.set_timeout(Duration::from_millis(500));
    let mut stream = server.game().await.watch_tables(request).await.unwrap().into_inner();
    assert!(stream.message().await.unwrap().is_some());
    let ended = stream.message().await.unwrap_err();
    assert_eq!(reason_of(&ended).as_deref(), Some("DEADLINE_EXCEEDED"));
}

#[tokio::test]
async fn a_handler_knows_how_long_its_caller_waits() {
    let server = start(&[]).await;
    let mut request = tonic::Request::new(CreateGuestRequest {
        request_id: DEADLINE.to_owned(),
    });
    request.set_timeout(Duration::from_secs(3));
    let remaining = server
        .accounts()
        .await
        .create_guest(request)
        .await
        .unwrap()
        .into_inner()
        .account;
    assert!((1..=3000).contains(&remaining.parse().unwrap()), "{remaining}");
}

#[tokio::test]
async fn what_is_no_message_is_the_callers_fault_and_says_so() {
    const UNARY: &str = "/corners.accounts.v1.AccountsService/CreateGuest";
    let server = start(&[]).await;
    let mut channel = server.channel().await;
    let bad_varint = [0, 0, 0, 0, 3, 0x0a, 0xff, 0xff];
    let cut_short = [0, 0, 0, 0, 9, 0x0a, 0x01];
    let not_utf8 = [0, 0, 0, 0, 4, 0x0a, 2, 0xff, 0xfe];
    let wrong_type = [0, 0, 0, 0, 2, 0x08, 1];
    for bytes in [&bad_varint[..], &cut_short, &not_utf8, &wrong_type, &[]] {
        let body = futures::stream::iter([bytes::Bytes::copy_from_slice(bytes)]);
        let status = crate::support::raw::send(&mut channel, UNARY, body).await.unwrap();
        assert_eq!(status.code(), Code::InvalidArgument, "{bytes:?}: {status:?}");
        assert_eq!(reason_of(&status).as_deref(), Some("MALFORMED_MESSAGE"), "{bytes:?}");
    }
}
