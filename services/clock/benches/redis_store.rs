//! What the clock costs a Redis with so many tables: looks for due alarms while none is due, and arming.
//!
//! `cargo bench -p corners-clock --bench redis_store`

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench: it says what it measured, or why it cannot"
)]

use corners_clock::Alarm;
use corners_clock::store::{ClockStore, RedisClockStore};
use corners_clockwork::GameTime;
use corners_proto::ids::TableId;
use corners_redis::{Mode, Redis, RedisConfig};
use corners_test_redis::{Durability, Server};
use tokio::time::Instant;

/// Moves a second, of which authorities tell the clock ten times a second.
const MOVES: u64 = 5_000;
const BATCHES: u64 = 10;
const ROUNDS: u64 = 50;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        println!("| tables | a look: time | a look: Redis CPU | a move's alarm: time in a batch | Redis CPU |");
        println!("|---|---|---|---|---|");
        for tables in [100, 5_000, 50_000] {
            measure(tables).await;
        }
    });
}

async fn measure(tables: u64) {
    let server = Server::start(Durability::EverySecond).await.unwrap();
    let config = RedisConfig::of(Mode::Single, vec![server.address().parse().unwrap()]);
    let store = RedisClockStore::new(Redis::connect(&config).await.unwrap());
    for first in (0..tables).step_by(500) {
        store
            .arm((first..tables.min(first + 500)).map(|table| alarm(table, 1)).collect())
            .await
            .unwrap();
    }

    let (began, cpu) = (Instant::now(), redis_cpu(&server).await);
    for _ in 0..ROUNDS {
        assert!(
            store
                .claim(GameTime::from_millis(1), 256)
                .await
                .unwrap()
                .rings
                .is_empty()
        );
    }
    let look = (began.elapsed().as_secs_f64(), redis_cpu(&server).await - cpu);

    let batch = MOVES / BATCHES;
    let (began, cpu) = (Instant::now(), redis_cpu(&server).await);
    for round in 0..ROUNDS {
        let moved = (0..batch).map(|step| alarm((round * batch + step) % tables, 2 + round));
        store.arm(moved.collect()).await.unwrap();
    }
    let arm = (began.elapsed().as_secs_f64(), redis_cpu(&server).await - cpu);
    let (looks, alarms) = (ROUNDS as f64, (ROUNDS * batch) as f64);
    println!(
        "| {tables} | {:.2} ms | {:.2} ms | {:.1} µs | {:.1} µs |",
        look.0 * 1e3 / looks,
        look.1 * 1e3 / looks,
        arm.0 * 1e6 / alarms,
        arm.1 * 1e6 / alarms,
    );
}

fn alarm(table: u64, version: u64) -> Alarm {
    let mut bytes = [0; 16];
    bytes[0] = (table % 256) as u8;
    bytes[8..].copy_from_slice(&table.to_be_bytes());
    Alarm {
        table: TableId::from_bytes(bytes),
        version,
        due: Some(GameTime::from_millis(1_000_000 + table)),
    }
}

/// The processor time of the server so far, in seconds.
async fn redis_cpu(server: &Server) -> f64 {
    let user: f64 = server.info("used_cpu_user").await.unwrap().parse().unwrap();
    let system: f64 = server.info("used_cpu_sys").await.unwrap().parse().unwrap();
    user + system
}
