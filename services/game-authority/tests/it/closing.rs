//! Operators close tables.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use corners_game_authority::store::Taking;
use corners_game_authority::table::Action;
use corners_proto::error::reason_of;
use corners_proto::game::v1::watch_tables_response::Message;
use corners_proto::game::v1::{self as proto, table_event};
use corners_proto::ids::{AccountId, RequestId, TableId};
use tonic::Status;
use tracing::Dispatch;
use tracing::subscriber::NoSubscriber;
use tracing_subscriber::fmt;

use crate::rig::{BLACK, Rig, WHITE, blitz, create_request, untimed};

const OPERATOR: AccountId = AccountId::from_bytes([9; 16]);

fn request(table: TableId) -> proto::CloseTableRequest {
    proto::CloseTableRequest {
        request_id: RequestId::random().to_string(),
        table: table.to_string(),
        note: "abuse in the names".to_owned(),
    }
}

async fn close(rig: &Rig, request: proto::CloseTableRequest) -> Result<proto::TableState, Status> {
    let closed = rig.admin(OPERATOR).close_table(request).await?;
    Ok(closed.into_inner().state.unwrap())
}

fn reason(refused: Result<proto::TableState, Status>) -> Option<String> {
    reason_of(&refused.unwrap_err())
}

/// What is waiting to be recorded elsewhere.
async fn finished(rig: &Rig) -> Vec<TableId> {
    let taking = Taking {
        limit: 10,
        settled_for: Duration::ZERO,
        hidden_for: Duration::ZERO,
    };
    rig.game.authority().store().take_finished(taking).await.unwrap()
}

fn assert_closed(state: &proto::TableState) {
    let ending = state.ending.unwrap();
    assert_eq!(
        (ending.reason(), ending.result()),
        (proto::EndReason::Closed, proto::Result::Unspecified)
    );
    assert_eq!(state.status(), proto::TableStatus::Finished);
}

#[tokio::test]
async fn a_table_is_closed_once_however_often_it_is_asked_for() {
    let rig = Rig::start().await;
    let table = rig.table(blitz(60)).await;
    rig.play(table, "c3-d3").await.unwrap();
    let first = request(table);
    let closed = close(&rig, first.clone()).await.unwrap();
    assert_closed(&closed);
    assert_eq!(close(&rig, first.clone()).await.unwrap(), closed, "the same call");
    assert_eq!(close(&rig, request(table)).await.unwrap(), closed, "another call");
    assert_eq!(rig.game.authority().log(table).await.unwrap().len(), 4);
    assert_eq!(finished(&rig).await, [table]);
    let rearm = rig.game.authority().alarm_due(table).await.unwrap();
    assert_eq!(rearm.due, None, "nothing is due at a table that is over");

    let reused = proto::CloseTableRequest {
        note: "another note".to_owned(),
        ..first
    };
    assert_eq!(reason(close(&rig, reused).await).as_deref(), Some("REQUEST_ID_REUSED"));
}

#[tokio::test]
async fn a_table_that_waits_for_a_player_can_be_closed_and_nobody_sits_down_any_more() {
    let rig = Rig::start().await;
    let made = rig.make(WHITE, create_request()).await;
    assert_closed(&close(&rig, request(made.id.parse().unwrap())).await.unwrap());
    let join = proto::JoinTableRequest {
        table: made.id,
        request_id: RequestId::random().to_string(),
        side: 0,
    };
    let refused = rig.client(BLACK).join_table(join).await.unwrap_err();
    assert_eq!(reason_of(&refused).as_deref(), Some("GAME_OVER"));
}

#[tokio::test]
async fn a_game_that_ended_otherwise_keeps_its_end() {
    let rig = Rig::start().await;
    let table = rig.table(untimed()).await;
    rig.act(table, WHITE, None, Action::Resign { side: None })
        .await
        .unwrap();
    assert_eq!(reason(close(&rig, request(table)).await).as_deref(), Some("GAME_OVER"));
    let missing = TableId::from_bytes([7; 16]);
    assert_eq!(
        reason(close(&rig, request(missing)).await).as_deref(),
        Some("TABLE_NOT_LIVE")
    );
}

