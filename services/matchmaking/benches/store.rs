//! What the store in Redis takes, each thing beside a ceiling of the same run: the same bytes by plain commands.
//!
//! `cargo bench -p corners-matchmaking --bench store`

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench: it says what it measured, or why it cannot"
)]

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use corners_matchmaking::store::{
    Audience, Commit, Committed, Entry, Index, Key, Kind, MatchmakingStore, Put, RedisMatchmakingStore, Tell, Wait,
};
use corners_proto::ids::{AccountId, TableId};
use corners_redis::driver::{Cmd, cmd};
use corners_redis::{Mode, Pipeline, Redis, RedisConfig};
use corners_test_redis::{Durability, Server};
use tokio::time::Instant;

const POOL: &str = "classic-3x3/180000+2000/rated";
const PLAYER_BYTES: usize = 600;
const TICKET_BYTES: usize = 300;
const ENQUEUES: u64 = 50_000;
const PAIRS: u64 = 5_000;
const WAITING: u64 = 10_000;
const LEASE_MS: u64 = 3_600_000;
const KEPT_MS: u64 = 3_600_000;
const ROUNDS: usize = 20;

struct Bench {
    server: Server,
    redis: Redis,
    store: Arc<RedisMatchmakingStore>,
}

#[tokio::main]
async fn main() {
    let server = Server::start(Durability::EverySecond).await.unwrap();
    server
        .config_set("latency-tracking-info-percentiles", "50 99 100")
        .await
        .unwrap();
    let config = RedisConfig {
        timeout: Duration::from_millis(900),
        ..RedisConfig::of(Mode::Single, vec![server.address().parse().unwrap()])
    };
    let redis = Redis::connect(&config).await.unwrap();
    let store = Arc::new(RedisMatchmakingStore::new(redis.clone()));
    let bench = Bench { server, redis, store };
    println!("load average {}", fs::read_to_string("/proc/loadavg").unwrap().trim());
    println!(
        "| what | time | each | Redis CPU each | a script at p50 / p99 / most, us | ceiling: each, Redis CPU | ratios |"
    );
    println!("|---|---|---|---|---|---|---|");
    for callers in [1, 16, 256] {
        bench.enqueue(callers).await;
    }
    bench.pair().await;
    bench.list().await;
    bench.renew().await;
    println!("load average {}", fs::read_to_string("/proc/loadavg").unwrap().trim());
}

impl Bench {
    async fn enqueue(&self, callers: u64) {
        self.empty().await;
        let count = if callers == 1 { ENQUEUES / 5 } else { ENQUEUES };
        let ceiling = self
            .at_once(callers, count, |bench, number| async move {
                let mut sets = Pipeline::new();
                sets.query(&set(Kind::Player, number, PLAYER_BYTES));
                sets.query(&set(Kind::Ticket, number, TICKET_BYTES));
                let stored = bench.1.pipeline::<String>(&sets).await;
                assert!(stored.iter().all(Result::is_ok));
            })
            .await;
        self.empty().await;
        let took = self
            .at_once(callers, count, |bench, number| async move {
                let answers = bench.0.commit(vec![enqueue(number)]).await.unwrap();
                assert_eq!(answers, [Committed::Stored]);
            })
            .await;
        let what = format!("enqueueing, {callers} callers: {:.0} a second", count as f64 / took.0);
        self.row(&what, count, took, ceiling).await;
    }

