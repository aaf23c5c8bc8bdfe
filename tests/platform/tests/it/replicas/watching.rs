//! Watchers on all replicas.

use std::sync::Arc;
use std::time::Duration;

use corners_client::proto::game::v1::{Side, Table};
use corners_client::{Options, Session, Update};
use corners_platform_tests::size;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::support::{Everywhere, Replicas, next_event, paths, playing, version};

/// How many streams there are, unless the environment says so (`CORNERS_TEST_STREAMS`).
const STREAMS: usize = 2_000;

/// Streams on one connection: half of what a server allows.
const STREAMS_ON_CONNECTION: usize = 100;

const TABLES: usize = 20;

/// Moves at each table while the streams begin, and after all have.
const MOVES_MEANWHILE: usize = 40;
const MOVES_AFTERWARDS: usize = 10;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thousands_of_watchers_see_every_version_from_their_snapshot_on_while_moves_flow() {
    let streams = size("CORNERS_TEST_STREAMS").unwrap_or(STREAMS);
    let replicas = Replicas::start().await;
    let player = replicas.guest().await;
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        tables.push(player.table().await);
    }
    let begun = Arc::new(watch::Sender::new(0));
    let games: Vec<_> = (0..TABLES)
        .map(|number| {
            let game = a_game(
                player.clone(),
                tables[number].clone(),
                number,
                begun.subscribe(),
                streams,
            );
            tokio::spawn(game)
        })
        .collect();
    let watchers = begin_streams(&replicas, &tables, streams, &begun).await;
    let mut heads = Vec::new();
    for game in games {
        heads.push(game.await.unwrap());
    }
    for (stream, watcher) in watchers.into_iter().enumerate() {
        let (snapshot, last) = watcher.await.unwrap();
        let head = heads[stream % TABLES];
        assert_eq!(last, head, "stream {stream}, which began at version {snapshot}");
    }
}

/// Plays moves as streams begin, then some more, and resigns. Answers the last version.
async fn a_game(
    player: Everywhere,
    table: Table,
    number: usize,
    mut begun: watch::Receiver<usize>,
    streams: usize,
) -> u64 {
    let mut random = StdRng::seed_from_u64(number as u64);
    let mut state = table.state.unwrap();
    for ply in 0..MOVES_MEANWHILE + MOVES_AFTERWARDS {
        let due = streams * ply.min(MOVES_MEANWHILE) / MOVES_MEANWHILE;
        begun.wait_for(|begun| *begun >= due).await.unwrap();
        let path = *paths(&state).choose(&mut random).unwrap();
        let request = playing(&table.id, &state, path);
        state = player.at(ply).play_move(request).await.unwrap().state.unwrap();
        if state.ending.is_some() {
            break;
        }
    }
    if state.ending.is_none() {
        let white = player.at(number).seat(&table.id).playing(Side::White);
        state = white.resign().await.unwrap();
    }
    version(Some(&state)).number
}

/// Opens the streams, each over one table, and lets each read to its end: the versions of its snapshot and its end.
async fn begin_streams(
    replicas: &Replicas,
    tables: &[Table],
    streams: usize,
    begun: &Arc<watch::Sender<usize>>,
) -> Vec<JoinHandle<(u64, u64)>> {
    let watcher = replicas.stage.player().await;
    let mut watchers = Vec::new();
    for first in (0..streams).step_by(STREAMS_ON_CONNECTION) {
        let session = watcher.over(&replicas.stage.connect(Options::default()).await);
        for stream in first..streams.min(first + STREAMS_ON_CONNECTION) {
            let table = tables[stream % TABLES].id.clone();
            watchers.push(tokio::spawn(one_watcher(session.clone(), table, Arc::clone(begun))));
        }
    }
    watchers
}

async fn one_watcher(session: Session, table: String, begun: Arc<watch::Sender<usize>>) -> (u64, u64) {
    let mut watch = session.watch([table]);
    let (mut snapshot, mut last) = (None, 0);
    // The SDK notices a missing and a repeated number itself.
    while let Some(update) = watch.next_in_log().await {
        match update.unwrap() {
            Update::Snapshot(table) => {
                last = version(table.state.as_ref()).number;
                assert_eq!(snapshot.replace(last), None, "one snapshot");
                begun.send_modify(|begun| *begun += 1);
            }
            Update::Event(event) => last = version(event.state.as_ref()).number,
            other => panic!("no part of the log: {other:?}"),
        }
    }
    (snapshot.unwrap(), last)
}

