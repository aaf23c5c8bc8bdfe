//! The store in Redis passes the suite that every store passes, on one server and on a cluster.

use corners_matchmaking::store::conformance::{Tested, Time};
use corners_matchmaking::store::{StoreError, conformance};
use corners_redis::Mode;
use corners_test_redis::{Cluster, Durability, Server};

pub use crate::rig::connect;

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
