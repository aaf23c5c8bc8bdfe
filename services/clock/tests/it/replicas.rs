//! Two replicas of the clock on one Redis, in real time.

use std::sync::Arc;
use std::time::Duration;

use corners_clock::store::RedisClockStore;
use corners_clock::{Clock, Options};
use corners_proto::clock::internal::v1::clock_internal_service_client::ClockInternalServiceClient;
use corners_redis::{Mode, Redis, RedisConfig};
use corners_service::internal::InternalChannel;
use corners_test_redis::{Durability, Sentinel, Server};
use tokio::time::sleep;

use crate::authority::FakeAuthority;
use crate::platform::{Replica, run, table};

/// Tables are spread over the partitions by their first byte.
fn spread(number: u64) -> u64 {
    number << 56 | number
}

async fn clock(config: &RedisConfig) -> Clock {
    let store = RedisClockStore::new(Redis::connect(config).await.unwrap());
    Clock::new(Arc::new(store), Options::default()).await.unwrap()
}

async fn two_replicas(config: &RedisConfig) -> (Replica, Replica, FakeAuthority) {
    let one = clock(config).await;
    let internal = ClockInternalServiceClient::new(InternalChannel::in_process(one.internal_server()));
    let authority = FakeAuthority::new(internal);
    let other = run(clock(config).await, &authority);
    (run(one, &authority), other, authority)
}

fn flags(authority: &FakeAuthority) -> usize {
    let world = authority.world();
    world.tables.values().filter(|table| table.flag.is_some()).count()
}

/// Waits until every table has been flagged; none may be flagged before its time.
async fn until_all_flags_fell(authority: &FakeAuthority) {
    while flags(authority) < authority.world().tables.len() {
        sleep(Duration::from_millis(5)).await;
    }
    for table in authority.world().tables.values() {
        let flag = table.flag.unwrap();
        assert!(flag.reading_ms >= flag.due_ms.unwrap(), "{flag:?}");
    }
}

#[tokio::test]
async fn what_a_replica_armed_rings_although_it_has_died() {
    let server = Server::start(Durability::Memory).await.unwrap();
    let config = RedisConfig::of(Mode::Single, vec![server.address().parse().unwrap()]);
    let (one, other, authority) = two_replicas(&config).await;
    for number in 0..256 {
        authority.seat(table(spread(number)), 300 + number).await;
    }
    one.kill();
    authority.use_clock(other.internal());
    until_all_flags_fell(&authority).await;
    while server.ask::<usize>(&["DBSIZE"]).await.unwrap() > 1 {
        sleep(Duration::from_millis(5)).await;
    }
    assert!(
        other.game_ms().await > 0,
        "only the pair is left in the store, and it moves"
    );
}

#[tokio::test]
async fn two_living_replicas_share_the_alarms() {
    let server = Server::start(Durability::Memory).await.unwrap();
    let config = RedisConfig::of(Mode::Single, vec![server.address().parse().unwrap()]);
    let (_one, _other, authority) = two_replicas(&config).await;
    for number in 0..256 {
        authority.seat(table(spread(number)), 200 + number).await;
    }
    until_all_flags_fell(&authority).await;
    let rings = authority.world().rings.len();
    assert!(rings < 256 + 64, "{rings} deliveries: hardly any alarm rings at both");
}

#[tokio::test]
async fn a_failover_stops_game_time_and_loses_no_alarm() {
    let mut sentinel = Sentinel::start().await.unwrap();
    let config = RedisConfig {
        master: sentinel.master_name().to_owned(),
        ..RedisConfig::of(Mode::Sentinel, vec![sentinel.address().parse().unwrap()])
    };
    let (one, other, authority) = two_replicas(&config).await;
    for number in 0..256 {
        authority.seat(table(spread(number)), 1_500 + number).await;
    }
    let replicated = async || sentinel.servers[1].ask::<usize>(&["DBSIZE"]).await.unwrap();
    while replicated().await < 2 * 256 + 1 {
        sleep(Duration::from_millis(5)).await;
    }
    let before = one.game_ms().await;
    sentinel.servers[0].kill();
    sentinel.until_master_is_not(0).await.unwrap();
    until_all_flags_fell(&authority).await;
    assert!(one.game_ms().await > before && other.game_ms().await > before);
}
