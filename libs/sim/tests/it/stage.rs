//! What the stories of the hazards have in common.

use std::time::Duration;

use corners_client::Session;
use corners_client::proto::game::v1::{
    CreateTableRequest, CreatorSeats, JoinTableRequest, PlayMoveRequest, PlayMoveResponse, RealTime, Side, TableState,
    TimeControl, time_control,
};
use corners_sim::{Told, World};
use corners_test_invariants::{ExactTable, What};
use tokio::time::sleep;

/// The account that plays White, and the one that plays Black.
pub(crate) const WHITE: u8 = 1;
pub(crate) const BLACK: u8 = 2;

/// A table with both seats taken and a first move of each side; its id, and the state after them. White's clock runs.
pub(crate) async fn begun(white: &Session, black: &Session, reserve_ms: u64) -> (String, TableState) {
    let reserve = prost_types::Duration::try_from(Duration::from_millis(reserve_ms)).unwrap();
    let real_time = RealTime {
        reserve: Some(reserve),
        increment: Some(prost_types::Duration::default()),
    };
    let creation = CreateTableRequest {
        variant: "classic-3x3".to_owned(),
        seats: CreatorSeats::White.into(),
        time_control: Some(TimeControl {
            kind: Some(time_control::Kind::RealTime(real_time)),
        }),
        ..Default::default()
    };
    let table = white.create_table(creation).await.unwrap();
    let joining = JoinTableRequest {
        table: table.id.clone(),
        side: Side::Black.into(),
        ..Default::default()
    };
    black.join_table(joining).await.unwrap();
    play(white, &table.id, "c3-d3").await.unwrap();
    let state = play(black, &table.id, "f6-e6").await.unwrap().state.unwrap();
    (table.id, state)
}

/// Plays a move whose player says nothing of its thinking, so that nothing is given back for its way.
pub(crate) async fn play(
    session: &Session,
    table: &str,
    path: &str,
) -> Result<PlayMoveResponse, corners_client::Error> {
    let request = PlayMoveRequest {
        table: table.to_owned(),
        path: path.split('-').map(str::to_owned).collect(),
        ..Default::default()
    };
    session.play_move(request).await
}

/// Waits until a moment of the story.
pub(crate) async fn until(world: &World, ms: u64) {
    sleep(Duration::from_millis(ms.saturating_sub(world.now_ms()))).await;
}

/// Watches a table to its end, in the background.
pub(crate) fn watch_to_the_end(
    world: &World,
    session: &Session,
    name: &str,
    table: &str,
) -> tokio::task::JoinHandle<()> {
    let mut watching = world.watch(session, name, table);
    tokio::spawn(async move { while watching.next().await.is_some() {} })
}

/// What is known exactly of a table.
pub(crate) fn exact<'a>(told: &'a Told, table: &str) -> &'a ExactTable {
    told.history.tables[table].exact.as_ref().unwrap()
}

/// How a table ended, if it did.
pub(crate) fn ending<'a>(told: &'a Told, table: &str) -> Option<&'a str> {
    told.history.tables[table]
        .log
        .iter()
        .find_map(|logged| match &logged.what {
            What::End(reason) => Some(reason.as_str()),
            _ => None,
        })
}
