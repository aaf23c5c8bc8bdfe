use std::time::Duration;

use corners_redis::{Redis, RedisFault};
use corners_test_redis::{Cluster, Durability, Server};
use tokio::time::Instant;

use crate::support::{clustered, counted, single, until_answered};

/// Ten calls at once, none of which may be answered, nor take a second.
async fn is_away(redis: &Redis, key: &str) {
    let asked = Instant::now();
    let calls = (0..10).map(|_| counted(redis, key));
    for answer in futures::future::join_all(calls).await {
        assert!(matches!(answer, Err(RedisFault::Unavailable(_))), "{answer:?}");
    }
    assert!(asked.elapsed() < Duration::from_secs(1));
}

#[tokio::test]
async fn a_killed_server_is_unavailable_until_it_is_back_with_all_that_it_acknowledged() {
    let mut server = Server::start(Durability::Always).await.unwrap();
    let redis = Redis::connect(&single(&server)).await.unwrap();
    let mut acknowledged = counted(&redis, "a").await.unwrap();
    for _ in 0..3 {
        server.kill();
        is_away(&redis, "a").await;
        is_away(&redis, "a").await;
        server.restart().await.unwrap();
        let now = until_answered(|| counted(&redis, "a")).await;
        assert!(now > acknowledged);
        acknowledged = now;
    }
}

#[tokio::test]
async fn a_server_that_stops_for_a_while_is_unavailable_for_that_while() {
    let server = Server::start(Durability::Memory).await.unwrap();
    let redis = Redis::connect(&single(&server)).await.unwrap();
    for _ in 0..3 {
        server.pause();
        is_away(&redis, "a").await;
        is_away(&redis, "a").await;
        server.resume();
        until_answered(|| counted(&redis, "a")).await;
    }
}

#[tokio::test]
async fn a_server_that_refuses_writes_for_a_while_is_unavailable_for_that_while() {
    let server = Server::start(Durability::Memory).await.unwrap();
    let redis = Redis::connect(&single(&server)).await.unwrap();
    for (setting, bad, good) in [("maxmemory", "1", "0"), ("min-replicas-to-write", "1", "0")] {
        server.config_set(setting, bad).await.unwrap();
        is_away(&redis, "a").await;
        server.config_set(setting, good).await.unwrap();
        assert!(counted(&redis, "a").await.is_ok());
    }
    server.ask::<()>(&["REPLICAOF", "127.0.0.1", "1"]).await.unwrap();
    is_away(&redis, "a").await;
    server.ask::<()>(&["REPLICAOF", "NO", "ONE"]).await.unwrap();
    until_answered(|| counted(&redis, "a")).await;
}

#[tokio::test]
async fn connections_that_are_cut_are_made_anew_before_the_next_call() {
    let server = Server::start(Durability::Memory).await.unwrap();
    let redis = Redis::connect(&single(&server)).await.unwrap();
    for expected in 1..20 {
        server
            .ask::<()>(&["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"])
            .await
            .unwrap();
        let count = until_answered(|| counted(&redis, "a")).await;
        assert!(count >= expected);
    }
}

#[tokio::test]
async fn the_loss_of_one_master_leaves_the_slots_of_the_others() {
    let mut cluster = Cluster::start(3).await.unwrap();
    // So that the others go on, as far as they can, when one is gone.
    for master in &cluster.masters {
        master.config_set("cluster-require-full-coverage", "no").await.unwrap();
    }
    let redis = Redis::connect(&clustered(&cluster)).await.unwrap();
    let on_second = "{foo}";
    let on_others = ["{hello}", "{world}"];
    // foo is slot 12182, of the third master.
    cluster.masters[2].kill();
    is_away(&redis, on_second).await;
    for key in on_others {
        assert!(counted(&redis, key).await.is_ok(), "{key}");
    }
    let everywhere = redis
        .each_master::<u64>(
            &crate::support::count(),
            |tag| format!("dry:{tag}"),
            corners_redis::NO_ARGS,
        )
        .await;
    assert!(matches!(everywhere, Err(RedisFault::Unavailable(_))));
    cluster.masters[2].restart().await.unwrap();
    until_answered(|| counted(&redis, on_second)).await;
}
