//! Nobody loses by anything but their own clock.

use std::sync::atomic::Ordering;
use std::time::Duration;

use corners_game_authority::AuthorityError;
use corners_game_authority::table::{Action, CallMark, EndReason, Status, Verdict};
use corners_proto::game::v1::watch_tables_response::Message;
use corners_proto::game::v1::{self as proto, table_event::Kind};
use corners_rules::Side;
use tokio_stream::StreamExt;

use crate::rig::{BLACK, Rig, SlowAnswer, WHITE, blitz, create_request, play};

const GRACE_MS: u64 = 120;

#[tokio::test(start_paused = true)]
async fn a_flag_falls_with_nobody_connected() {
    let rig = Rig::start().await;
    let table = rig.table(blitz(10)).await;
    rig.play(table, "c3-d3").await.unwrap();
    rig.play(table, "f6-e6").await.unwrap();
    let due = rig.game.authority().table(table).await.unwrap().due().unwrap();
    tokio::time::sleep(Duration::from_secs(11)).await;
    let log = rig.game.authority().log(table).await.unwrap();
    let after = rig.game.authority().table(table).await.unwrap();
    assert_eq!(after.verdict(), Some(Verdict::lost_by(Side::White, EndReason::Timeout)));
    let lateness = log.last().unwrap().at - due;
    assert!(
        lateness >= Duration::from_millis(GRACE_MS),
        "{lateness:?} after the deadline is within the grace"
    );
    assert!(
        lateness <= Duration::from_millis(250),
        "{lateness:?} after the deadline is too late"
    );
}

#[tokio::test(start_paused = true)]
async fn a_first_move_that_does_not_come_aborts_the_table() {
    let rig = Rig::start().await;
    let table = rig.table(blitz(10)).await;
    tokio::time::sleep(Duration::from_secs(31)).await;
    assert_eq!(
        rig.game.authority().table(table).await.unwrap().verdict(),
        Some(Verdict::no_show(Side::White))
    );
}

