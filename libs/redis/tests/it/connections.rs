use corners_redis::{Redis, RedisConfig};
use corners_test_redis::{Durability, Server};
use futures::future::join_all;

use crate::support::{counted, single};

#[tokio::test]
async fn ten_times_the_load_opens_no_more_connections() {
    let server = Server::start(Durability::Memory).await.unwrap();
    let config = RedisConfig {
        connections: 3,
        ..single(&server)
    };
    let redis = Redis::connect(&config).await.unwrap();
    let mut subscription = redis.subscribe(["{p000}:wake".to_owned()]);
    subscription.next().await;
    for at_once in [100, 1_000] {
        let calls = (0..at_once).map(|_| counted(&redis, "a"));
        assert!(join_all(calls).await.iter().all(Result::is_ok));
        let connected: usize = server.info("connected_clients").await.unwrap().parse().unwrap();
        // Three for calls, one for the subscription, and the one that asks.
        assert_eq!(connected, 5, "with {at_once} calls at once");
    }
}

#[tokio::test]
async fn connections_end_with_the_last_handle() {
    let server = Server::start(Durability::Memory).await.unwrap();
    let redis = Redis::connect(&single(&server)).await.unwrap();
    let subscription = redis.subscribe(["{p000}:wake".to_owned()]);
    counted(&redis, "a").await.unwrap();
    drop((redis.clone(), redis, subscription));
    while server.info("connected_clients").await.unwrap() != "1" {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn an_outage_leaves_no_connections_behind() {
    let server = Server::start(Durability::Memory).await.unwrap();
    let redis = Redis::connect(&single(&server)).await.unwrap();
    for _ in 0..3 {
        server.pause();
        for _ in 0..3 {
            assert!(counted(&redis, "a").await.is_err());
        }
        server.resume();
        crate::support::until_answered(|| counted(&redis, "a")).await;
    }
    while server.info("connected_clients").await.unwrap() != "2" {
        tokio::task::yield_now().await;
    }
}
