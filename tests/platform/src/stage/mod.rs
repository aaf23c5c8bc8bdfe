//! The services as processes of their own, as many replicas as a test wants, with proxies between any two of them.
//!
//! ```no_run
//! # async fn test() {
//! use corners_platform_tests::Stage;
//!
//! let mut stage = Stage::build().start().await;
//! let guest = stage.guest().await;
//! stage.authorities[0].kill();
//! stage.authorities[0].restart().await;
//! guest.list_my_tables(Default::default()).await.unwrap();
//! # }
//! ```

mod builder;
mod certificates;
mod environment;
mod player;
mod service;

use std::net::SocketAddr;

use corners_client::{Addresses, Corners, Options, Session};
use corners_service::internal::SERVICE_TOKEN;
use corners_test_postgres::{Database, Server as Postgres};
use corners_test_redis::Server;
use futures::future::join_all;
use futures::{StreamExt, stream};
use tempfile::TempDir;
use tonic::metadata::AsciiMetadataValue;
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};

use crate::{Loopback, Proxy};

pub use builder::StageBuilder;
pub use certificates::Certificates;
pub use player::{AsPlayer, Matchmaking, Player};
pub use service::Service;

/// The services as processes. Public calls go to game-authority through [`Stage::entrance`], which passes over replicas
/// that are gone, as a load balancer does. Everything is killed when it is dropped.
#[derive(Debug)]
pub struct Stage {
    /// The replica of accounts.
    pub accounts: Service,
    /// The replicas of the clock.
    pub clocks: Vec<Service>,
    /// The replicas of game-authority.
    pub authorities: Vec<Service>,
    /// The replicas of the archive, if there are any.
    pub archives: Vec<Service>,
    /// The replicas of the rating service, if there are any.
    pub ratings: Vec<Service>,
    /// The replicas of matchmaking, if there are any.
    pub matchmakers: Vec<Service>,
    /// What the players of game-authority connect to.
    pub entrance: Proxy,
    /// What those connect to who read game time.
    pub clock_entrance: Proxy,
    /// What those connect to who read finished games.
    pub archive_entrance: Proxy,
    /// What those connect to who read ratings.
    pub rating_entrance: Proxy,
    /// What those connect to who look for a game.
    pub matchmaking_entrance: Proxy,
    /// The ways between the processes.
    pub links: Links,
    redis: Option<Server>,
    postgres: Option<Postgres>,
    database: Option<Database>,
    certificates: Option<Certificates>,
    loopback: Loopback,
    /// Folders of data, and logs.
    folder: TempDir,
}

/// The proxies between the processes, one for each replica.
#[derive(Debug)]
pub struct Links {
    /// From all other services to accounts.
    pub to_accounts: Vec<Proxy>,
    /// From all authorities to each clock.
    pub to_clocks: Vec<Proxy>,
    /// From all other services to each authority.
    pub to_authorities: Vec<Proxy>,
    /// From each clock to Redis, if it is there.
    pub clocks_to_redis: Vec<Proxy>,
    /// From each authority to Redis, if it is there.
    pub authorities_to_redis: Vec<Proxy>,
    /// From all rating services and matchmakers to each archive.
    pub to_archives: Vec<Proxy>,
    /// From all matchmakers to each rating service.
    pub to_ratings: Vec<Proxy>,
    /// From each matchmaker to Redis, if it is there.
    pub matchmakers_to_redis: Vec<Proxy>,
    /// From all archives to Postgres, if it is there.
    pub archives_to_postgres: Option<Proxy>,
    /// From all rating services to Postgres, if it is there.
    pub ratings_to_postgres: Option<Proxy>,
}

/// A channel whose calls prove that they are a service's.
pub type ServiceChannel = InterceptedService<Channel, AsService>;

/// Adds the token that the services of a stage share.
#[derive(Clone, Debug)]
pub struct AsService(AsciiMetadataValue);

impl Interceptor for AsService {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        request.metadata_mut().insert(SERVICE_TOKEN, self.0.clone());
        Ok(request)
    }
}

/// How many accounts are made at once.
const MADE_AT_ONCE: usize = 64;

