use std::time::Duration;

use corners_redis::Redis;
use corners_test_redis::{Cluster, Durability, Sentinel, Server};

use crate::support::{clustered, counted, until_answered, watched};

#[tokio::test]
async fn calls_follow_the_master_that_the_sentinel_names() {
    let mut sentinel = Sentinel::start().await.unwrap();
    let redis = Redis::connect(&watched(&sentinel)).await.unwrap();
    counted(&redis, "a").await.unwrap();

    sentinel.failover().await.unwrap();
    assert_eq!(sentinel.master().await.unwrap(), 1);
    until_written_to(&sentinel.servers[1], &redis).await;

    sentinel.servers[1].kill();
    until_written_to(&sentinel.servers[0], &redis).await;
    assert_eq!(sentinel.master().await.unwrap(), 0, "the first one is master again");

    // The one that was killed comes back, believes it is master, and is told otherwise.
    sentinel.servers[1].restart().await.unwrap();
    let role = async || sentinel.servers[1].info("role").await.unwrap();
    while role().await == "master" {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let before = until_answered(|| counted(&redis, "a")).await;
    let master: u64 = sentinel.servers[0].ask(&["GET", "a"]).await.unwrap();
    assert_eq!(master, before, "calls go where the sentinel says");
}

/// The old master goes on until the sentinel has told it, so that a call may still be answered there.
async fn until_written_to(server: &Server, redis: &Redis) {
    loop {
        let written = until_answered(|| counted(redis, "a")).await;
        if server.ask::<Option<u64>>(&["GET", "a"]).await.unwrap() == Some(written) {
            return;
        }
    }
}

#[tokio::test]
async fn calls_follow_the_masters_of_a_cluster() {
    let mut cluster = Cluster::with(3, true, Durability::Memory).await.unwrap();
    let redis = Redis::connect(&clustered(&cluster)).await.unwrap();
    // foo is slot 12182, of the third master.
    counted(&redis, "{foo}").await.unwrap();

    cluster.failover(2).await.unwrap();
    let after_handover = until_answered(|| counted(&redis, "{foo}")).await;
    assert!(after_handover >= 2, "nothing is lost when both are there");

    cluster.replicas[2].kill();
    until_answered(|| counted(&redis, "{foo}")).await;
    assert_eq!(cluster.masters[2].info("role").await.unwrap(), "master");
}

#[tokio::test]
async fn a_master_that_stops_and_goes_on_is_a_master_no_more() {
    let sentinel = Sentinel::start().await.unwrap();
    let redis = Redis::connect(&watched(&sentinel)).await.unwrap();
    counted(&redis, "a").await.unwrap();
    sentinel.servers[0].pause();
    until_written_to(&sentinel.servers[1], &redis).await;
    sentinel.servers[0].resume();
    for _ in 0..100 {
        let written = until_answered(|| counted(&redis, "a")).await;
        let stored: u64 = sentinel.servers[1].ask(&["GET", "a"]).await.unwrap();
        assert_eq!(
            stored, written,
            "whatever the old one believes, nothing is written to it"
        );
    }
}

#[tokio::test]
async fn a_master_of_a_cluster_that_stops_and_goes_on_is_a_master_no_more() {
    let cluster = Cluster::with(3, true, Durability::Memory).await.unwrap();
    let redis = Redis::connect(&clustered(&cluster)).await.unwrap();
    // foo is slot 12182, of the third master.
    counted(&redis, "{foo}").await.unwrap();
    cluster.masters[2].pause();
    until_answered(|| counted(&redis, "{foo}")).await;
    cluster.masters[2].resume();
    for _ in 0..100 {
        let written = until_answered(|| counted(&redis, "{foo}")).await;
        let stored: u64 = cluster.replicas[2].ask(&["GET", "{foo}"]).await.unwrap();
        assert_eq!(stored, written);
    }
}