    /// Runs a job for each number; answers how long that took, and how much of the server's processor time, in seconds.
    async fn at_once<F>(
        &self,
        callers: u64,
        count: u64,
        job: fn((Arc<RedisMatchmakingStore>, Redis), u64) -> F,
    ) -> (f64, f64)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let began = self.now().await;
        let callers = (0..callers).map(|caller| {
            let (store, redis) = (Arc::clone(&self.store), self.redis.clone());
            tokio::spawn(async move {
                for number in (0..count).skip(caller as usize).step_by(callers as usize) {
                    job((Arc::clone(&store), redis.clone()), number).await;
                }
            })
        });
        for caller in callers.collect::<Vec<_>>() {
            caller.await.unwrap();
        }
        self.since(began).await
    }

    async fn pair(&self) {
        self.fill(2 * PAIRS).await;
        let ceiling = self.set_all(PAIRS).await;
        let token = self.store.hold(POOL, 1, LEASE_MS).await.unwrap().unwrap();
        let mut revisions = Vec::new();
        for first in (0..2 * PAIRS).step_by(1_000) {
            let keys: Vec<Key> = (first..first + 1_000).map(|number| key(Kind::Player, number)).collect();
            let records = self.store.read(&keys).await.unwrap().records;
            revisions.extend(records.into_iter().map(|record| record.unwrap().revision));
        }
        let commits: Vec<Commit> = (0..PAIRS).map(|number| pair(number, &revisions, token)).collect();
        let began = self.now().await;
        let answers = self.store.commit(commits).await.unwrap();
        let took = self.since(began).await;
        assert!(answers.iter().all(|answer| *answer == Committed::Stored));
        self.row(&format!("{PAIRS} pairs in one call"), PAIRS, took, ceiling)
            .await;
    }

    /// The records of so many pairs by SET, in pipelines.
    async fn set_all(&self, pairs: u64) -> (f64, f64) {
        let began = self.now().await;
        for first in (0..pairs).step_by(100) {
            let mut sets = Pipeline::new();
            for number in first..first + 100 {
                for half in [2 * number, 2 * number + 1] {
                    sets.query(&set(Kind::Player, half, PLAYER_BYTES));
                    sets.query(&set(Kind::Ticket, half, TICKET_BYTES));
                }
                sets.query(&set(Kind::Match, number, TICKET_BYTES));
            }
            let stored = self.redis.pipeline::<String>(&sets).await;
            assert!(stored.iter().all(Result::is_ok));
        }
        self.since(began).await
    }

    async fn list(&self) {
        self.fill(WAITING).await;
        let mut range = cmd("ZRANGE");
        range.arg(format!("{{mm}}:index:waiting:{POOL}"));
        range.arg(0).arg("+inf").arg("BYSCORE").arg("WITHSCORES");
        let began = self.now().await;
        for _ in 0..ROUNDS {
            let listed: Vec<(Vec<u8>, f64)> = self.redis.query(&range).await.unwrap();
            assert_eq!(listed.len() as u64, WAITING);
        }
        let ceiling = self.since(began).await;
        self.reset().await;
        let began = self.now().await;
        for _ in 0..ROUNDS {
            let index = Index::Waiting(POOL.to_owned());
            let listed = self.store.list(&index, 0, usize::MAX).await.unwrap();
            assert_eq!(listed.members.len() as u64, WAITING);
        }
        let took = self.since(began).await;
        let what = format!("listing {WAITING} tickets");
        self.row(&what, ROUNDS as u64, took, ceiling).await;
    }

    async fn renew(&self) {
        self.fill(WAITING).await;
        let waits: Vec<Wait> = (0..WAITING).map(|number| (POOL.to_owned(), id(number))).collect();
        let began = self.now().await;
        for _ in 0..ROUNDS {
            let mut adds = Pipeline::new();
            for chunk in waits.chunks(1_000) {
                let mut add = cmd("ZADD");
                add.arg(format!("{{mm}}:index:waiting:{POOL}")).arg("XX");
                for (_, item) in chunk {
                    add.arg(1_900_000_000_000_u64).arg(&item[..]);
                }
                adds.query(&add);
            }
            let added = self.redis.pipeline::<u64>(&adds).await;
            assert!(added.iter().all(Result::is_ok));
        }
        let ceiling = self.since(began).await;
        self.reset().await;
        let began = self.now().await;
        for round in 0..ROUNDS as u64 {
            let renewed = self.store.renew(&waits, LEASE_MS + round).await.unwrap();
            assert!(renewed.iter().all(|renewed| *renewed));
        }
        let took = self.since(began).await;
        let what = format!("renewing {WAITING} leases");
        self.row(&what, ROUNDS as u64, took, ceiling).await;
    }

    /// An empty store with so many tickets that wait.
    async fn fill(&self, tickets: u64) {
        self.empty().await;
        for first in (0..tickets).step_by(1_000) {
            let commits = (first..first + 1_000).map(enqueue).collect();
            self.store.commit(commits).await.unwrap();
        }
        self.reset().await;
    }

    async fn empty(&self) {
        // A busy machine may take its time for all that is freed.
        while self.server.ask::<()>(&["FLUSHALL"]).await.is_err() {}
        self.reset().await;
    }

    async fn reset(&self) {
        self.server.ask::<()>(&["CONFIG", "RESETSTAT"]).await.unwrap();
    }

    /// Since so long, and with so much processor time of the server.
    async fn since(&self, (began, cpu): (Instant, f64)) -> (f64, f64) {
        (began.elapsed().as_secs_f64(), self.cpu().await - cpu)
    }

    async fn now(&self) -> (Instant, f64) {
        let cpu = self.cpu().await;
        (Instant::now(), cpu)
    }

    async fn row(&self, what: &str, count: u64, (took, cpu): (f64, f64), ceiling: (f64, f64)) {
        let scripts = self.server.info("latency_percentiles_usec_evalsha").await.unwrap();
        let scripts: Vec<&str> = scripts
            .split(',')
            .filter_map(|percentile| percentile.split_once('='))
            .map(|(_, micros)| micros)
            .collect();
        let each = 1e6 / count as f64;
        println!(
            "| {what} | {:.1} ms | {:.1} us | {:.1} us | {} | {:.1} us, {:.1} us | {:.1}, {:.1} |",
            took * 1e3,
            took * each,
            cpu * each,
            scripts.join(" / "),
            ceiling.0 * each,
            ceiling.1 * each,
            took / ceiling.0,
            cpu / ceiling.1,
        );
    }

    /// The processor time of the server so far, in seconds.
    async fn cpu(&self) -> f64 {
        let user: f64 = self.server.info("used_cpu_user").await.unwrap().parse().unwrap();
        let system: f64 = self.server.info("used_cpu_sys").await.unwrap().parse().unwrap();
        user + system
    }
}

