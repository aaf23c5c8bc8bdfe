use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use corners_clock::store::{ClockStore, EmbeddedClockStore, RedisClockStore, StoreError, conformance};
use corners_embedded::Location;
use corners_redis::{Mode, Redis, RedisConfig};
use corners_service::time::wall_clock_ms;
use corners_test_redis::{Cluster, Durability, Server};

#[tokio::test]
async fn the_embedded_store_conforms_in_memory() {
    let open = async || {
        let store = EmbeddedClockStore::open(Location::Memory, Arc::new(wall_clock_ms)).await?;
        Ok(Arc::new(store) as Arc<dyn ClockStore>)
    };
    conformance::run(open).await.unwrap();
}

#[tokio::test]
async fn the_embedded_store_conforms_on_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let opened = AtomicUsize::new(0);
    let open = async || {
        let file = folder
            .path()
            .join(format!("{}.db", opened.fetch_add(1, Ordering::SeqCst)));
        let store = EmbeddedClockStore::open(Location::File(file), Arc::new(wall_clock_ms)).await?;
        Ok(Arc::new(store) as Arc<dyn ClockStore>)
    };
    conformance::run(open).await.unwrap();
}

#[tokio::test]
async fn the_redis_store_conforms_on_one_server() {
    let server = Server::start(Durability::Memory).await.unwrap();
    conforms_in_redis(&[&server], Mode::Single).await;
}

#[tokio::test]
async fn the_redis_store_conforms_on_a_cluster() {
    let cluster = Cluster::start(3).await.unwrap();
    conforms_in_redis(&cluster.masters.iter().collect::<Vec<_>>(), Mode::Cluster).await;
}

async fn conforms_in_redis(servers: &[&Server], mode: Mode) {
    let nodes = servers.iter().map(|server| server.address().parse().unwrap()).collect();
    let config = RedisConfig::of(mode, nodes);
    let redis = Redis::connect(&config).await.unwrap();
    let replica = || Arc::new(RedisClockStore::new(redis.clone())) as Arc<dyn ClockStore>;
    let empty = async || {
        for server in servers {
            server
                .ask::<()>(&["FLUSHALL"])
                .await
                .map_err(|error| StoreError::new("empty", error))?;
        }
        Ok(())
    };
    conformance::run(async || {
        empty().await?;
        Ok(replica())
    })
    .await
    .unwrap();
    conformance::run_shared(async || {
        empty().await?;
        Ok([replica(), replica()])
    })
    .await
    .unwrap();
}
