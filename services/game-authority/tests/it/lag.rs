//! The time that a move is on its way, and heartbeats that measure it.

use std::time::Duration;

use corners_game_authority::table::Table;
use corners_proto::game::v1 as proto;
use corners_proto::game::v1::watch_tables_response::Message;
use corners_proto::ids::{AccountId, RequestId, TableId};
use corners_rules::Side;
use tokio::time::sleep;
use tokio_stream::{Stream, StreamExt};

use crate::rig::{BLACK, Rig, WHITE, blitz, untimed};

const STRANGER: AccountId = AccountId::from_bytes([3; 16]);

type Messages = std::pin::Pin<Box<dyn Stream<Item = Message>>>;

async fn watch(rig: &Rig, account: AccountId, table: TableId) -> Messages {
    let watched = proto::WatchedTable {
        table: table.to_string(),
        resume_after: None,
    };
    let request = proto::WatchTablesRequest { tables: vec![watched] };
    let stream = rig.client(account).watch_tables(request).await.unwrap().into_inner();
    Box::pin(stream.map(|message| message.unwrap().message.unwrap()))
}

async fn next_heartbeat(messages: &mut Messages) -> proto::Heartbeat {
    loop {
        if let Message::Heartbeat(heartbeat) = messages.next().await.unwrap() {
            return heartbeat;
        }
    }
}

async fn answer(rig: &Rig, account: AccountId, heartbeat: &proto::Heartbeat) {
    let answer = proto::AnswerHeartbeatRequest {
        table: heartbeat.table.clone(),
        nonce: heartbeat.nonce,
    };
    rig.client(account).answer_heartbeat(answer).await.unwrap();
}

/// A game of a minute each in which both have moved, and White's stream, which has answered after `round_trip_ms`.
async fn a_game_from_afar(rig: &Rig, round_trip_ms: u64) -> (TableId, Messages) {
    let table = rig.table(blitz(60)).await;
    rig.play(table, "c3-d3").await.unwrap();
    rig.play(table, "f6-e6").await.unwrap();
    let mut watching = watch(rig, WHITE, table).await;
    let heartbeat = next_heartbeat(&mut watching).await;
    sleep(Duration::from_millis(round_trip_ms)).await;
    answer(rig, WHITE, &heartbeat).await;
    (table, watching)
}

/// Plays White's next move, which its player is said to have thought about for so long.
async fn play(rig: &Rig, table: TableId, think_time_ms: Option<u32>) -> proto::PlayedMove {
    let request = proto::PlayMoveRequest {
        table: table.to_string(),
        request_id: RequestId::random().to_string(),
        path: vec!["d3".to_owned(), "e3".to_owned()],
        think_time: think_time_ms.map(|millis| prost_types::Duration {
            seconds: (millis / 1_000).into(),
            nanos: i32::try_from(millis % 1_000).unwrap() * 1_000_000,
        }),
        ..proto::PlayMoveRequest::default()
    };
    let played = rig.client(WHITE).play_move(request).await.unwrap().into_inner();
    played.r#move.unwrap()
}

