//! The Redis store passes the suite that every table store passes, on one server and on a cluster, and some more that
//! only several processes can tell.

use std::sync::Arc;

use corners_game_authority::store::{RedisTables, StoreError, TableStore, conformance};
use corners_redis::{Mode, Redis, RedisConfig};
use corners_test_redis::{Cluster, Durability, Server};

/// A store of a process of its own on these servers.
async fn connect(mode: Mode, servers: impl IntoIterator<Item = &Server>) -> Arc<dyn TableStore> {
    let nodes = servers.into_iter().map(|server| server.address().parse().unwrap());
    let redis = Redis::connect(&RedisConfig::of(mode, nodes.collect())).await.unwrap();
    Arc::new(RedisTables::new(redis))
}

async fn empty(servers: impl IntoIterator<Item = &Server>) {
    for server in servers {
        server.ask::<()>(&["FLUSHALL"]).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn on_one_server_it_conforms() -> Result<(), StoreError> {
    let server = Server::start(Durability::Memory).await.unwrap();
    conformance::run(async || {
        empty([&server]).await;
        Ok(connect(Mode::Single, [&server]).await)
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_cluster_of_three_it_conforms() -> Result<(), StoreError> {
    let cluster = Cluster::start(3).await.unwrap();
    conformance::run(async || {
        empty(&cluster.masters).await;
        Ok(connect(Mode::Cluster, &cluster.masters).await)
    })
    .await
}
