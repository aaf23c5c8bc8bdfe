//! Where calls come from: every handler can know, over every protocol.

use corners_proto::accounts::v1::CreateGuestRequest;
use tonic::Request;

use crate::support::accounts::ADDRESS;
use crate::support::{Running, start};
use crate::web::{call_with, contains};

const BEHIND_PROXIES: (&str, &str) = ("server.trusted_proxies", "127.0.0.0/8,10.0.0.0/8");

/// What the server takes for the address of a call over HTTP/2 that says this of it.
async fn over_http_2(server: &Running, forwarded_for: &str) -> String {
    let mut request = Request::new(CreateGuestRequest {
        request_id: ADDRESS.to_owned(),
    });
    let metadata = request.metadata_mut();
    metadata.insert("x-forwarded-for", forwarded_for.parse().unwrap());
    let answer = server.accounts().await.create_guest(request).await;
    answer.unwrap().into_inner().account
}

#[tokio::test]
async fn it_is_the_connections_whatever_the_client_says() {
    let server = start(&[]).await;
    assert_eq!(over_http_2(&server, "198.51.100.9").await, "127.0.0.1");
    let (_, body) = call_with(server.address, ADDRESS, &[("x-forwarded-for", "198.51.100.9")]).await;
    assert!(contains(&body, b"127.0.0.1"));
}

#[tokio::test]
async fn behind_a_trusted_proxy_it_is_the_one_that_the_proxy_names() {
    let server = start(&[BEHIND_PROXIES]).await;
    let forwarded_for = "203.0.113.5, 198.51.100.9, 10.0.0.2";
    assert_eq!(over_http_2(&server, forwarded_for).await, "198.51.100.9");
    let (_, body) = call_with(server.address, ADDRESS, &[("x-forwarded-for", forwarded_for)]).await;
    assert!(contains(&body, b"198.51.100.9"));
}
