//! Watchers who do not read.

use std::time::Duration;

use corners_client::proto::game::v1::game_service_client::GameServiceClient;
use corners_client::proto::game::v1::watch_tables_response::Message;
use corners_client::proto::game::v1::{Table, Version, WatchTablesRequest, WatchTablesResponse, WatchedTable};
use corners_client::{Options, Session, Update};
use corners_test_redis::Durability;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use tonic::{Code, Request, Streaming};

use super::support::{Replicas, next_event, paths, playing, replicas, version};

/// Spectators who never read.
const STUCK: usize = 100;

/// Little enough that a few events fill it.
const WINDOW: u32 = 8 * 1024;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_who_never_read_hold_nobody_up_and_are_cut_off_and_can_resume() {
    let stage = replicas(Durability::EverySecond)
        .authorities_with("CORNERS_GAME__PATIENCE_MS", "500")
        .start()
        .await;
    let replicas = Replicas::on(stage).await;
    let player = replicas.guest().await;
    let table = player.table().await;
    let mut stuck = Vec::new();
    for _ in 0..STUCK {
        stuck.push(a_stuck_stream(&replicas, &table).await);
    }
    let players: Vec<_> = player.all().map(|session| session.watch([&table.id])).collect();
    let mut state = table.state.clone().unwrap();
    let mut random = StdRng::seed_from_u64(12);
    for ply in 0..60 {
        let path = *paths(&state).choose(&mut random).unwrap();
        let request = playing(&table.id, &state, path);
        state = player.at(ply).play_move(request).await.unwrap().state.unwrap();
    }
    let head = version(Some(&state));
    for mut watch in players {
        // The players have everything, while nobody else has read anything.
        while let Some(update) = watch.next_in_log().await {
            let seen = match update.unwrap() {
                Update::Snapshot(table) => version(table.state.as_ref()),
                Update::Event(event) => version(event.state.as_ref()),
                other => panic!("no part of the log: {other:?}"),
            };
            if seen == head {
                break;
            }
        }
    }
    tokio::time::sleep(Duration::from_millis(600)).await;
    for (spectator, stream) in stuck {
        let seen = assert_that_it_was_cut_off(stream).await;
        assert!(seen.number < head.number, "it cannot have seen everything");
        let mut watch = spectator.watch_from([WatchedTable {
            table: table.id.clone(),
            resume_after: Some(seen.clone()),
        }]);
        for expected in seen.number + 1..=head.number {
            let event = next_event(&mut watch).await.unwrap();
            assert_eq!(version(event.state.as_ref()).number, expected);
        }
    }
}

/// A spectator with a stream of which the first message was read, and no other will be.
async fn a_stuck_stream(replicas: &Replicas, table: &Table) -> (Session, Streaming<WatchTablesResponse>) {
    let options = Options::default();
    let endpoint = options.endpoint(&replicas.stage.entrance.url()).unwrap();
    let channel = endpoint.initial_stream_window_size(WINDOW).connect().await.unwrap();
    let spectator = replicas.stage.player().await;
    let mut request = Request::new(WatchTablesRequest {
        tables: vec![WatchedTable {
            table: table.id.clone(),
            resume_after: None,
        }],
    });
    let bearer = spectator.bearer().parse().unwrap();
    request.metadata_mut().insert("authorization", bearer);
    let mut client = GameServiceClient::new(channel.clone());
    let stream = client.watch_tables(request).await.unwrap().into_inner();
    let reader = replicas.stage.connect(options).await;
    (spectator.over(&reader), stream)
}

/// Reads what had come before the stream was cut: the last version.
async fn assert_that_it_was_cut_off(mut stream: Streaming<WatchTablesResponse>) -> Version {
    let mut seen = None;
    loop {
        match stream.message().await {
            Ok(Some(WatchTablesResponse { message })) => match message.unwrap() {
                Message::Snapshot(table) => seen = Some(version(table.state.as_ref())),
                Message::Event(event) => seen = Some(version(event.state.as_ref())),
                _ => {}
            },
            Ok(None) => panic!("the stream ended as if nothing were wrong"),
            Err(status) => {
                assert_eq!(status.code(), Code::ResourceExhausted, "{status}");
                return seen.unwrap();
            }
        }
    }
}
