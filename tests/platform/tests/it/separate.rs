//! The services as processes of their own, which talk to each other over gRPC.

use corners_client::Update;
use corners_platform_tests::{Stage, untimed};
use corners_proto::game::v1::{self as game, table_event::Kind};

fn both_seats(time_control: game::TimeControl) -> game::CreateTableRequest {
    game::CreateTableRequest {
        variant: "classic-3x3".to_owned(),
        time_control: Some(time_control),
        seats: game::CreatorSeats::Both.into(),
        ..game::CreateTableRequest::default()
    }
}

fn one_second() -> game::TimeControl {
    let reserve = Some(prost_types::Duration { seconds: 1, nanos: 0 });
    let real_time = game::RealTime {
        reserve,
        increment: None,
    };
    game::TimeControl {
        kind: Some(game::time_control::Kind::RealTime(real_time)),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_across_the_services() {
    let stage = Stage::build().start().await;
    let player = stage.guest().await;
    let table = player.create_table(both_seats(one_second())).await.unwrap();
    let mut watch = player.watch([table.id.clone()]);
    assert!(matches!(watch.next().await, Some(Ok(Update::Snapshot(_)))));
    player.play(&table.id, "c3-d3", None).await.unwrap();
    player.play(&table.id, "f6-e6", None).await.unwrap();
    let ending = loop {
        match watch.next_in_log().await.unwrap().unwrap() {
            Update::Snapshot(table) => assert_eq!(table.state.unwrap().ending, None, "it was watched from the start"),
            Update::Event(event) => {
                if let Some(Kind::GameEnded(ended)) = event.kind {
                    break ended.ending.unwrap();
                }
            }
            other => panic!("no part of the log: {other:?}"),
        }
    };
    assert_eq!(ending.reason(), game::EndReason::Timeout);
    assert_eq!(ending.result(), game::Result::BlackWins);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_goes_on_once_a_killed_service_is_back() {
    let mut stage = Stage::build().start().await;
    let player = stage.guest().await;
    let table = player.create_table(both_seats(untimed())).await.unwrap();
    player.play(&table.id, "c3-d3", None).await.unwrap();

    // Accounts is not needed for what its tokens prove.
    stage.accounts.kill();
    stage.clocks[0].kill();
    let waiting = tokio::spawn({
        let (player, id) = (player.clone(), table.id.clone());
        async move { player.play(&id, "f6-e6", None).await }
    });
    stage.clocks[0].restart().await;
    waiting.await.unwrap().unwrap();

    stage.authorities[0].kill();
    stage.authorities[0].restart().await;
    player.play(&table.id, "d3-e3", None).await.unwrap();
    let moves = player.get_table(&table.id).await.unwrap().moves;
    let paths: Vec<_> = moves.into_iter().map(|played| played.path).collect();
    assert_eq!(paths, ["c3-d3", "f6-e6", "d3-e3"]);
    stage.accounts.restart().await;
}
