use std::future::Future;
use std::time::Duration;

use corners_redis::{Mode, NO_ARGS, NodeAddress, Redis, RedisConfig, RedisFault, Script};
use corners_test_redis::{Cluster, Sentinel, Server};
use tokio::time::{Instant, sleep};

/// Writes: the key's value becomes one higher.
pub(crate) fn count() -> Script {
    Script::new("#!lua\nreturn redis.call('INCR', KEYS[1])")
}

/// Reads, and says so.
pub(crate) fn look() -> Script {
    Script::new("#!lua flags=no-writes\nreturn redis.call('GET', KEYS[1])")
}

pub(crate) fn address(text: &str) -> NodeAddress {
    text.parse().unwrap()
}

pub(crate) fn single(server: &Server) -> RedisConfig {
    RedisConfig::of(Mode::Single, vec![address(&server.address())])
}

pub(crate) fn clustered(cluster: &Cluster) -> RedisConfig {
    let nodes = cluster.addresses().iter().map(|text| address(text)).collect();
    RedisConfig::of(Mode::Cluster, nodes)
}

pub(crate) fn watched(sentinel: &Sentinel) -> RedisConfig {
    RedisConfig {
        master: sentinel.master_name().to_owned(),
        ..RedisConfig::of(Mode::Sentinel, vec![address(&sentinel.address())])
    }
}

pub(crate) async fn counted(redis: &Redis, key: &str) -> Result<u64, RedisFault> {
    redis.run(&count(), key, NO_ARGS).await
}

/// Calls until a call succeeds; every one that fails says that Redis is not available, in less than a second.
pub(crate) async fn until_answered<T, F>(mut call: impl FnMut() -> F) -> T
where
    F: Future<Output = Result<T, RedisFault>>,
{
    let end = Instant::now() + Duration::from_secs(30);
    while Instant::now() < end {
        let asked = Instant::now();
        match call().await {
            Ok(answer) => return answer,
            Err(RedisFault::Unavailable(_)) => assert!(asked.elapsed() < Duration::from_secs(1)),
            Err(fault) => panic!("{fault}"),
        }
        sleep(Duration::from_millis(10)).await;
    }
    panic!("redis did not come back");
}
