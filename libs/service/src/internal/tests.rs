use std::collections::BTreeSet;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, LazyLock, Mutex};

use tokio::sync::Notify;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use super::resolver::{Resolved, Resolver};
use super::*;
use crate::drain::Drain;
use crate::server::{Server, ServerConfig};

/// Knows one name, whose addresses change.
#[derive(Clone, Default)]
struct Names {
    addresses: Arc<Mutex<Vec<Ipv4Addr>>>,
    asked: Arc<Notify>,
}

impl Names {
    fn are(&self, addresses: &[Ipv4Addr]) {
        *self.addresses.lock().unwrap() = addresses.to_vec();
    }
}

impl Resolver for Names {
    fn resolve<'a>(&'a self, _: &'a str, port: u16) -> Resolved<'a> {
        let addresses = self.addresses.lock().unwrap().clone();
        self.asked.notify_waiters();
        Box::pin(async move {
            let addresses = addresses.into_iter().map(|ip| SocketAddr::from((ip, port)));
            Ok(addresses.collect())
        })
    }
}

/// The same for all that take part in one test.
fn credentials() -> ServiceCredentials {
    static TOKEN: LazyLock<ServiceToken> = LazyLock::new(ServiceToken::random);
    ServiceCredentials::token(TOKEN.clone())
}

fn dialer() -> Dialer<Tcp> {
    Dialer {
        network: Tcp,
        credentials: credentials(),
    }
}

async fn serve_at(address: SocketAddr) -> (SocketAddr, Drain) {
    #[derive(serde::Deserialize)]
    struct Settings {
        server: ServerConfig,
    }
    let overrides = [("server.listen".to_owned(), address.to_string())];
    let settings: Settings = crate::config::load(crate::DEFAULTS, None, [], overrides).unwrap();
    let drain = Drain::new();
    let bound = Server::internal(settings.server, credentials(), drain.clone())
        .bind()
        .await
        .unwrap();
    let address = bound.address();
    tokio::spawn(bound.serve());
    (address, drain)
}

async fn call(remote: &Arc<Remote>) -> Result<(), tonic::Status> {
    let channel = InternalChannel(Way::Remote(Arc::clone(remote)));
    HealthClient::new(channel).check(HealthCheckRequest::default()).await?;
    Ok(())
}

async fn until_reached(remote: &Arc<Remote>, expected: &[Ipv4Addr]) {
    let expected: BTreeSet<_> = expected.iter().copied().collect();
    while remote.reachable() != expected {
        call(remote).await.unwrap();
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_name_stands_for_all_its_addresses_as_they_are_now() {
    let [one, other] = [Ipv4Addr::new(127, 0, 0, 1), Ipv4Addr::new(127, 0, 0, 2)];
    let (address, _drain) = serve_at((one, 0).into()).await;
    let (_, _other_drain) = serve_at((other, address.port()).into()).await;
    let names = Names::default();
    names.are(&[one, other]);
    let remote = Arc::new(Remote::new(&[format!("http://clock:{}", address.port())], names.clone(), dialer()).unwrap());
    until_reached(&remote, &[one, other]).await;
    names.are(&[other]);
    until_reached(&remote, &[other]).await;
    // A resolver that knows nothing for a while takes nobody away.
    names.are(&[]);
    names.asked.notified().await;
    names.asked.notified().await;
    for _ in 0..10 {
        call(&remote).await.unwrap();
    }
    names.are(&[other, one]);
    until_reached(&remote, &[one, other]).await;
}

#[tokio::test]
async fn a_name_without_an_address_is_unavailable_until_it_has_one() {
    let here = Ipv4Addr::new(127, 0, 0, 3);
    let (address, _drain) = serve_at((here, 0).into()).await;
    let names = Names::default();
    let remote = Arc::new(Remote::new(&[format!("http://clock:{}", address.port())], names.clone(), dialer()).unwrap());
    let refused = call(&remote).await.unwrap_err();
    assert_eq!(refused.code(), tonic::Code::Unavailable, "{refused:?}");
    assert!(refused.message().contains("clock"), "{refused:?}");
    names.are(&[here]);
    call(&remote).await.unwrap();
}