/// Where the token is, in the folder of a stage.
const SERVICE_TOKEN_FILE: &str = "service-token";

/// The ports of the stage's address. Replicas count up from these.
mod ports {
    pub(super) const ACCOUNTS: u16 = 7100;
    pub(super) const ACCOUNTS_INTERNAL: u16 = 7150;
    pub(super) const ARCHIVES: u16 = 7600;
    pub(super) const ARCHIVES_INTERNAL: u16 = 7650;
    pub(super) const CLOCKS: u16 = 7200;
    pub(super) const CLOCKS_INTERNAL: u16 = 7300;
    pub(super) const AUTHORITIES: u16 = 7400;
    pub(super) const AUTHORITIES_INTERNAL: u16 = 7500;
    pub(super) const MATCHMAKERS: u16 = 7800;
    pub(super) const RATINGS: u16 = 7700;
    pub(super) const RATINGS_INTERNAL: u16 = 7750;
}

impl Stage {
    /// A stage to be described: at first one replica of each service on embedded stores.
    #[must_use]
    pub fn build() -> StageBuilder {
        StageBuilder::new()
    }

    /// The Redis server of a stage that has one.
    #[must_use]
    pub fn redis(&self) -> &Server {
        self.redis.as_ref().unwrap()
    }

    /// The same, to kill and restart it.
    pub fn redis_mut(&mut self) -> &mut Server {
        self.redis.as_mut().unwrap()
    }

    /// A new guest of accounts.
    pub async fn player(&self) -> Player {
        Player::new_guest(&self.accounts_url(), self.trusting(Options::default())).await
    }

    /// So many new guests of accounts.
    pub async fn players(&self, count: usize) -> Vec<Player> {
        let accounts = self.connect_to_accounts().await;
        let guests = stream::iter(0..count).map(|_| Player::guest_of(&accounts));
        guests.buffered(MADE_AT_ONCE).collect().await
    }

    /// New registered players with these names.
    pub async fn registered<const COUNT: usize>(&self, names: [&str; COUNT]) -> [Player; COUNT] {
        let accounts = self.connect_to_accounts().await;
        let players = names.map(|name| Player::registered(&accounts, name));
        join_all(players).await.try_into().unwrap()
    }

    async fn connect_to_accounts(&self) -> Corners {
        let options = self.trusting(Options::default());
        Corners::connect(&self.accounts_url(), options).await.unwrap()
    }

    /// A channel to matchmaking through the entrance, which connects with the first call.
    #[must_use]
    pub fn to_matchmaking(&self) -> Channel {
        self.lazily(self.matchmaking_entrance.address())
    }

    /// A channel to one replica of matchmaking, past the entrance, which connects with the first call.
    #[must_use]
    pub fn to_matchmaker(&self, replica: usize) -> Channel {
        self.lazily(self.matchmaker_address(replica))
    }

    /// A channel to an address, which connects with the first call.
    #[must_use]
    pub fn lazily(&self, address: SocketAddr) -> Channel {
        let options = self.trusting(Options::default());
        options.endpoint(&self.url(address)).unwrap().connect_lazy()
    }

    /// A new guest who calls game-authority through the entrance, on a connection of its own.
    pub async fn guest(&self) -> Session {
        self.player().await.over(&self.connect(Options::default()).await)
    }

    /// Where accounts listens, as clients take it.
    #[must_use]
    pub fn accounts_url(&self) -> String {
        self.url(self.address(ports::ACCOUNTS))
    }

    /// A connection to game-authority through the entrance.
    pub async fn connect(&self, options: Options) -> Corners {
        let url = self.url(self.entrance.address());
        Corners::connect(&url, self.trusting(options)).await.unwrap()
    }

    /// A connection to one replica of game-authority, past the entrance.
    pub async fn connect_to(&self, replica: usize, options: Options) -> Corners {
        let url = self.url(self.authority_address(replica));
        Corners::connect(&url, self.trusting(options)).await.unwrap()
    }

