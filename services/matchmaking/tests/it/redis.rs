//! The store in Redis passes the suite that every store passes, on one server and on a cluster.

use std::sync::Arc;

use corners_matchmaking::store::conformance::{Tested, Time};
use corners_matchmaking::store::{MatchmakingStore, RedisMatchmakingStore, StoreError, conformance};
use corners_redis::{Mode, Redis, RedisConfig};
use corners_test_redis::{Cluster, Durability, Server};

/// A store of a process of its own on these servers.
pub async fn connect(mode: Mode, servers: &[&Server]) -> Arc<dyn MatchmakingStore> {
    let nodes = servers.iter().map(|server| server.address().parse().unwrap()).collect();
    let redis = Redis::connect(&RedisConfig::of(mode, nodes)).await.unwrap();
    Arc::new(RedisMatchmakingStore::new(redis))
}

async fn conforms(mode: Mode, servers: &[&Server]) -> Result<(), StoreError> {
    conformance::run(async || {
        for server in servers {
            server.ask::<()>(&["FLUSHALL"]).await.unwrap();
        }
        Ok(Tested {
            one: connect(mode, servers).await,
            other: connect(mode, servers).await,
            time: Time::Passes,
        })
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn on_one_server_it_conforms() -> Result<(), StoreError> {
    let server = Server::start(Durability::Memory).await.unwrap();
    conforms(Mode::Single, &[&server]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_cluster_of_three_it_conforms() -> Result<(), StoreError> {
    let cluster = Cluster::start(3).await.unwrap();
    conforms(Mode::Cluster, &cluster.masters.iter().collect::<Vec<_>>()).await
}
