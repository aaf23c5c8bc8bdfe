//! The Redis store passes the suite that every table store passes, on one server and on a cluster, and some more that
//! only several processes can tell.

use std::sync::Arc;
use std::time::Duration;

use corners_clockwork::GameTime;
use corners_game_authority::store::{
    Appended, LogRead, RedisTables, StoreError, TableStore, Taking, Tended, conformance,
};
use corners_game_authority::table::BySide;
use corners_proto::ids::TableId;
use corners_redis::{Mode, Redis, RedisConfig};
use corners_test_redis::{Cluster, Durability, Server};

/// A store of a process of its own on these servers.
pub(crate) async fn connect(mode: Mode, servers: impl IntoIterator<Item = &Server>) -> Arc<dyn TableStore> {
    let nodes = servers.into_iter().map(|server| server.address().parse().unwrap());
    let redis = Redis::connect(&RedisConfig::of(mode, nodes.collect())).await.unwrap();
    Arc::new(RedisTables::new(redis))
}

async fn connect_two(mode: Mode, servers: &[&Server]) -> [Arc<dyn TableStore>; 2] {
    let [one, other] = [(); 2].map(|()| connect(mode, servers.iter().copied()));
    [one.await, other.await]
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
    .await?;
    conformance::run_shared(async || {
        empty([&server]).await;
        Ok(connect_two(Mode::Single, &[&server]).await)
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_cluster_of_three_it_conforms() -> Result<(), StoreError> {
    let cluster = Cluster::start(3).await.unwrap();
    let masters: Vec<&Server> = cluster.masters.iter().collect();
    conformance::run(async || {
        empty(masters.iter().copied()).await;
        Ok(connect(Mode::Cluster, masters.iter().copied()).await)
    })
    .await?;
    conformance::run_shared(async || {
        empty(masters.iter().copied()).await;
        Ok(connect_two(Mode::Cluster, &masters).await)
    })
    .await
}

/// A log that holds what is no event harms nobody but its own table.
#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_cannot_be_read_is_reported_with_table_and_event_and_harms_no_other() -> Result<(), StoreError> {
    let server = Server::start(Durability::Memory).await.unwrap();
    let store = connect(Mode::Single, [&server]).await;
    conformance::make_two_tables_with_alarms(&*store).await?;
    let [damaged, whole] = [1, 2].map(|number| TableId::from_bytes([number; 16]));
    let log = format!("game:{{p001}}:log:{damaged}");
    server.ask::<()>(&["LSET", &log, "0", "no event"]).await.unwrap();
    let read = store.load(damaged, None).await;
    assert!(
        matches!(&read, Err(StoreError::Corrupt { table, number: 1, .. }) if *table == damaged),
        "{read:?}"
    );
    assert!(matches!(store.load(whole, None).await?.log, LogRead::Whole(_)));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_out_of_memory_takes_no_event_and_lets_tables_go() -> Result<(), StoreError> {
    let server = Server::start(Durability::Memory).await.unwrap();
    let store = connect(Mode::Single, [&server]).await;
    let (over, left) = (TableId::from_bytes([1; 16]), TableId::from_bytes([2; 16]));
    conformance::make_two_tables_with_alarms(&*store).await?;
    store.append(conformance::ending(over)).await?;
    let before = store.load(left, None).await?.log;
    server.config_set("maxmemory", "1").await.unwrap();

    let refused = store.append(conformance::ending(left)).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    let refused = store.probe().await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    assert_eq!(store.load(left, None).await?.log, before);

    let alarms = store.alarms_to_arm(10).await?;
    store.armed(&alarms).await?;
    let taking = Taking {
        limit: 10,
        settled_for: Duration::ZERO,
        hidden_for: Duration::ZERO,
    };
    assert_eq!(store.take_finished(taking).await?, [over]);
    assert_eq!(store.acknowledge(&[over], Duration::ZERO).await?, 1);
    assert_eq!(store.expire(10).await?, 1);
    assert_eq!(store.load(over, None).await?.log, LogRead::Missing);

    server.config_set("maxmemory", "0").await.unwrap();
    assert_eq!(store.append(conformance::ending(left)).await?, Appended::Stored);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_of_tables_that_are_forgotten() -> Result<(), StoreError> {
    let server = Server::start(Durability::Memory).await.unwrap();
    let store = connect(Mode::Single, [&server]).await;
    let tables: Vec<TableId> = (0..300_u16)
        .map(|number| {
            let mut id = [7; 16];
            id[..2].copy_from_slice(&number.to_le_bytes());
            TableId::from_bytes(id)
        })
        .collect();
    let watched = |table: &TableId| Tended {
        table: *table,
        present: BySide {
            white: true,
            black: false,
        },
        spectators: 2,
        round_trips: BySide::default(),
        announce: true,
    };
    let watched: Vec<Tended> = tables.iter().map(watched).collect();
    for table in &tables {
        conformance::make_table(&*store, *table).await?;
    }
    store.tend(GameTime::from_millis(1), &watched).await?;
    for table in &tables {
        store.append(conformance::ending(*table)).await?;
    }
    store.tend(GameTime::from_millis(2), &watched).await?;
    let alarms = store.alarms_to_arm(1_000).await?;
    store.armed(&alarms).await?;
    assert_eq!(store.acknowledge(&tables, Duration::ZERO).await?, tables.len());
    while store.expire(100).await? > 0 {}
    store.tend(GameTime::from_millis(3), &watched).await?;
    let keys: Vec<String> = server.ask(&["KEYS", "*"]).await.unwrap();
    assert_eq!(keys, Vec::<String>::new());
    Ok(())
}