#[tokio::test]
async fn who_watches_sees_the_end() {
    let rig = Rig::start().await;
    let table = rig.table(untimed()).await;
    let watched = proto::WatchedTable {
        table: table.to_string(),
        resume_after: None,
    };
    let tables = vec![watched];
    let mut client = rig.client(BLACK);
    let watch = client.watch_tables(proto::WatchTablesRequest { tables });
    let mut stream = watch.await.unwrap().into_inner();
    let first = stream.message().await.unwrap().expect("a snapshot").message;
    assert!(matches!(first, Some(Message::Snapshot(_))));
    let state = close(&rig, request(table)).await.unwrap();
    let end = loop {
        let message = stream.message().await.unwrap().expect("an end");
        if let Some(Message::Event(event)) = message.message {
            break event;
        }
        tokio::task::yield_now().await;
    };
    assert!(matches!(end.kind, Some(table_event::Kind::GameEnded(_))));
    assert_eq!(end.state.unwrap(), state);
}

#[tokio::test]
async fn a_note_has_at_most_500_characters() {
    let rig = Rig::start().await;
    let table = rig.table(untimed()).await;
    let long = proto::CloseTableRequest {
        note: "\u{e9}".repeat(501),
        ..request(table)
    };
    assert_eq!(reason(close(&rig, long).await).as_deref(), Some("INVALID_ARGUMENT"));
    assert_eq!(rig.game.authority().log(table).await.unwrap().len(), 2);
    let longest = proto::CloseTableRequest {
        note: "\u{e9}".repeat(500),
        ..request(table)
    };
    assert_closed(&close(&rig, longest).await.unwrap());
}

/// What a test's thread logs.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn what_operators_do_is_in_the_log_one_line_each() {
    let lines = Lines::default();
    let written = lines.clone();
    // What a lone subscriber wants, tracing asks the thread that comes first: with a second one it asks both.
    let _second = Dispatch::new(NoSubscriber::default());
    let subscriber = fmt().with_ansi(false).with_writer(move || written.clone()).finish();
    let logging = tracing::subscriber::set_default(subscriber);
    let rig = Rig::start().await;
    let table = rig.table(untimed()).await;
    let noted = proto::CloseTableRequest {
        note: "first line\nINFO audit: a forged one".to_owned(),
        ..request(table)
    };
    close(&rig, noted).await.unwrap();
    rig.game.authority().reject(table, "a test").await.unwrap();
    for _ in 0..2 {
        let put_back = proto::RequeueDeadLetterRequest {
            request_id: RequestId::random().to_string(),
            table: table.to_string(),
        };
        rig.admin(OPERATOR).requeue_dead_letter(put_back).await.unwrap();
    }
    drop(logging);
    let log = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    let audit: Vec<_> = log.lines().filter(|line| line.contains("audit")).collect();
    let [closed, put_back, again] = audit[..] else {
        panic!("three lines were expected: {log}");
    };
    for (line, parts) in [
        (
            closed,
            [
                "INFO audit: a table is closed action=\"admin.close-table\"",
                r#"note="first line\nINFO audit: a forged one""#,
            ],
        ),
        (
            put_back,
            [
                "INFO audit: a dead letter is put back",
                "action=\"admin.requeue-dead-letter\"",
            ],
        ),
        (
            again,
            [
                "INFO audit: the table is no dead letter",
                "action=\"admin.requeue-dead-letter\"",
            ],
        ),
    ] {
        for part in [parts[0], parts[1], &OPERATOR.to_string(), &table.to_string()] {
            assert!(line.contains(part), "{part} in {line}");
        }
    }
}
