//! What a player or a watcher sees when the platform goes down and comes back.

use corners_client::Update;
use corners_client::proto::game::v1::{CreateTableRequest, CreatorSeats};
use corners_platform_tests::{Kill, Platform, untimed};

fn both_seats() -> CreateTableRequest {
    CreateTableRequest {
        variant: "classic-3x3".to_owned(),
        seats: CreatorSeats::Both.into(),
        time_control: Some(untimed()),
        ..Default::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watch_goes_on_after_a_kill_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut platform = Platform::start(folder.path());
    let guest = platform.guest().await;
    let table = guest.create_table(both_seats()).await.unwrap();
    let mut watch = guest.watch([&table.id]);
    let Update::Snapshot(snapshot) = watch.next_in_log().await.unwrap().unwrap() else {
        panic!("a watch starts with a snapshot");
    };
    guest.play(&table.id, "c3-d3", None).await.unwrap();
    platform.kill();
    platform.restart();
    guest.play(&table.id, "f6-e6", None).await.unwrap();
    let first = snapshot.state.unwrap().version.unwrap().number;
    for expected in [first + 1, first + 2] {
        let Update::Event(event) = watch.next_in_log().await.unwrap().unwrap() else {
            panic!("a watch that resumes goes on with events");
        };
        assert_eq!(event.state.unwrap().version.unwrap().number, expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_was_stored_but_not_answered_is_answered_when_sent_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut platform = Platform::start(folder.path());
    let guest = platform.guest().await;
    let table = guest.create_table(both_seats()).await.unwrap();
    platform.kill();
    platform.restart_to_die(Kill {
        point: "after-append",
        passage: 1,
    });
    let played = tokio::spawn({
        let (guest, table) = (guest.clone(), table.id.clone());
        async move { guest.play(&table, "c3-d3", None).await }
    });
    platform = tokio::task::spawn_blocking(move || {
        platform.wait();
        platform.restart();
        platform
    })
    .await
    .unwrap();
    let answer = played.await.unwrap().unwrap();
    let moves = guest.get_table(&table.id).await.unwrap().moves;
    assert_eq!(moves, [answer.r#move.unwrap()]);
    assert!(platform.stop().success());
}
