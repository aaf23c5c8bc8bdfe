//! The archive as a whole over Postgres.

use corners_proto::archive::v1::{GetGameRequest, StreamResultsRequest};
use corners_test_postgres::{Durability, Server};

use super::samples::{open, replicas};
use crate::rig::{FakeAuthority, Finished, Rig, finished_table};
use crate::sizes::messages_stay_small;

#[tokio::test]
async fn no_answer_has_a_mebibyte() {
    let server = Server::start(Durability::Unsynced).await.unwrap();
    let store = open(&server.database().await.unwrap()).await;
    messages_stay_small(&Rig::on(store, FakeAuthority::default())).await;
}

/// The cursors of the first events, as a consumer at this replica gets them.
async fn cursors(rig: &Rig, count: usize) -> Vec<String> {
    let stream = rig.games().stream_results(StreamResultsRequest { start: None }).await;
    let mut stream = stream.unwrap().into_inner();
    let mut cursors = Vec::new();
    while cursors.len() < count {
        let events = stream.message().await.unwrap().unwrap().events;
        cursors.extend(events.into_iter().map(|event| event.cursor));
    }
    cursors
}

#[tokio::test]
async fn two_archives_that_take_the_same_tables_record_each_once_and_feed_the_same() {
    const TABLES: usize = 600;
    let server = Server::start(Durability::Unsynced).await.unwrap();
    let authority = FakeAuthority::default();
    authority.world().hands_out_twice = true;
    let stores = replicas(&server.database().await.unwrap(), 2).await;
    let rigs: Vec<_> = stores
        .into_iter()
        .map(|store| Rig::on(store, authority.clone()))
        .collect();
    rigs.iter().for_each(|rig| drop(rig.start()));
    let tables: Vec<_> = (0..TABLES as u64)
        .map(|seed| finished_table(Finished::short(seed)))
        .collect();
    tables.iter().for_each(|table| authority.finish(table.clone()));
    let (one, other) = tokio::join!(cursors(&rigs[0], TABLES), cursors(&rigs[1], TABLES));
    assert_eq!(one, other);
    authority.until_all_are_settled().await;
    assert_eq!(rigs[0].store.inner().head().await.unwrap().last, TABLES as u64);
    assert!(authority.world().dead.is_empty());
    for table in tables.iter().step_by(50) {
        let request = GetGameRequest {
            table: table.id.clone(),
        };
        let found = rigs[1].games().get_game(request).await.unwrap().into_inner();
        assert_eq!(found.game.unwrap().moves, table.moves);
    }
}
