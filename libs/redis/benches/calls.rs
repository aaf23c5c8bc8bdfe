//! What a call costs: scripts of the size of a move, so many at once, by number of connections; and the processor time
//! of this process for it.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench: it says what it measured, or why it cannot"
)]

use std::fs;
use std::time::Duration;

use corners_redis::{Mode, Pipeline, Redis, RedisConfig, Script};
use corners_test_redis::{Durability, Server};
use futures::future::join_all;
use hdrhistogram::Histogram;
use tokio::time::Instant;

const CALLS: usize = 200_000;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        println!("| connections | at once | calls/s | our CPU per call | p50 | p99 |\n|---|---|---|---|---|---|");
        for connections in [1, 2] {
            for at_once in [1, 16, 64, 256] {
                measure(connections, at_once).await;
            }
        }
        measure_pipeline().await;
    });
}

async fn connect(connections: usize) -> (Server, Redis) {
    let server = Server::start(Durability::EverySecond).await.unwrap();
    let config = RedisConfig {
        connections,
        ..RedisConfig::of(Mode::Single, vec![server.address().parse().unwrap()])
    };
    let redis = Redis::connect(&config).await.unwrap();
    (server, redis)
}

async fn measure(connections: usize, at_once: usize) {
    let (_server, redis) = connect(connections).await;
    let script = Script::new("#!lua\nredis.call('SET', KEYS[1], ARGV[1])\nreturn redis.call('INCR', KEYS[2])");
    let payload = vec![b'x'; 600];
    let calls = if at_once == 1 { CALLS / 10 } else { CALLS };
    let (began, cpu_before) = (Instant::now(), cpu());
    let workers = (0..at_once).map(|worker| {
        let (redis, script, payload) = (redis.clone(), script.clone(), payload.clone());
        tokio::spawn(async move {
            let mut took = Histogram::<u64>::new(3).unwrap();
            let keys = (format!("{{p{worker:03}}}:log"), format!("{{p{worker:03}}}:head"));
            for _ in 0..calls / at_once {
                let asked = Instant::now();
                redis.run::<u64>(&script, (&keys.0, &keys.1), &payload).await.unwrap();
                took.record(asked.elapsed().as_micros() as u64).unwrap();
            }
            took
        })
    });
    let mut took = Histogram::<u64>::new(3).unwrap();
    for worker in join_all(workers).await {
        took.add(worker.unwrap()).unwrap();
    }
    let (elapsed, spent) = (began.elapsed(), cpu() - cpu_before);
    println!(
        "| {connections} | {at_once} | {:.0} | {:.1} µs | {} µs | {} µs |",
        took.len() as f64 / elapsed.as_secs_f64(),
        spent.as_secs_f64() * 1e6 / took.len() as f64,
        took.value_at_quantile(0.5),
        took.value_at_quantile(0.99),
    );
}

async fn measure_pipeline() {
    let (_server, redis) = connect(1).await;
    let script = Script::new("#!lua flags=no-writes\nreturn redis.call('ZRANGE', KEYS[1], 0, 0)");
    let rounds = 500;
    let (began, cpu_before) = (Instant::now(), cpu());
    for _ in 0..rounds {
        let mut pipeline = Pipeline::new();
        for partition in 0..256 {
            pipeline.run(
                &script,
                format!("clock:{{p{partition:03}}}:due"),
                corners_redis::NO_ARGS,
            );
        }
        let answers = redis.pipeline::<Vec<String>>(&pipeline).await;
        assert!(answers.iter().all(Result::is_ok));
    }
    let (elapsed, spent) = (began.elapsed(), cpu() - cpu_before);
    println!(
        "\na pipeline of 256 scripts that read: {:.2} ms, {:.2} ms of our CPU",
        elapsed.as_secs_f64() * 1e3 / f64::from(rounds),
        spent.as_secs_f64() * 1e3 / f64::from(rounds),
    );
}

/// The processor time of this process so far, in the kernel's ticks of 10 ms.
fn cpu() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    Duration::from_millis(ticks * 10)
}
