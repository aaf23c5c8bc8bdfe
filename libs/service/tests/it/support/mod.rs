//! A server with two services whose behaviour the caller chooses.

pub mod accounts;
pub mod certificates;
pub mod forgeries;
pub mod game;
pub mod lobby;
pub mod raw;
pub mod tokens;

use std::net::SocketAddr;
use std::sync::LazyLock;

use corners_proto::accounts::v1::accounts_service_client::AccountsServiceClient;
use corners_proto::game::v1::game_service_client::GameServiceClient;
use corners_service::drain::Drain;
use corners_service::internal::{ServiceCredentials, ServiceToken};
use corners_service::limits::LimitsConfig;
use corners_service::server::{Server, ServerConfig};
use corners_service::tls::TlsConfig;
use tokio::task::JoinHandle;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::{Channel, Endpoint};

use accounts::TestAccounts;
use certificates::Files;
use game::TestGame;
use tokens::WithToken;

/// A running server. It ends with its test.
pub struct Running {
    pub address: SocketAddr,
    pub drain: Drain,
    pub serving: JoinHandle<()>,
}

/// The settings of the defaults, on any free port, changed as `overrides` say.
pub fn config(overrides: &[(&str, &str)]) -> ServerConfig {
    #[derive(serde::Deserialize)]
    struct Settings {
        server: ServerConfig,
    }
    let overrides = [("server.listen", "127.0.0.1:0")].iter().chain(overrides);
    let overrides = overrides.map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
    corners_service::config::load::<Settings>(corners_service::DEFAULTS, None, [], overrides)
        .unwrap()
        .server
}

/// The section `[limits]` of the defaults, changed as `overrides` say.
pub fn limits_config(overrides: &[(&str, &str)]) -> LimitsConfig {
    #[derive(serde::Deserialize)]
    struct Settings {
        limits: LimitsConfig,
    }
    let overrides = overrides
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
    corners_service::config::load::<Settings>(corners_service::DEFAULTS, None, [], overrides)
        .unwrap()
        .limits
}

/// The section `[tls]` with these files.
pub fn tls_config(files: &Files) -> TlsConfig {
    #[derive(serde::Deserialize)]
    struct Settings {
        tls: TlsConfig,
    }
    let named = [("tls.certificate", files.certificate()), ("tls.key", files.key())];
    let overrides = named.map(|(key, path)| (key.to_owned(), path.display().to_string()));
    corners_service::config::load::<Settings>(corners_service::DEFAULTS, None, [], overrides)
        .unwrap()
        .tls
}

/// Credentials that all who take part in tests have.
pub fn credentials() -> ServiceCredentials {
    static TOKEN: LazyLock<ServiceToken> = LazyLock::new(ServiceToken::random);
    ServiceCredentials::token(TOKEN.clone())
}

/// Starts a server for services.
pub async fn start_internal(credentials: ServiceCredentials) -> Running {
    let drain = Drain::new();
    run(Server::internal(config(&[]), credentials, drain.clone()), drain).await
}

/// Starts a public server with the two services, which believes the [tokens] of tests.
pub async fn start(overrides: &[(&str, &str)]) -> Running {
    let drain = Drain::new();
    run(public(overrides, &drain), drain).await
}

/// A public server with the settings of the defaults, changed as `overrides` say.
pub fn public(overrides: &[(&str, &str)], drain: &Drain) -> Server {
    Server::public(config(overrides), drain.clone()).authenticator(tokens::verifier())
}

/// Starts a public server that speaks TLS.
pub async fn start_tls(overrides: &[(&str, &str)], files: &Files) -> Running {
    let drain = Drain::new();
    run(public(overrides, &drain).tls(tls_config(files)).unwrap(), drain).await
}

/// Starts a public server whose accounts service has a name.
pub async fn start_named(overrides: &[(&str, &str)], name: String) -> Running {
    let drain = Drain::new();
    let accounts = TestAccounts { name };
    mount(public(overrides, &drain), drain, accounts).await
}

/// Mounts the two services and serves.
pub async fn run(server: Server, drain: Drain) -> Running {
    mount(server, drain, TestAccounts::default()).await
}

async fn mount(server: Server, drain: Drain, accounts: TestAccounts) -> Running {
    let game = TestGame { drain: drain.token() };
    let bound = server.add_service(accounts).add_service(game).bind().await.unwrap();
    let address = bound.address();
    Running {
        address,
        drain,
        serving: tokio::spawn(bound.serve()),
    }
}

impl Running {
    pub async fn channel(&self) -> Channel {
        Endpoint::from_shared(format!("http://{}", self.address))
            .unwrap()
            .connect()
            .await
            .unwrap()
    }

    pub async fn accounts(&self) -> AccountsServiceClient<Channel> {
        AccountsServiceClient::new(self.channel().await)
    }

    /// A client with a token.
    pub async fn game(&self) -> GameServiceClient<InterceptedService<Channel, WithToken>> {
        GameServiceClient::with_interceptor(self.channel().await, WithToken::of_somebody())
    }
}
