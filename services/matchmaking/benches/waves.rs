//! What a wave of a pool takes, and how many can begin to wait, over a Redis of its own.
//!
//! `cargo bench -p corners-matchmaking --bench waves`
//!
//! - *wave*: 10,000 tickets wait when a replica comes: its first wave, which reads them all, pairs and takes them; beside it the
//!   processor time of Redis.
//! - *enqueues*: streams of FindMatch through the service in this process, as fast as they can be opened; beside it the same
//!   tickets by the service's decision and the store alone, without calls and streams.
//! - *meeting*: 2,000 streams are opened in each second; how long until both have their game.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "a bench fails by panicking, says what it measured, and has helpers of the tests"
)]

#[path = "../tests/it/campaign.rs"]
mod campaign;
#[path = "../tests/it/rig/mod.rs"]
mod rig;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use corners_matchmaking::Options;
use corners_matchmaking::desk::Desk;
use corners_matchmaking::store::{
    Audience, Commit, Committed, Index, Key, Kind, Listed, Listener, MatchmakingStore, NewsPage, PoolName, Reading,
    StoreError, Wait,
};
use corners_redis::Mode;
use corners_test_redis::{Durability, Server};
use futures::StreamExt;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};
use tonic::Code;

use rig::{Client, Finding, Life, Neighbours, RATED, Replica, connect, options};

const TICKETS: u64 = 10_000;
const STREAMS: u64 = 20_000;
const A_SECOND: u64 = 2_000;
const BACK_OFF: Duration = Duration::from_millis(100);
const SECONDS: u64 = 10;

/// When the parts of the first wave were over.
#[derive(Clone, Copy, Debug, Default)]
struct Wave {
    listed: Option<Instant>,
    read: Option<Instant>,
    paired: Option<Instant>,
    taken: Option<Instant>,
}

/// A store that notes when the first wave does what.
struct Watched {
    store: Arc<dyn MatchmakingStore>,
    wave: Arc<Mutex<Wave>>,
}

#[async_trait]
impl MatchmakingStore for Watched {
    async fn read(&self, keys: &[Key]) -> Result<Reading, StoreError> {
        let is_of_tickets = keys.iter().all(|key| key.kind == Kind::Ticket);
        if !is_of_tickets && keys.len() > 4 {
            self.wave.lock().unwrap().paired.get_or_insert_with(Instant::now);
        }
        let reading = self.store.read(keys).await;
        let mut wave = self.wave.lock().unwrap();
        if is_of_tickets && wave.paired.is_none() {
            wave.read = Some(Instant::now());
        }
        reading
    }

    async fn commit(&self, commits: Vec<Commit>) -> Result<Vec<Committed>, StoreError> {
        let is_of_pairs = commits.len() > 1;
        let committed = self.store.commit(commits).await;
        if is_of_pairs {
            self.wave.lock().unwrap().taken = Some(Instant::now());
        }
        committed
    }

    async fn list(&self, index: &Index, from_ms: u64, limit: usize) -> Result<Listed, StoreError> {
        if matches!(index, Index::Waiting(_)) {
            self.wave.lock().unwrap().listed.get_or_insert_with(Instant::now);
        }
        self.store.list(index, from_ms, limit).await
    }

    async fn pools(&self) -> Result<Vec<PoolName>, StoreError> {
        self.store.pools().await
    }

    async fn renew(&self, waits: &[Wait], for_ms: u64) -> Result<Vec<bool>, StoreError> {
        self.store.renew(waits, for_ms).await
    }

    async fn claim(&self, limit: usize, hide_ms: u64) -> Result<Listed, StoreError> {
        self.store.claim(limit, hide_ms).await
    }

    async fn hold(&self, pool: &str, holder: u64, for_ms: u64) -> Result<Option<u64>, StoreError> {
        self.store.hold(pool, holder, for_ms).await
    }

    async fn release(&self, pool: &str, holder: u64) -> Result<(), StoreError> {
        self.store.release(pool, holder).await
    }

    async fn news(&self, audience: Audience, from: u64, limit: usize) -> Result<NewsPage, StoreError> {
        self.store.news(audience, from, limit).await
    }

    fn listen(&self) -> Box<dyn Listener> {
        self.store.listen()
    }

    async fn prune(&self, limit: usize) -> Result<(), StoreError> {
        self.store.prune(limit).await
    }
}

/// As in production.
fn paced() -> Options {
    Options {
        wave_interval: Duration::from_secs(1),
        wave_pause: Duration::from_millis(200),
        ..options()
    }
}

fn load() -> String {
    let averages = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    averages.split(' ').next().unwrap_or_default().to_owned()
}

