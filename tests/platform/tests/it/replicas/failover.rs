//! A failover to a Redis that had not yet received the last events.

use std::collections::BTreeSet;
use std::time::Duration;

use corners_client::Update;
use corners_client::proto::game::v1::table_event::Kind;
use corners_client::proto::game::v1::{TableEvent, TableState, Version};
use corners_test_redis::{Durability, Options, Server};

use tokio::time::interval;

use super::support::{Replicas, both_seats, log, replicas, seconds, version};

const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failover_that_forgets_the_last_moves_is_told_and_the_game_goes_on_from_before_them() {
    let mut replicas = Replicas::on(replicas(Durability::Always).start().await).await;
    let follower = a_follower_of(replicas.stage.redis()).await;
    let player = replicas.guest().await;
    let request = both_seats(seconds(600), "");
    let table = player.at(0).create_table(request).await.unwrap();
    let mut watches: Vec<_> = player.all().map(|session| session.watch([&table.id])).collect();
    player.at(0).play(&table.id, "c3-d3", None).await.unwrap();
    let kept = player
        .at(1)
        .play(&table.id, "f6-e6", None)
        .await
        .unwrap()
        .state
        .unwrap();
    until_it_has_everything(replicas.stage.redis()).await;

    // From here on the follower hears nothing more.
    follower.ask::<()>(&["REPLICAOF", "NO", "ONE"]).await.unwrap();
    player.at(0).play(&table.id, "d3-e3", None).await.unwrap();
    let lost = player
        .at(1)
        .play(&table.id, "e6-e5", None)
        .await
        .unwrap()
        .state
        .unwrap();
    for watch in &mut watches {
        let mut seen = Version::default();
        while seen != version(Some(&lost)) {
            seen = version_of(watch.next_in_log().await.unwrap().unwrap());
        }
    }
    replicas.stage.redis_mut().kill();
    let address = follower.address().parse().unwrap();
    for link in replicas
        .stage
        .links
        .clocks_to_redis
        .iter()
        .chain(&replicas.stage.links.authorities_to_redis)
    {
        link.retarget([address]).await;
    }

    // The first move that was forgotten is played again.
    let again = player
        .at(0)
        .play(&table.id, "d3-e3", None)
        .await
        .unwrap()
        .state
        .unwrap();
    let head = version(Some(&again));
    let after = replicas.agreed(&player, &table.id).await;
    let moves: Vec<_> = after.moves.iter().map(|played| played.path.as_str()).collect();
    assert_eq!(moves, ["c3-d3", "f6-e6", "d3-e3"]);
    let told = log(player.at(1), &table, head.number).await;
    let told: Vec<_> = told.iter().filter_map(known_before).collect();
    assert_eq!(told, [version(Some(&lost))], "the log says once what it lost");
    let clocks = |state: &TableState| state.clocks.unwrap();
    assert!(
        clocks(&again).white_ms <= clocks(&kept).white_ms,
        "no time is won by it"
    );
    for watch in &mut watches {
        let mut snapshots = 0;
        let mut numbers = BTreeSet::new();
        let mut seen = Version::default();
        while seen != head {
            let update = watch.next_in_log().await.unwrap().unwrap();
            if matches!(update, Update::Snapshot(_)) {
                snapshots += 1;
                numbers.clear();
            }
            seen = version_of(update);
            numbers.insert(seen.number);
        }
        assert!(snapshots >= 1, "a log that is another one begins with a snapshot");
        let first = *numbers.first().unwrap();
        assert!(numbers.into_iter().eq(first..=head.number), "and goes on without a gap");
    }
}

/// A server that has everything that the master has.
async fn a_follower_of(master: &Server) -> Server {
    let of = format!("127.0.0.1 {}", master.port());
    let options = Options::of(Durability::Memory).set("replicaof", &of);
    let follower = Server::with(options).await.unwrap();
    until_it_has_everything(master).await;
    follower
}

/// Waits until the one follower has everything that was written so far, and has said so.
async fn until_it_has_everything(master: &Server) {
    let written: u64 = master.info("master_repl_offset").await.unwrap().parse().unwrap();
    let mut look = interval(BETWEEN_LOOKS);
    loop {
        look.tick().await;
        // `ip=127.0.0.1,port=6380,state=online,offset=1234,lag=0`, or nothing yet.
        let follower = master.info("slave0").await.unwrap_or_default();
        let received = follower.split_once("state=online,offset=");
        let received = received.and_then(|(_, rest)| rest.split(',').next()?.parse().ok());
        if received.is_some_and(|received: u64| received >= written) {
            return;
        }
    }
}

fn version_of(update: Update) -> Version {
    match update {
        Update::Snapshot(table) => version(table.state.as_ref()),
        Update::Event(event) => version(event.state.as_ref()),
        other => panic!("no part of the log: {other:?}"),
    }
}

/// What the log was known to be before it lost its tail, if the event says so.
fn known_before(event: &TableEvent) -> Option<Version> {
    match &event.kind {
        Some(Kind::TailLost(lost)) => lost.known.clone(),
        _ => None,
    }
}
