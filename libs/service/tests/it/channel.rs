//! The internal channel, in process and over the network.

use std::time::Duration;

use corners_proto::accounts::v1::CreateGuestRequest;
use corners_proto::accounts::v1::accounts_service_client::AccountsServiceClient;
use corners_proto::error::reason_of;
use corners_service::call::Deadline;
use corners_service::internal::InternalChannel;
use tokio::net::TcpListener;
use tonic::service::Routes;
use tonic::{Code, Status};

use crate::support::accounts::{ADDRESS, DEADLINE, NEVER, PANIC, TestAccounts, UNAVAILABLE};
use crate::support::{credentials, start};

async fn ask(channel: &InternalChannel, what: &str, timeout: Option<Duration>) -> Result<String, Status> {
    let mut request = tonic::Request::new(CreateGuestRequest {
        request_id: what.to_owned(),
    });
    if let Some(timeout) = timeout {
        request.set_timeout(timeout);
    }
    let answer = AccountsServiceClient::new(channel.clone()).create_guest(request).await;
    answer.map(|response| response.into_inner().account)
}

async fn answers_refusals_and_panics_come_through(channel: &InternalChannel) {
    assert_eq!(ask(channel, "", None).await.unwrap(), "answered");
    let refused = ask(channel, UNAVAILABLE, None).await.unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("STORE_UNAVAILABLE"));
    let panicked = ask(channel, PANIC, None).await.unwrap_err();
    assert_eq!(reason_of(&panicked).as_deref(), Some("INTERNAL"));
    assert_eq!(ask(channel, "", None).await.unwrap(), "answered");
}

async fn a_timeout_is_deadline_exceeded_on_both_sides(channel: &InternalChannel) {
    let timeout = Duration::from_millis(100);
    let late = ask(channel, NEVER, Some(timeout)).await.unwrap_err();
    assert_eq!(late.code(), Code::DeadlineExceeded, "{late:?}");
    let remaining = ask(channel, DEADLINE, Some(Duration::from_secs(5))).await.unwrap();
    assert!((1..=5000).contains(&remaining.parse().unwrap()), "{remaining}");
}

#[tokio::test]
async fn in_process_it_is_as_over_the_network() {
    let server = TestAccounts::default();
    for channel in [
        InternalChannel::in_process(server.clone()),
        InternalChannel::in_process(Routes::new(server)),
    ] {
        answers_refusals_and_panics_come_through(&channel).await;
        a_timeout_is_deadline_exceeded_on_both_sides(&channel).await;
        assert_eq!(ask(&channel, ADDRESS, None).await.unwrap(), "127.0.0.1");
    }
}

#[tokio::test]
async fn over_the_network_it_is_as_in_process() {
    let server = start(&[]).await;
    let channel = InternalChannel::remote(&[format!("http://{}", server.address)], &credentials()).unwrap();
    answers_refusals_and_panics_come_through(&channel).await;
    a_timeout_is_deadline_exceeded_on_both_sides(&channel).await;
    let remaining = ask(&channel, DEADLINE, None).await.unwrap();
    assert!(
        (1..=1000).contains(&remaining.parse().unwrap()),
        "one second where the call says nothing, not {remaining}"
    );
}

#[tokio::test]
async fn a_service_that_cannot_be_reached_is_unavailable_until_it_can() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let channel = InternalChannel::remote(&[format!("http://{address}")], &credentials()).unwrap();
    for _ in 0..3 {
        let refused = ask(&channel, "", None).await.unwrap_err();
        assert_eq!(refused.code(), Code::Unavailable, "{refused:?}");
        assert!(refused.message().contains(&address.to_string()), "{refused:?}");
    }
    let _server = start(&[("server.listen", &address.to_string())]).await;
    assert_eq!(ask(&channel, "", None).await.unwrap(), "answered");
}

#[tokio::test]
async fn a_connection_that_breaks_during_a_call_is_unavailable() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let channel =
        InternalChannel::remote(&[format!("http://{}", listener.local_addr().unwrap())], &credentials()).unwrap();
    let breaking = async {
        let (mut connection, _) = listener.accept().await.unwrap();
        let mut preface = [0; 24];
        tokio::io::AsyncReadExt::read_exact(&mut connection, &mut preface)
            .await
            .unwrap();
    };
    let (refused, ()) = tokio::join!(ask(&channel, "", None), breaking);
    assert_eq!(refused.unwrap_err().code(), Code::Unavailable);
}

#[tokio::test]
async fn an_address_that_is_none_is_refused() {
    for address in ["", "clock", "clock:7000", "ftp://clock:7000", "http://", "/path"] {
        let refused = InternalChannel::remote(&["http://127.0.0.1:7000", address], &credentials()).unwrap_err();
        assert!(
            refused.to_string().contains("such as http://localhost:7000"),
            "{refused}"
        );
    }
    let none: [&str; 0] = [];
    assert!(
        InternalChannel::remote(&none, &credentials())
            .unwrap_err()
            .to_string()
            .contains("no address")
    );
}

#[tokio::test]
async fn the_deadline_of_the_call_that_it_is_made_for_is_passed_on() {
    let server = start(&[]).await;
    let channel = InternalChannel::remote(&[format!("http://{}", server.address)], &credentials()).unwrap();
    let mut request = tonic::Request::new(CreateGuestRequest {
        request_id: DEADLINE.to_owned(),
    });
    request
        .extensions_mut()
        .insert(Deadline::after(Duration::from_millis(700)));
    let answer = AccountsServiceClient::new(channel).create_guest(request).await.unwrap();
    let remaining: u64 = answer.into_inner().account.parse().unwrap();
    assert!((1..=700).contains(&remaining), "{remaining}");
}