    /// A connection to all services, through their entrances.
    pub async fn connect_to_all(&self, options: Options) -> Corners {
        let archive = self.url(self.archive_entrance.address());
        let addresses = Addresses {
            accounts: self.accounts_url(),
            archive: (!self.archives.is_empty()).then_some(archive),
            clock: self.url(self.clock_entrance.address()),
            game: self.url(self.entrance.address()),
            matchmaking: (!self.matchmakers.is_empty()).then(|| self.url(self.matchmaking_entrance.address())),
            rating: (!self.ratings.is_empty()).then(|| self.url(self.rating_entrance.address())),
        };
        Corners::connect_apart(&addresses, self.trusting(options))
            .await
            .unwrap()
    }

    /// The PostgreSQL server of the archives and the rating services.
    pub fn postgres(&mut self) -> &mut Postgres {
        self.postgres.as_mut().unwrap()
    }

    /// Their database.
    #[must_use]
    pub fn database(&self) -> &Database {
        self.database.as_ref().unwrap()
    }

    /// A connection to the clocks' public side.
    pub async fn connect_to_clocks(&self, options: Options) -> Corners {
        let url = self.url(self.clock_entrance.address());
        Corners::connect(&url, self.trusting(options)).await.unwrap()
    }

    /// Where a replica of game-authority listens for players.
    #[must_use]
    pub fn authority_address(&self, replica: usize) -> SocketAddr {
        self.replica(ports::AUTHORITIES, replica)
    }

    /// Where a replica of game-authority listens for the other services.
    #[must_use]
    pub fn authority_internal_address(&self, replica: usize) -> SocketAddr {
        self.replica(ports::AUTHORITIES_INTERNAL, replica)
    }

    /// Where a replica of matchmaking listens for players.
    #[must_use]
    pub fn matchmaker_address(&self, replica: usize) -> SocketAddr {
        self.replica(ports::MATCHMAKERS, replica)
    }

    /// Where a replica of the archive listens for the other services.
    #[must_use]
    pub fn archive_internal_address(&self, replica: usize) -> SocketAddr {
        self.replica(ports::ARCHIVES_INTERNAL, replica)
    }

    /// Where a replica of the rating service listens for the other services.
    #[must_use]
    pub fn rating_internal_address(&self, replica: usize) -> SocketAddr {
        self.replica(ports::RATINGS_INTERNAL, replica)
    }

    /// Where a replica of the clock listens for the other services.
    #[must_use]
    pub fn clock_internal_address(&self, replica: usize) -> SocketAddr {
        self.replica(ports::CLOCKS_INTERNAL, replica)
    }

    /// What the services prove themselves with to each other, without TLS.
    #[must_use]
    pub fn service_token(&self) -> String {
        std::fs::read_to_string(self.folder.path().join(SERVICE_TOKEN_FILE)).unwrap()
    }

    /// A channel of another service to an internal address.
    pub async fn inside(&self, address: SocketAddr) -> ServiceChannel {
        let channel = Endpoint::from_shared(format!("http://{address}")).unwrap();
        let token = self.service_token().parse().unwrap();
        InterceptedService::new(channel.connect().await.unwrap(), AsService(token))
    }

    /// Keeps the folder of data and logs after the stage is gone, and says where it is.
    pub fn keep_folder(&mut self) -> std::path::PathBuf {
        self.folder.disable_cleanup(true);
        self.folder.path().to_owned()
    }

    /// The certificates of a stage that speaks TLS.
    #[must_use]
    pub fn certificates(&self) -> &Certificates {
        self.certificates.as_ref().unwrap()
    }

    /// An address, as clients take it.
    #[must_use]
    pub fn url(&self, address: SocketAddr) -> String {
        let scheme = if self.certificates.is_some() { "https" } else { "http" };
        format!("{scheme}://{address}")
    }

    /// Trusts the stage's authority, if it has one.
    fn trusting(&self, mut options: Options) -> Options {
        options.ca = self.certificates.as_ref().map(Certificates::bundle);
        options
    }

    fn address(&self, port: u16) -> SocketAddr {
        self.loopback.port(port)
    }

    fn replica(&self, first_port: u16, replica: usize) -> SocketAddr {
        self.loopback.port(first_port + u16::try_from(replica).unwrap())
    }
}
