//! What grows with the load, and what must not.

use std::collections::BTreeSet;
use std::time::Duration;

use corners_client::Session;
use corners_client::proto::game::v1::{ListLiveTablesRequest, ListMyTablesRequest, Side};
use corners_platform_tests::{Stage, size};
use corners_proto::game::internal::v1::game_internal_service_client::GameInternalServiceClient;
use corners_proto::game::internal::v1::{AckFinishedRequest, TakeFinishedRequest};
use corners_test_redis::{Durability, driver};
use futures::future::join_all;
use tokio::time::interval;

use super::support::{Everywhere, Replicas, both_seats, replicas, seconds};

/// How many games leave nothing behind, unless the environment says so (`CORNERS_TEST_GAMES`).
const GAMES: usize = 100;

/// Time on each clock of these games: enough for them, and no more, since an alarm of a game that is over may be left until
/// it rings.
const RESERVE_S: i64 = 10;

/// Long enough that nothing takes so long which happens at all.
const LOOKS: usize = 600;
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_times_the_load_has_no_more_connections_to_redis() {
    let replicas = Replicas::start().await;
    let light = connections_under_load(&replicas, 10).await;
    let heavy = connections_under_load(&replicas, 100).await;
    assert_eq!(heavy, light);
}

/// The most connections to Redis that were there while games were played at so many tables.
async fn connections_under_load(replicas: &Replicas, tables: usize) -> usize {
    let player = replicas.guest().await;
    let games = (0..tables).map(|number| a_short_game(player.clone(), number, 600));
    let mut games = std::pin::pin!(join_all(games));
    let mut most = 0;
    let mut look = interval(Duration::from_millis(20));
    loop {
        tokio::select! {
            _ = games.as_mut() => break,
            _ = look.tick() => {
                let list: String = replicas.stage.redis().ask(&["CLIENT", "LIST"]).await.unwrap();
                // One of them asks.
                most = most.max(list.lines().count() - 1);
            }
        }
    }
    assert!(most > 0, "somebody looked while games were played");
    most
}

/// A few moves at a table that is watched at every replica, and its end.
async fn a_short_game(player: Everywhere, number: usize, reserve_s: i64) {
    let request = both_seats(seconds(reserve_s), "");
    let table = player.at(number).create_table(request).await.unwrap().id;
    let watches: Vec<_> = player.all().map(|session| session.watch([&table])).collect();
    for (at, path) in ["c3-d3", "f6-e6", "d3-e3", "e6-e5"].into_iter().enumerate() {
        player.at(number + at).play(&table, path, None).await.unwrap();
    }
    player
        .at(number)
        .seat(&table)
        .playing(Side::White)
        .resign()
        .await
        .unwrap();
    for mut watch in watches {
        while let Some(update) = watch.next_in_log().await {
            update.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_that_are_over_leave_no_key_behind() {
    let games = size("CORNERS_TEST_GAMES").unwrap_or(GAMES);
    let replicas = Replicas::on(replicas(Durability::Memory).start().await).await;
    let stage = &replicas.stage;
    let player = replicas.guest().await;
    // What is there whether or not there was a game.
    let before = keys(stage).await;
    for first in (0..games).step_by(25) {
        let some = first..games.min(first + 25);
        join_all(some.map(|number| a_short_game(player.clone(), number, RESERVE_S))).await;
    }
    acknowledge(stage, games).await;
    assert_eq!(live_and_mine(player.at(0)).await, (0, games.min(200)), "a page of them");
    let during = keys(stage).await;
    assert!(during.len() >= before.len() + games, "tables have an afterlife");
    let due = bring_the_end_forward(stage).await;
    assert_eq!(due, games, "every table has an end");
    let mut look = interval(BETWEEN_LOOKS);
    for _ in 0..LOOKS {
        look.tick().await;
        if live_and_mine(player.at(0)).await == (0, 0) && left(stage, &before).await.is_empty() {
            return;
        }
    }
    panic!("{games} games left {:?}", left(stage, &before).await);
}

/// How many tables are listed as live, and as the caller's: at most a page each.
async fn live_and_mine(session: &Session) -> (usize, usize) {
    let live = session.list_live_tables(ListLiveTablesRequest {
        page_size: 200,
        ..Default::default()
    });
    let mine = session.list_my_tables(ListMyTablesRequest {
        page_size: 200,
        ..Default::default()
    });
    (live.await.unwrap().tables.len(), mine.await.unwrap().tables.len())
}

/// Takes all finished tables, as the archive does, and acknowledges them, each twice.
async fn acknowledge(stage: &Stage, games: usize) {
    let mut clients = Vec::new();
    for replica in 0..stage.authorities.len() {
        let channel = stage.inside(stage.authority_internal_address(replica)).await;
        clients.push(GameInternalServiceClient::new(channel));
    }
    let mut taken = BTreeSet::new();
    let mut acknowledged = 0;
    let mut look = interval(BETWEEN_LOOKS);
    for round in 0..LOOKS {
        let client = &mut clients[round % 2];
        let tables = client.take_finished(TakeFinishedRequest { limit: 16 }).await;
        let tables = tables.unwrap().into_inner().tables.into_iter();
        let tables: Vec<_> = tables.map(|table| table.id).collect();
        if tables.is_empty() {
            look.tick().await;
        }
        for table in &tables {
            assert!(taken.insert(table.clone()), "nothing is handed out twice so soon");
        }
        for client in &mut clients {
            let tables = tables.clone();
            let answer = client.ack_finished(AckFinishedRequest { tables }).await.unwrap();
            acknowledged += answer.into_inner().acknowledged as usize;
        }
        if acknowledged == games {
            return;
        }
    }
    panic!("of {games} finished games {acknowledged} were handed out and acknowledged");
}

/// All keys without an end of their own.
async fn keys(stage: &Stage) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    for key in stage.redis().ask::<Vec<String>>(&["KEYS", "*"]).await.unwrap() {
        let lives_ms: i64 = stage.redis().ask(&["PTTL", &key]).await.unwrap();
        if lives_ms == -1 {
            keys.insert(key);
        }
    }
    keys
}

async fn left(stage: &Stage, before: &BTreeSet<String>) -> Vec<String> {
    keys(stage).await.difference(before).cloned().collect()
}

/// Has the afterlife of all tables be over now: how many have one.
async fn bring_the_end_forward(stage: &Stage) -> usize {
    let mut count = 0;
    for key in stage
        .redis()
        .ask::<Vec<String>>(&["KEYS", "game:*:afterlife"])
        .await
        .unwrap()
    {
        let mut connection = driver::Client::open(stage.redis().url())
            .unwrap()
            .get_multiplexed_async_connection()
            .await
            .unwrap();
        let mut range = driver::cmd("ZRANGE");
        let tables: Vec<Vec<u8>> = range
            .arg(&key)
            .arg(0)
            .arg(-1)
            .query_async(&mut connection)
            .await
            .unwrap();
        for table in tables {
            let mut change = driver::cmd("ZADD");
            change.arg(&key).arg("XX").arg(1).arg(table);
            change.query_async::<()>(&mut connection).await.unwrap();
            count += 1;
        }
    }
    count
}
