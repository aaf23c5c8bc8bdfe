//! Whole games: two players and somebody who looks on, and what is left of the game afterwards.

use corners_client::proto::game::v1::table_event::Kind;
use corners_client::proto::game::v1::{ListLiveTablesRequest, ListMyTablesRequest, TableEvent, TableStatus};
use corners_client::{Session, Update, Watch};

use crate::support::{real_time, running, verdict, whole_game};

/// All events of a watch, up to the one that ends it.
async fn events_to_the_end(mut watch: Watch) -> Vec<TableEvent> {
    let mut events = Vec::new();
    while let Some(update) = watch.next().await {
        match update.unwrap() {
            Update::Snapshot(_) => assert_eq!(events, [], "a snapshot comes first"),
            Update::Event(event) => events.push(*event),
            Update::Presence(_) | Update::Heartbeat(_) => {}
            Update::Failed(failure) => panic!("{failure:?}"),
        }
    }
    events
}

/// What everybody is told alike: the legal moves are for the side to move only.
fn public(mut events: Vec<TableEvent>) -> Vec<TableEvent> {
    events
        .iter_mut()
        .for_each(|event| event.state.as_mut().unwrap().legal_moves.clear());
    events
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_and_spectator_see_one_timed_game_with_one_end() {
    let running = running().await;
    let (white, black, table) = running.two_at_a_table(real_time(30, 3)).await;
    let spectator = running.platform.guest().await;
    let watches =
        [&white, &black, &spectator].map(|session| tokio::spawn(events_to_the_end(session.watch([&table.id]))));

    let game = whole_game("classic-3x3", "goal");
    let mut turn = table.state.unwrap().turn;
    for (ply, path) in game.moves.iter().enumerate() {
        let mover = if ply % 2 == 0 { &white } else { &black };
        let played = mover.play(&table.id, path, turn.take()).await.unwrap();
        let remaining_ms = played.r#move.unwrap().remaining_ms.unwrap();
        assert!(remaining_ms > 0, "{path}");
        turn = played.state.unwrap().turn;
    }

    let mut seen = Vec::new();
    for watch in watches {
        seen.push(public(watch.await.unwrap()));
    }
    for events in &seen {
        let ends = events
            .iter()
            .filter(|event| matches!(event.kind, Some(Kind::GameEnded(_))))
            .count();
        assert_eq!(ends, 1, "exactly one end event");
        assert_eq!(events.last(), seen[0].last(), "everybody sees the same end");
    }
    let last = seen[0].last().unwrap().state.clone().unwrap();
    assert_eq!(
        verdict(last.ending.as_ref()),
        (game.result.as_str(), game.reason.clone())
    );
    assert_eq!(last.position, game.r#final);

    for session in [&white, &black] {
        assert_is_finished_for(session, &table.id, &last.position).await;
    }
    let live = spectator
        .list_live_tables(ListLiveTablesRequest::default())
        .await
        .unwrap();
    assert_eq!(live.tables, [], "a finished game is live no more");
    assert_eq!(
        spectator
            .list_my_tables(ListMyTablesRequest::default())
            .await
            .unwrap()
            .tables,
        []
    );
}

async fn assert_is_finished_for(session: &Session, table: &str, position: &str) {
    let request = ListMyTablesRequest {
        status: TableStatus::Finished.into(),
        ..Default::default()
    };
    let mine = session.list_my_tables(request).await.unwrap().tables;
    assert_eq!(
        mine.iter().map(|summary| summary.id.as_str()).collect::<Vec<_>>(),
        [table]
    );
    let read = session.get_table(table).await.unwrap().state.unwrap();
    assert_eq!((read.position.as_str(), read.ending), (position, mine[0].ending));
}