/// Numbers far apart, as random ids are.
fn id(number: u64) -> [u8; 16] {
    let spread = u128::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
    spread.to_be_bytes()
}

fn key(kind: Kind, number: u64) -> Key {
    Key::new(kind, id(number))
}

fn account(number: u64) -> AccountId {
    AccountId::from_bytes(id(number))
}

fn put(key: Key, bytes: usize) -> Put {
    Put {
        key,
        body: vec![b'x'; bytes],
        keep_ms: KEPT_MS,
    }
}

fn set(kind: Kind, number: u64, bytes: usize) -> Cmd {
    let name = format!("{{mm}}:record:{}{}", kind.letter(), account(number));
    let mut set = cmd("SET");
    set.arg(name).arg(vec![b'x'; bytes + 8]).arg("PX").arg(KEPT_MS);
    set
}

fn waiting(number: u64, after_ms: Option<u64>) -> Entry {
    Entry {
        index: Index::Waiting(POOL.to_owned()),
        member: id(number).to_vec(),
        after_ms,
    }
}

fn enqueue(number: u64) -> Commit {
    let player = key(Kind::Player, number);
    Commit {
        read: vec![(player, 0)],
        puts: vec![put(player, PLAYER_BYTES), put(key(Kind::Ticket, number), TICKET_BYTES)],
        entries: vec![waiting(number, Some(LEASE_MS))],
        ..Commit::default()
    }
}

fn pair(number: u64, revisions: &[u64], token: u64) -> Commit {
    let halves = [2 * number, 2 * number + 1];
    let table = Key::of_match(TableId::from_bytes(id(number)));
    let mut puts = vec![put(table, TICKET_BYTES)];
    for half in halves {
        puts.push(put(key(Kind::Player, half), PLAYER_BYTES));
        puts.push(put(key(Kind::Ticket, half), TICKET_BYTES));
    }
    let due = Entry {
        index: Index::Due,
        member: table.to_bytes().to_vec(),
        after_ms: Some(1_000),
    };
    let tell = |half| Tell {
        audience: Audience::Account(account(half)),
        body: vec![b'n'; 100],
    };
    Commit {
        read: halves
            .map(|half| (key(Kind::Player, half), revisions[half as usize]))
            .to_vec(),
        alive: halves.map(|half| (POOL.to_owned(), id(half))).to_vec(),
        fence: Some((POOL.to_owned(), token)),
        puts,
        entries: vec![waiting(halves[0], None), waiting(halves[1], None), due],
        tell: halves.map(tell).to_vec(),
    }
}
