//! A whole platform to test with: the clock, its store, and an authority.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::time::Duration;

use corners_clock::store::{ClockStore, EmbeddedClockStore, OwnTime, Pair, StoreError};
use corners_clock::{Alarm, Authority, Claim, Clock, Options, Ring};
use corners_clockwork::GameTime;
use corners_embedded::Location;
use corners_proto::clock::internal::v1::clock_internal_service_client::ClockInternalServiceClient;
use corners_proto::clock::v1::clock_service_client::ClockServiceClient;
use corners_proto::clock::v1::{GetGameTimeRequest, GetGameTimeResponse};
use corners_proto::game::internal::v1::game_internal_service_server::GameInternalServiceServer;
use corners_proto::ids::TableId;
use corners_service::drain::Drain;
use corners_service::internal::InternalChannel;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use crate::authority::FakeAuthority;

/// The machine's clock of the test: follows the paused time, and can be set.
#[derive(Clone)]
pub struct MachineClock {
    started: Instant,
    offset_ms: Arc<AtomicI64>,
}

impl MachineClock {
    pub fn new() -> Self {
        Self {
            started: Instant::now(),
            offset_ms: Arc::new(AtomicI64::new(1_700_000_000_000)),
        }
    }

    pub fn step(&self, millis: i64) {
        self.offset_ms.fetch_add(millis, Ordering::SeqCst);
    }

    pub fn own_time(&self) -> OwnTime {
        let clock = self.clone();
        Arc::new(move || {
            let elapsed = i64::try_from(clock.started.elapsed().as_millis()).unwrap();
            u64::try_from(clock.offset_ms.load(Ordering::SeqCst) + elapsed).unwrap()
        })
    }
}

/// A store that counts what it is asked, and can fail.
pub struct WatchedStore {
    inner: EmbeddedClockStore,
    pub failing: AtomicBool,
    pub claims: AtomicUsize,
    pub reads: AtomicUsize,
}

impl WatchedStore {
    fn check(&self) -> Result<(), StoreError> {
        if self.failing.load(Ordering::SeqCst) {
            return Err(StoreError::new("reach", "it is switched off"));
        }
        Ok(())
    }
}

#[tonic::async_trait]
impl ClockStore for WatchedStore {
    async fn read(&self) -> Result<Pair, StoreError> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        self.check()?;
        self.inner.read().await
    }

    async fn beat(&self, probe_began_own_ms: u64) -> Result<Pair, StoreError> {
        self.check()?;
        self.inner.beat(probe_began_own_ms).await
    }

    async fn arm(&self, alarms: Vec<Alarm>) -> Result<(), StoreError> {
        self.check()?;
        self.inner.arm(alarms).await
    }

    async fn claim(&self, now: GameTime, limit: usize) -> Result<Claim, StoreError> {
        self.claims.fetch_add(1, Ordering::SeqCst);
        self.check()?;
        self.inner.claim(now, limit).await
    }

    async fn settle(&self, ring: Ring, answer: Alarm) -> Result<(), StoreError> {
        self.check()?;
        self.inner.settle(ring, answer).await
    }
}

/// A running clock replica.
pub struct Replica {
    pub clock: Clock,
    pub drain: Drain,
    pub loops: JoinHandle<()>,
}

impl Replica {
    pub fn internal(&self) -> ClockInternalServiceClient<InternalChannel> {
        ClockInternalServiceClient::new(InternalChannel::in_process(self.clock.internal_server()))
    }

    pub async fn get_game_time(&self) -> GetGameTimeResponse {
        let channel = InternalChannel::in_process(self.clock.server());
        ClockServiceClient::new(channel)
            .get_game_time(GetGameTimeRequest {})
            .await
            .unwrap()
            .into_inner()
    }

    pub async fn game_ms(&self) -> u64 {
        self.get_game_time().await.game_time_ms
    }

    /// The process is gone from one moment to the next.
    pub fn kill(&self) {
        self.loops.abort();
    }
}

impl Drop for Replica {
    fn drop(&mut self) {
        self.kill();
    }
}

/// One clock replica, its store and an authority.
pub struct Platform {
    pub machine: MachineClock,
    pub store: Arc<WatchedStore>,
    pub authority: FakeAuthority,
    pub replica: Replica,
}

impl Platform {
    pub async fn start() -> Self {
        let machine = MachineClock::new();
        let inner = EmbeddedClockStore::open(Location::Memory, machine.own_time())
            .await
            .unwrap();
        let store = Arc::new(WatchedStore {
            inner,
            failing: AtomicBool::new(false),
            claims: AtomicUsize::new(0),
            reads: AtomicUsize::new(0),
        });
        let clock = Clock::new(Arc::clone(&store) as Arc<dyn ClockStore>, Options::default())
            .await
            .unwrap();
        let internal = ClockInternalServiceClient::new(InternalChannel::in_process(clock.internal_server()));
        let authority = FakeAuthority::new(internal);
        let replica = run(clock, &authority);
        settle().await;
        Self {
            machine,
            store,
            authority,
            replica,
        }
    }

    /// Another replica of the clock, on the same store and authority.
    pub async fn another_replica(&self) -> Replica {
        let store = Arc::clone(&self.store) as Arc<dyn ClockStore>;
        run(Clock::new(store, Options::default()).await.unwrap(), &self.authority)
    }
}

pub fn run(clock: Clock, authority: &FakeAuthority) -> Replica {
    let server = GameInternalServiceServer::new(authority.clone());
    let drain = Drain::new();
    let loops = clock.start(Authority::new(InternalChannel::in_process(server)), &drain);
    Replica { clock, drain, loops }
}

/// Lets paused time pass.
pub async fn pass(millis: u64) {
    sleep(Duration::from_millis(millis)).await;
}

/// Lets everything that can run without time passing run.
pub async fn settle() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

pub fn table(number: u64) -> TableId {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&number.to_be_bytes());
    TableId::from_bytes(bytes)
}