/// How often a client asks whether its server is still there, and how long it waits for the answer.
const KEEPALIVE: Duration = Duration::from_secs(1);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replica_that_vanishes_with_its_connections_open_is_noticed_and_no_version_is_missed() {
    let replicas = Replicas::start().await;
    let player = replicas.guest().await;
    let table = player.table().await;
    let watcher = replicas.stage.player().await;
    let mut watches = Vec::new();
    for _ in 0..10 {
        let options = Options {
            keepalive_interval: KEEPALIVE,
            keepalive_timeout: KEEPALIVE,
            ..Default::default()
        };
        let session = watcher.over(&replicas.stage.connect(options).await);
        let mut watch = session.watch([&table.id]);
        let Some(Ok(Update::Snapshot(_))) = watch.next_in_log().await else {
            panic!("a watch starts with a snapshot");
        };
        watches.push(watch);
    }
    // Half of the watchers are at the replica that vanishes; whoever balances the load notices.
    let replicas_left = [replicas.stage.authority_address(1)];
    replicas.stage.authorities[0].pause();
    replicas.stage.entrance.retarget(replicas_left).await;
    let vanished = Instant::now();
    let first = version(table.state.as_ref()).number;
    for path in ["c3-d3", "f6-e6", "d3-e3"] {
        player.at(1).play(&table.id, path, None).await.unwrap();
    }
    for watch in &mut watches {
        for expected in first + 1..=first + 3 {
            let event = next_event(watch).await.unwrap();
            assert_eq!(version(event.state.as_ref()).number, expected);
        }
    }
    // Two keepalives, each an interval and the wait for its answer; and what a busy machine adds.
    let noticed = vanished.elapsed();
    assert!(
        noticed < 2 * (KEEPALIVE + KEEPALIVE) + KEEPALIVE,
        "noticed after {noticed:?}"
    );
    replicas.stage.authorities[0].resume();
}

/// Moves while wake-ups get lost, and how fast they come.
const MOVES: u32 = 300;
const MOVE_EVERY: Duration = Duration::from_millis(10);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wake_ups_lost_at_any_moment_leave_no_hole_at_any_watcher() {
    let replicas = Replicas::start().await;
    let player = replicas.guest().await;
    let mut tables = Vec::new();
    for _ in 0..10 {
        tables.push(player.table().await);
    }
    let spectator = replicas.guest().await;
    let watches = tables.iter().enumerate().map(|(number, table)| {
        let session = spectator.at(number / 2).clone();
        let begun = Arc::new(watch::Sender::new(0));
        tokio::spawn(one_watcher(session, table.id.clone(), begun))
    });
    let watches: Vec<_> = watches.collect();
    let mut random = StdRng::seed_from_u64(11);
    let mut states: Vec<_> = tables.iter().map(|table| table.state.clone().unwrap()).collect();
    let mut tick = tokio::time::interval(MOVE_EVERY);
    let mut killed = 0;
    for number in 0..MOVES {
        tick.tick().await;
        if number % 20 == 0 {
            let kill = ["CLIENT", "KILL", "TYPE", "pubsub"];
            killed += replicas.stage.redis().ask::<u32>(&kill).await.unwrap();
        }
        let place = number as usize % tables.len();
        let path = *paths(&states[place]).choose(&mut random).unwrap();
        let request = playing(&tables[place].id, &states[place], path);
        let played = player
            .at(number as usize / tables.len())
            .play_move(request)
            .await
            .unwrap();
        states[place] = played.state.unwrap();
    }
    assert!(killed > MOVES / 20, "connections were there to be killed");
    for (number, table) in tables.iter().enumerate() {
        let white = player.at(number).seat(&table.id).playing(Side::White);
        states[number] = white.resign().await.unwrap();
    }
    for (state, watch) in states.iter().zip(watches) {
        let (_, last) = watch.await.unwrap();
        assert_eq!(last, version(Some(state)).number);
    }
}