async fn now(rig: &Rig, table: TableId) -> std::sync::Arc<Table> {
    rig.game.authority().table(table).await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn what_a_move_was_on_its_way_is_given_back_as_far_as_it_was_measured() {
    // A minute: 0.15 s + 0.24 s a move, 1.17 s at the start.
    for (round_trip_ms, think_time_ms, credit_ms) in [
        (80, Some(4_900), 100),
        (80, Some(0), 220),
        (80, Some(6_000), 0),
        (80, None, 0),
        (1_500, Some(0), 1_170),
    ] {
        let rig = Rig::start().await;
        let (table, _watching) = a_game_from_afar(&rig, round_trip_ms).await;
        let started = now(&rig, table).await.clock_turn().started;
        let on_the_clock = rig.game.authority().clock().look().await.unwrap().game - started;
        sleep(Duration::from_secs(5) - on_the_clock).await;
        let played = play(&rig, table, think_time_ms).await;
        assert_eq!((played.elapsed_ms, played.lag_credit_ms), (5_000, credit_ms));
        assert_eq!(played.remaining_ms, Some(60_000 - 5_000 + credit_ms));
        let quota = now(&rig, table).await.lag_quota(Side::White);
        assert_eq!(quota, Duration::from_millis(1_170 - credit_ms + 390));
    }
}

#[tokio::test(start_paused = true)]
async fn who_answers_no_heartbeat_is_given_nothing() {
    let rig = Rig::start().await;
    let table = rig.table(blitz(60)).await;
    rig.play(table, "c3-d3").await.unwrap();
    rig.play(table, "f6-e6").await.unwrap();
    let mut watching = watch(&rig, WHITE, table).await;
    let heartbeat = next_heartbeat(&mut watching).await;
    // What another account says is not White's word, and a number that was never sent measures nothing.
    answer(&rig, BLACK, &heartbeat).await;
    answer(&rig, STRANGER, &heartbeat).await;
    let forged = proto::Heartbeat {
        nonce: heartbeat.nonce ^ 1,
        ..heartbeat
    };
    answer(&rig, WHITE, &forged).await;
    sleep(Duration::from_secs(5)).await;
    assert_eq!(play(&rig, table, Some(0)).await.lag_credit_ms, 0);
}

#[tokio::test(start_paused = true)]
async fn only_players_of_games_in_seconds_are_measured() {
    let rig = Rig::start().await;
    let timed = rig.table(blitz(60)).await;
    let free = rig.table(untimed()).await;
    for (account, table, is_measured) in [(WHITE, timed, true), (STRANGER, timed, false), (WHITE, free, false)] {
        let heartbeat = next_heartbeat(&mut watch(&rig, account, table).await).await;
        assert_eq!(heartbeat.nonce != 0, is_measured);
        assert_eq!(
            heartbeat.table,
            if is_measured { timed.to_string() } else { String::new() }
        );
    }
}

#[tokio::test(start_paused = true)]
async fn the_way_is_measured_in_haste_at_first_and_then_now_and_again() {
    let rig = Rig::start().await;
    let table = rig.table(blitz(600)).await;
    rig.play(table, "c3-d3").await.unwrap();
    rig.play(table, "f6-e6").await.unwrap();
    let mut watching = watch(&rig, WHITE, table).await;
    let began = tokio::time::Instant::now();
    let mut measured_at = Vec::new();
    while measured_at.len() < 6 {
        let heartbeat = next_heartbeat(&mut watching).await;
        if heartbeat.nonce != 0 {
            measured_at.push(began.elapsed().as_secs());
            answer(&rig, WHITE, &heartbeat).await;
        }
    }
    assert_eq!(measured_at, [0, 2, 4, 6, 21, 36]);
}

#[tokio::test(start_paused = true)]
async fn watchers_are_told_that_the_platform_stood_still() {
    let rig = Rig::start().await;
    let table = rig.table(blitz(60)).await;
    let mut watching = watch(&rig, STRANGER, table).await;
    let before = next_heartbeat(&mut watching).await;
    assert_eq!((before.last_stall_end_ms, before.stands_still), (0, false));
    sleep(Duration::from_secs(2)).await;
    // No beat comes in a step of the clock.
    tokio::time::advance(Duration::from_secs(30)).await;
    let after = loop {
        let heartbeat = next_heartbeat(&mut watching).await;
        if heartbeat.last_stall_end_ms > 0 && !heartbeat.stands_still {
            break heartbeat;
        }
    };
    let cost = after.last_stall_end_ms - before.game_time_ms - 2_000;
    assert!((700..=1_000).contains(&cost), "{cost} ms");
    assert!(after.game_time_ms >= after.last_stall_end_ms);
}

#[tokio::test(start_paused = true)]
async fn clocks_say_when_they_are_at_zero_and_how_long_the_flag_waits() {
    let rig = Rig::start().await;
    let table = rig.table(blitz(60)).await;
    rig.play(table, "c3-d3").await.unwrap();
    rig.play(table, "f6-e6").await.unwrap();
    let request = proto::GetTableRequest {
        table: table.to_string(),
    };
    let shown = rig.client(WHITE).get_table(request).await.unwrap();
    let shown = shown.into_inner().table.unwrap();
    let clocks = shown.state.unwrap().clocks.unwrap();
    assert_eq!((clocks.white_lag_quota_ms, clocks.black_lag_quota_ms), (1_170, 1_170));
    assert_eq!(clocks.low_time_ms, 10_000);
    assert_eq!(clocks.running(), proto::Side::White);
    assert_eq!(clocks.due_ms, Some(clocks.game_time_ms + clocks.white_ms + 1_000));
}