/// Processor time of the server so far, in seconds.
async fn processor(server: &Server) -> f64 {
    let user: f64 = server.info("used_cpu_user").await.unwrap().parse().unwrap();
    user + server.info("used_cpu_sys").await.unwrap().parse::<f64>().unwrap()
}

#[tokio::main]
async fn main() {
    println!("load average {}", load());
    for _ in 0..3 {
        wave().await;
    }
    enqueues().await;
    meeting().await;
    println!("load average {}", load());
}

async fn wave() {
    let server = Server::start(Durability::EverySecond).await.unwrap();
    let store = connect(Mode::Single, &[&server]).await;
    let (desk, began) = (Desk::new(Arc::clone(&store)), Instant::now());
    campaign::fill(&desk, TICKETS).await.unwrap();
    let filled = began.elapsed();
    let wave = Arc::new(Mutex::new(Wave::default()));
    let watched = Watched {
        store,
        wave: Arc::clone(&wave),
    };
    let neighbours = Neighbours::default();
    let used = processor(&server).await;
    let replica = Replica::with(Arc::new(watched), &neighbours, Life::default(), paced());
    neighbours.tables.until_made(1).await;
    let wave = *wave.lock().unwrap();
    let used = processor(&server).await - used;
    replica.life.kill();
    let span = |from: Option<Instant>, to: Option<Instant>| (to.unwrap() - from.unwrap()).as_secs_f64() * 1_000.0;
    println!(
        "a wave of {TICKETS}: {:.0} ms (listing and reading {:.0}, pairing {:.0}, taking {:.0}); Redis used {:.0} ms; filled at {:.0}/s; \
         load {}",
        span(wave.listed, wave.taken),
        span(wave.listed, wave.read),
        span(wave.read, wave.paired),
        span(wave.paired, wave.taken),
        used * 1_000.0,
        TICKETS as f64 / filled.as_secs_f64(),
        load()
    );
}

/// Asks again while the store is busy, as clients do.
async fn patiently(player: &mut Client) -> Finding {
    loop {
        match player.find(RATED, 1).await {
            Ok(waiting) => return waiting,
            Err(status) => {
                assert_eq!(status.code(), Code::Unavailable, "{status:?}");
                sleep(BACK_OFF).await;
            }
        }
    }
}

async fn enqueues() {
    let server = Server::start(Durability::EverySecond).await.unwrap();
    let desk = Desk::new(connect(Mode::Single, &[&server]).await);
    let began = Instant::now();
    campaign::fill(&desk, STREAMS).await.unwrap();
    let alone = STREAMS as f64 / began.elapsed().as_secs_f64();
    server.ask::<()>(&["FLUSHALL"]).await.unwrap();

    let neighbours = Neighbours::default();
    let store = connect(Mode::Single, &[&server]).await;
    let replica = Replica::with(store, &neighbours, Life::default(), paced());
    let began = Instant::now();
    let streams = futures::stream::iter(0..STREAMS).map(|number| {
        let mut player = replica.player(number);
        tokio::spawn(async move {
            let mut waiting = patiently(&mut player).await;
            waiting.waits().await;
            waiting
        })
    });
    let open: Vec<_> = streams.buffer_unordered(256).collect().await;
    let rate = STREAMS as f64 / began.elapsed().as_secs_f64();
    println!(
        "enqueues: {rate:.0}/s by streams of the service, {} open, while waves are made; by decision and store alone {alone:.0}/s; load {}",
        open.len(),
        load()
    );
    replica.life.kill();
}

async fn meeting() {
    let server = Server::start(Durability::EverySecond).await.unwrap();
    let neighbours = Neighbours::default();
    let store = connect(Mode::Single, &[&server]).await;
    let replica = Replica::with(store, &neighbours, Life::default(), paced());
    let mut ticks = interval(Duration::from_millis(10));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let (mut streams, began) = (Vec::new(), Instant::now());
    for first in (0..SECONDS * A_SECOND).step_by(A_SECOND as usize / 100) {
        ticks.tick().await;
        for number in first..first + A_SECOND / 100 {
            let mut player = replica.player(number);
            streams.push(tokio::spawn(async move {
                let asked = Instant::now();
                patiently(&mut player).await.game().await;
                asked.elapsed().as_secs_f64() * 1_000.0
            }));
        }
    }
    let offered = streams.len() as f64 / began.elapsed().as_secs_f64();
    let mut times = Vec::new();
    for stream in streams {
        times.push(stream.await.unwrap());
    }
    times.sort_by(f64::total_cmp);
    let share = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "meeting: {offered:.0}/s opened for {SECONDS} s; from opening to the game {:.0} / {:.0} / {:.0} ms (p50 / p99 / max); load {}",
        share(0.5),
        share(0.99),
        share(1.0),
        load()
    );
    replica.life.kill();
}