#[tokio::test(start_paused = true)]
async fn a_move_after_the_flag_loses_and_one_before_it_counts() {
    let rig = Rig::start().await;
    for (wait, in_time) in [(9_900, true), (10_001, false)] {
        let table = rig.table(blitz(10)).await;
        rig.play(table, "c3-d3").await.unwrap();
        rig.play(table, "f6-e6").await.unwrap();
        tokio::time::sleep(Duration::from_millis(wait)).await;
        let played = rig.play(table, "d3-e3").await;
        let after = rig.game.authority().table(table).await.unwrap();
        if in_time {
            played.unwrap();
            assert_eq!(after.status(), Status::Playing);
        } else {
            assert!(matches!(played, Err(AuthorityError::FlagFallen)), "{played:?}");
            assert_eq!(after.verdict(), Some(Verdict::lost_by(Side::White, EndReason::Timeout)));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn at_zero_the_mover_can_only_have_moved_or_resign() {
    let rig = Rig::start().await;
    for (action, ends) in [
        (Action::OfferDraw { side: None }, false),
        (Action::OfferTakeback { side: None }, false),
        (Action::Resign { side: None }, true),
    ] {
        let table = rig.table(blitz(10)).await;
        rig.play(table, "c3-d3").await.unwrap();
        let black_moved = rig.play(table, "f6-e6").await.unwrap();
        let started = black_moved.clock_turn().started;
        let into = rig.game.authority().clock().look().await.unwrap().game - started;
        tokio::time::sleep(Duration::from_millis(10_050) - into).await;
        let acted = rig.act(table, WHITE, None, action).await;
        match ends {
            true => assert_eq!(acted.unwrap().status(), Status::Finished),
            false => assert!(matches!(acted, Err(AuthorityError::FlagFallen)), "{acted:?}"),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_copy_of_a_move_that_comes_too_late_does_not_end_the_game_of_the_first() {
    let slow = SlowAnswer::default();
    let rig = Rig::with_slow_clock(slow.clone()).await;
    let table = rig.table(blitz(10)).await;
    rig.play(table, "c3-d3").await.unwrap();
    let black_moved = rig.play(table, "f6-e6").await.unwrap();
    let turn = black_moved.clock_turn().started;
    let into = rig.game.authority().clock().look().await.unwrap().game - turn;
    tokio::time::sleep(Duration::from_millis(9_960) - into).await;
    let call = CallMark { key: [7; 16], body: 0 };
    slow.0.store(80, Ordering::SeqCst);
    let first = rig.call(table, WHITE, call, None, play("d3-e3"));
    let copy = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        rig.call(table, WHITE, call, None, play("d3-e3")).await
    };
    let (first, copy) = tokio::join!(first, copy);
    assert_eq!(
        first.unwrap().version(),
        copy.unwrap().version(),
        "it is answered as the first"
    );
    let played = rig.game.authority().table(table).await.unwrap();
    assert_eq!(played.plies().last().unwrap().elapsed, Duration::from_millis(9_960));
    assert_eq!(played.status(), Status::Playing);
}

#[tokio::test(start_paused = true)]
async fn no_reading_is_negative_and_none_rises_without_a_move() {
    let rig = Rig::start().await;
    let table = rig.table(blitz(3)).await;
    let mut watching = watch(&rig, table.to_string()).await;
    rig.play(table, "c3-d3").await.unwrap();
    rig.play(table, "f6-e6").await.unwrap();
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    rig.play(table, "d3-e3").await.unwrap();
    tokio::time::sleep(Duration::from_secs(5)).await;

    let mut before = (3_000, 3_000);
    loop {
        let Message::Event(event) = watching.next().await.unwrap() else {
            continue;
        };
        let clocks = event.state.unwrap().clocks.unwrap();
        let now = (clocks.white_ms, clocks.black_ms);
        assert!(
            now.0 <= before.0 && now.1 <= before.1,
            "there is no increment: {before:?} became {now:?}"
        );
        assert_eq!(event.clock_credit, None);
        before = now;
        if matches!(event.kind, Some(Kind::GameEnded(_))) {
            break;
        }
    }
    assert_eq!(before.1, 0, "black's time ran out while nobody moved");
}

#[tokio::test(start_paused = true)]
async fn every_ending_is_one_end_event_for_everybody() {
    let rig = Rig::start().await;
    for ending in 0..4 {
        let table = rig.table(blitz(10)).await;
        let mut watchers = Vec::new();
        for account in [WHITE, BLACK, corners_proto::ids::AccountId::from_bytes([3; 16])] {
            watchers.push(watch_as(&rig, account, table.to_string()).await);
        }
        rig.play(table, "c3-d3").await.unwrap();
        rig.play(table, "f6-e6").await.unwrap();
        match ending {
            0 => drop(
                rig.act(table, BLACK, None, Action::Resign { side: None })
                    .await
                    .unwrap(),
            ),
            1 => {
                rig.act(table, WHITE, None, Action::OfferDraw { side: None })
                    .await
                    .unwrap();
                rig.act(table, BLACK, None, Action::AcceptDraw { side: None })
                    .await
                    .unwrap();
            }
            2 => tokio::time::sleep(Duration::from_secs(11)).await,
            _ => {
                rig.act(table, WHITE, None, Action::OfferTakeback { side: None })
                    .await
                    .unwrap();
                rig.act(table, BLACK, None, Action::AcceptTakeback { side: None })
                    .await
                    .unwrap();
                rig.act(table, WHITE, None, Action::Abort).await.unwrap();
            }
        }
        let last = rig.game.authority().table(table).await.unwrap().version().number;
        for watcher in &mut watchers {
            let mut ends = 0;
            loop {
                let Message::Event(event) = watcher.next().await.unwrap() else {
                    continue;
                };
                ends += usize::from(matches!(event.kind, Some(Kind::GameEnded(_))));
                if event.state.unwrap().version.unwrap().number == last {
                    break;
                }
            }
            assert_eq!(ends, 1, "ending {ending}");
        }
    }
}

type Messages = std::pin::Pin<Box<dyn futures::Stream<Item = Message> + Send>>;

async fn watch(rig: &Rig, table: String) -> Messages {
    watch_as(rig, WHITE, table).await
}

async fn watch_as(rig: &Rig, account: corners_proto::ids::AccountId, table: String) -> Messages {
    let tables = vec![proto::WatchedTable {
        table,
        resume_after: None,
    }];
    let stream = rig
        .client(account)
        .watch_tables(proto::WatchTablesRequest { tables })
        .await
        .unwrap()
        .into_inner();
    let mut messages: Messages = Box::pin(stream.filter_map(|message| message.unwrap().message));
    assert!(
        matches!(messages.next().await, Some(Message::Snapshot(_))),
        "a stream starts with a snapshot"
    );
    messages
}

#[tokio::test(start_paused = true)]
async fn an_untimed_table_never_asks_anybody_to_hurry() {
    let rig = Rig::start().await;
    let request = proto::CreateTableRequest {
        seats: proto::CreatorSeats::Both.into(),
        ..create_request()
    };
    let made = rig.make(WHITE, request).await;
    let table = made.id.parse().unwrap();
    assert_eq!(made.state.unwrap().clocks, None);
    tokio::time::sleep(Duration::from_secs(10 * 60)).await;
    assert_eq!(
        rig.game.authority().table(table).await.unwrap().status(),
        Status::Playing
    );
}
