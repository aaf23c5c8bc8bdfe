//! Matchmaking in one process: any number of replicas on one store, with neighbours that do what the test says.

pub mod archive;
mod client;
mod life;
mod people;
mod tables;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use corners_embedded::Location;
use corners_matchmaking::domain::terms::Pool;
use corners_matchmaking::store::{EmbeddedMatchmakingStore, Index, MatchmakingStore, RedisMatchmakingStore};
use corners_matchmaking::{Matchmaking, MatchmakingCalls, Options, Peers};
use corners_proto::ids::AccountId;
use corners_proto::matchmaking::v1::matchmaking_service_server::MatchmakingServiceServer;
use corners_redis::{Mode, Redis, RedisConfig};
use corners_service::auth::{AccountKind, Caller};
use corners_service::drain::Drain;
use corners_service::time::wall_clock_ms;
use corners_test_calls::caller;
use corners_test_redis::{Durability, Server};

pub use archive::FakeArchive;
pub use client::{Client, Finding, is_refused, request_id, terms};
use life::Mortal;
pub use life::{Death, Life};
pub use people::FakePeople;
pub use tables::{Does, FakeTables};

pub const RATED: &str = "classic-3x3/180000+2000/rated";
pub const CASUAL: &str = "classic-3x3/180000+2000/casual";
pub const WITH_BOTS: &str = "classic-3x3/180000+2000/rated/bots";

/// An account with a number.
pub fn account(number: u64) -> AccountId {
    AccountId::from_bytes(u128::from(number + 1).to_be_bytes())
}

pub fn pool(text: &str) -> Pool {
    text.parse().unwrap()
}

pub fn options() -> Options {
    Options {
        pools: [RATED, CASUAL, WITH_BOTS, "classic-3x3/60000+0/rated"]
            .map(pool)
            .to_vec(),
        wave_interval: Duration::from_millis(100),
        wave_pause: Duration::from_millis(10),
        heartbeat: Duration::from_millis(500),
        policy: corners_pairing::Policy::default(),
    }
}

/// A store of a process of its own on these servers.
pub async fn connect(mode: Mode, servers: &[&Server]) -> Arc<dyn MatchmakingStore> {
    let nodes = servers.iter().map(|server| server.address().parse().unwrap()).collect();
    let redis = Redis::connect(&RedisConfig::of(mode, nodes)).await.unwrap();
    Arc::new(RedisMatchmakingStore::new(redis))
}

/// The neighbours of matchmaking.
#[derive(Clone, Default)]
pub struct Neighbours {
    pub tables: FakeTables,
    pub people: FakePeople,
    pub archive: FakeArchive,
}

/// A running replica.
pub struct Replica {
    server: MatchmakingServiceServer<MatchmakingCalls>,
    pub life: Life,
    pub drain: Drain,
}

impl Replica {
    pub fn start(store: Arc<dyn MatchmakingStore>, neighbours: &Neighbours, life: Life) -> Self {
        Self::with(store, neighbours, life, options())
    }

    pub fn with(store: Arc<dyn MatchmakingStore>, neighbours: &Neighbours, life: Life, options: Options) -> Self {
        let drain = Drain::new();
        let peers = Peers::new(
            neighbours.tables.channel(life.clone()),
            neighbours.people.ratings(),
            neighbours.people.accounts(),
            neighbours.archive.channel(),
        );
        let store = Arc::new(Mortal {
            store,
            life: life.clone(),
        });
        let matchmaking = Matchmaking::new(store, options, peers, drain.clone());
        let server = matchmaking.server();
        drop(matchmaking.start());
        Self { server, life, drain }
    }

    /// A player of this number.
    pub fn player(&self, number: u64) -> Client {
        self.client(number, AccountKind::Player)
    }

    pub fn client(&self, number: u64, kind: AccountKind) -> Client {
        let who = Caller {
            kind,
            ..caller(account(number), "play watch admin")
        };
        Client::of(self.server.clone(), who)
    }
}

/// Where replicas keep what they know.
enum Kept {
    Embedded(Arc<AtomicU64>, Arc<dyn MatchmakingStore>),
    Redis(Server),
}

/// Two replicas on one store, and their neighbours.
pub struct Rig {
    kept: Kept,
    pub one: Replica,
    pub other: Replica,
    pub neighbours: Neighbours,
}

impl Rig {
    /// Over the embedded store, by a time of its own.
    pub async fn embedded() -> Self {
        let ahead_ms = Arc::new(AtomicU64::new(0));
        let own = Arc::clone(&ahead_ms);
        let now = Arc::new(move || wall_clock_ms() + own.load(Ordering::Relaxed));
        let store = Arc::new(EmbeddedMatchmakingStore::open(Location::Memory, now).unwrap());
        Self::over(Kept::Embedded(ahead_ms, store)).await
    }

    /// Over a Redis of its own; each replica with connections of its own.
    pub async fn redis() -> Self {
        let server = Server::start(Durability::Memory).await.unwrap();
        Self::over(Kept::Redis(server)).await
    }

    async fn over(kept: Kept) -> Self {
        let neighbours = Neighbours::default();
        let one = Replica::start(store(&kept).await, &neighbours, Life::default());
        let other = Replica::start(store(&kept).await, &neighbours, Life::default());
        Self {
            kept,
            one,
            other,
            neighbours,
        }
    }

    /// Another replica, of which the test decides when it dies.
    pub async fn another(&self, life: Life) -> Replica {
        Replica::start(self.store().await, &self.neighbours, life)
    }

    pub async fn store(&self) -> Arc<dyn MatchmakingStore> {
        store(&self.kept).await
    }

    /// Waits until no ticket is in a pool.
    pub async fn until_nobody_waits(&self, text: &str) {
        let store = self.store().await;
        let mut listener = store.listen();
        let index = Index::Waiting(text.to_owned());
        while !store.list(&index, 0, 1).await.unwrap().members.is_empty() {
            listener.next().await;
        }
    }

    /// Lets time pass for the embedded store.
    pub fn pass(&self, span: Duration) {
        let Kept::Embedded(ahead_ms, _) = &self.kept else {
            panic!("the time of Redis is its own");
        };
        let millis = u64::try_from(span.as_millis()).unwrap();
        ahead_ms.fetch_add(millis, Ordering::Relaxed);
    }

    pub fn tables(&self) -> &FakeTables {
        &self.neighbours.tables
    }

    pub fn people(&self) -> &FakePeople {
        &self.neighbours.people
    }
}

async fn store(kept: &Kept) -> Arc<dyn MatchmakingStore> {
    match kept {
        Kept::Embedded(_, store) => Arc::clone(store),
        Kept::Redis(server) => connect(Mode::Single, &[server]).await,
    }
}
