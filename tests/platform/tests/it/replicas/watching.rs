//! Watchers on all replicas.

use std::sync::Arc;

use corners_client::proto::game::v1::{Side, Table};
use corners_client::{Options, Session, Update};
use corners_platform_tests::size;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::support::{Everywhere, Replicas, paths, playing, version};

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
