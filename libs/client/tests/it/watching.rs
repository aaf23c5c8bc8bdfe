//! A watch sees every version once and in order, over streams that end in every way.

use std::time::Duration;

use corners_client::proto::error::{Reason, Refusal};
use corners_client::proto::game::v1::{
    AnswerHeartbeatRequest, AnswerHeartbeatResponse, Heartbeat, StreamEnding, Table, TableEvent, TableState,
    TableStatus, Version, WatchTablesRequest, WatchTablesResponse, WatchedTable, watch_tables_response::Message,
};
use corners_client::{Error, Link, Options, Update, Watch};
use tokio::time::Instant;
use tonic::Status;

use crate::peer::{Call, Peer};

fn version(number: u64) -> Version {
    Version {
        number,
        event_id: format!("{number:016x}"),
    }
}

fn state(number: u64, status: TableStatus) -> Option<TableState> {
    Some(TableState {
        version: Some(version(number)),
        status: status.into(),
        ..Default::default()
    })
}

fn message(message: Message) -> WatchTablesResponse {
    WatchTablesResponse { message: Some(message) }
}

fn snapshot(table: &str, number: u64) -> WatchTablesResponse {
    let state = state(number, TableStatus::Playing);
    message(Message::Snapshot(Table {
        id: table.to_owned(),
        state,
        ..Default::default()
    }))
}

fn event_with(table: &str, number: u64, status: TableStatus) -> WatchTablesResponse {
    let state = state(number, status);
    message(Message::Event(TableEvent {
        table: table.to_owned(),
        state,
        ..Default::default()
    }))
}

fn event(table: &str, number: u64) -> WatchTablesResponse {
    event_with(table, number, TableStatus::Playing)
}

fn last_event(table: &str, number: u64) -> WatchTablesResponse {
    event_with(table, number, TableStatus::Finished)
}

/// What a request asks of each table: its id and the version to resume after.
fn resume_points(call: &Call) -> Vec<(String, Option<u64>)> {
    let request: WatchTablesRequest = call.decode();
    let point = |table: WatchedTable| (table.table, table.resume_after.map(|version| version.number));
    request.tables.into_iter().map(point).collect()
}

/// The kind, table and version of the next update.
async fn seen(watch: &mut Watch) -> (char, String, u64) {
    let number = |state: Option<TableState>| state.unwrap().version.unwrap().number;
    match watch.next().await.unwrap().unwrap() {
        Update::Snapshot(table) => ('s', table.id, number(table.state)),
        Update::Event(event) => ('e', event.table, number(event.state)),
        other => panic!("{other:?}"),
    }
}

fn was(kind: char, table: &str, number: u64) -> (char, String, u64) {
    (kind, table.to_owned(), number)
}

#[tokio::test(start_paused = true)]
async fn a_watch_goes_on_from_the_last_version_of_each_table_however_a_stream_ends() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let mut watch = session.watch(["t", "u"]);

    let call = peer.call().await;
    assert_eq!(call.method, "WatchTables");
    assert_eq!(call.header("authorization"), "Bearer token");
    assert_eq!(resume_points(&call), [("t".to_owned(), None), ("u".to_owned(), None)]);
    let stream = call.stream();
    stream.send(&snapshot("t", 3));
    stream.send(&event("t", 4));
    assert_eq!(seen(&mut watch).await, was('s', "t", 3));
    assert_eq!(seen(&mut watch).await, was('e', "t", 4));
    peer.cut();

    let call = peer.call().await;
    assert_eq!(
        resume_points(&call),
        [("t".to_owned(), Some(4)), ("u".to_owned(), None)]
    );
    let stream = call.stream();
    stream.send(&snapshot("u", 9));
    stream.send(&event("t", 5));
    let resume = vec![WatchedTable {
        table: "t".to_owned(),
        resume_after: Some(version(5)),
    }];
    stream.send(&message(Message::Ending(StreamEnding {
        reason: "DRAINING".to_owned(),
        resume,
    })));
    stream.end(&Refusal::new(Reason::Draining, "shutting down").into());
    assert_eq!(seen(&mut watch).await, was('s', "u", 9));
    assert_eq!(seen(&mut watch).await, was('e', "t", 5));

    for status in [
        Refusal::new(Reason::SlowConsumer, "read faster").into(),
        Refusal::new(Reason::Internal, "a fault").into(),
        Status::cancelled("the connection has reached its age"),
        Status::unknown("a proxy gave up"),
        Status::new(tonic::Code::Ok, ""),
    ] {
        let call = peer.call().await;
        assert_eq!(
            resume_points(&call),
            [("t".to_owned(), Some(5)), ("u".to_owned(), Some(9))]
        );
        call.refuse(status);
    }

    let call = peer.call().await;
    let resumed: WatchTablesRequest = call.decode();
    assert_eq!(
        resumed.tables[0].resume_after,
        Some(version(5)),
        "number and id go back as they came"
    );
    let stream = call.stream();
    stream.send(&event("u", 10));
    assert_eq!(seen(&mut watch).await, was('e', "u", 10));
}

#[tokio::test(start_paused = true)]
async fn a_stream_without_a_sign_of_life_is_opened_again() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let mut watch = session.watch(["t"]);
    let stream = peer.call().await.stream();
    stream.send(&snapshot("t", 1));
    assert_eq!(seen(&mut watch).await, was('s', "t", 1));

    // Heartbeats every 10 s keep a stream for as long as they come.
    let begin = Instant::now();
    for _ in 0..30 {
        tokio::time::sleep(Duration::from_secs(10)).await;
        stream.send(&message(Message::Heartbeat(Heartbeat::default())));
    }
    peer.assert_no_more_calls();

    let call = peer.call().await;
    assert_eq!(resume_points(&call), [("t".to_owned(), Some(1))]);
    assert!(begin.elapsed() >= Duration::from_secs(300 + 25));
}

#[tokio::test(start_paused = true)]
async fn a_heartbeat_that_measures_is_answered_at_once_even_if_nobody_reads() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let mut watch = session.watch(["t"]);
    let stream = peer.call().await.stream();
    stream.send(&snapshot("t", 1));
    let begin = Instant::now();
    for nonce in 1..=200 {
        let heartbeat = Heartbeat {
            table: "t".to_owned(),
            nonce,
            ..Heartbeat::default()
        };
        stream.send(&message(Message::Heartbeat(heartbeat)));
        let call = peer.call().await;
        assert_eq!(call.method, "AnswerHeartbeat");
        let answer: AnswerHeartbeatRequest = call.decode();
        assert_eq!((answer.table.as_str(), answer.nonce), ("t", nonce));
        call.answer(&AnswerHeartbeatResponse {});
    }
    assert_eq!(begin.elapsed(), Duration::ZERO);
    assert_eq!(seen(&mut watch).await, was('s', "t", 1));
    stream.send(&event("t", 2));
    while let Some(Ok(update)) = watch.next().await {
        match update {
            Update::Heartbeat(heartbeat) => assert!(heartbeat.nonce > 0),
            update => {
                assert!(matches!(update, Update::Event(_)), "{update:?}");
                break;
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_healed_is_reported_and_ends_the_watch() {
    for (reason, refusal) in [
        (
            Reason::TableNotLive,
            Refusal::new(Reason::TableNotLive, "there is no such table"),
        ),
        (
            Reason::TokenExpired,
            Refusal::new(Reason::TokenExpired, "the token has expired"),
        ),
        (
            Reason::InvalidArgument,
            Refusal::new(Reason::InvalidArgument, "65 tables"),
        ),
        (
            Reason::CorruptLog,
            Refusal::new(Reason::CorruptLog, "the log cannot be read"),
        ),
    ] {
        let (mut peer, session) = Peer::with_session(Options::default());
        let mut watch = session.watch(["t"]);
        peer.call().await.refuse(refusal);
        let error = watch.next().await.unwrap().unwrap_err();
        assert!(error.is(reason), "{error}");
        assert!(watch.next().await.is_none());
        assert_eq!(*watch.link().borrow(), Link::Ended);
        peer.assert_no_more_calls();
    }
}

#[tokio::test(start_paused = true)]
async fn a_gap_is_an_error() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let mut watch = session.watch(["t"]);
    let stream = peer.call().await.stream();
    stream.send(&snapshot("t", 3));
    stream.send(&event("t", 5));
    assert_eq!(seen(&mut watch).await, was('s', "t", 3));
    let error = watch.next().await.unwrap().unwrap_err();
    assert!(
        matches!(&error, Error::Gap { table, expected: 4, received: 5 } if table == "t"),
        "{error}"
    );
    assert!(watch.next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn events_sent_again_after_a_resume_are_an_error_too() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let mut watch = session.watch_from([WatchedTable {
        table: "t".to_owned(),
        resume_after: Some(version(7)),
    }]);
    let call = peer.call().await;
    assert_eq!(resume_points(&call), [("t".to_owned(), Some(7))]);
    call.stream().send(&event("t", 7));
    assert!(matches!(
        watch.next().await,
        Some(Err(Error::Gap {
            expected: 8,
            received: 7,
            ..
        }))
    ));
}

#[tokio::test(start_paused = true)]
async fn a_log_that_lost_its_tail_starts_over_with_a_snapshot() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let mut watch = session.watch_from([WatchedTable {
        table: "t".to_owned(),
        resume_after: Some(version(7)),
    }]);
    let stream = peer.call().await.stream();
    stream.send(&snapshot("t", 5));
    stream.send(&event("t", 6));
    assert_eq!(seen(&mut watch).await, was('s', "t", 5));
    assert_eq!(seen(&mut watch).await, was('e', "t", 6));
}

#[tokio::test(start_paused = true)]
async fn a_watch_ends_with_its_last_game() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let mut watch = session.watch(["t", "u"]);
    let stream = peer.call().await.stream();
    stream.send(&snapshot("t", 1));
    stream.send(&snapshot("u", 1));
    stream.send(&last_event("t", 2));
    stream.send(&last_event("u", 2));
    for expected in [was('s', "t", 1), was('s', "u", 1), was('e', "t", 2), was('e', "u", 2)] {
        assert_eq!(seen(&mut watch).await, expected);
    }
    assert!(watch.next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn a_platform_that_stays_away_is_reported_when_patience_ends() {
    let options = Options {
        watch_patience: Duration::from_secs(60),
        ..Default::default()
    };
    let (mut peer, session) = Peer::with_session(options);
    let mut watch = session.watch(["t"]);
    let begin = Instant::now();
    let mut calls = 0_u32;
    let update = tokio::select! {
        update = watch.next() => update,
        () = async { loop { peer.call().await.refuse(Status::unavailable("no upstream")); calls += 1; } } => unreachable!(),
    };
    assert!(
        matches!(
            update,
            Some(Err(Error::Unreachable {
                call: "WatchTables",
                ..
            }))
        ),
        "{update:?}"
    );
    assert!(begin.elapsed() >= Duration::from_secs(60) && begin.elapsed() < Duration::from_secs(65));
    assert!(
        (30..100).contains(&calls),
        "waits grow to two seconds and no further: {calls} calls"
    );
}

#[tokio::test(start_paused = true)]
async fn the_link_tells_how_the_watch_is_connected() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let watch = session.watch(["t"]);
    let mut link = watch.link();
    assert_eq!(*link.borrow_and_update(), Link::Connecting);
    let stream = peer.call().await.stream();
    stream.send(&snapshot("t", 1));
    link.changed().await.unwrap();
    assert_eq!(*link.borrow_and_update(), Link::Live);
    stream.end(&Refusal::new(Reason::Draining, "shutting down").into());
    link.changed().await.unwrap();
    let broken = link.borrow_and_update().clone();
    assert!(
        matches!(&broken, Link::Broken(refused) if refused.reason.as_deref() == Some("DRAINING")),
        "{broken:?}"
    );
    // Nothing happened at the table in the meantime, so that nothing is sent.
    let _quiet = peer.call().await.stream();
    link.changed().await.unwrap();
    assert_eq!(*link.borrow_and_update(), Link::Live);
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_stops_holds_the_stream_and_loses_nothing() {
    let (mut peer, session) = Peer::with_session(Options::default());
    let mut watch = session.watch(["t"]);
    let stream = peer.call().await.stream();
    stream.send(&snapshot("t", 1));
    (2..=1000).for_each(|number| stream.send(&event("t", number)));
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert_eq!(seen(&mut watch).await, was('s', "t", 1));
    for number in 2..=1000 {
        assert_eq!(seen(&mut watch).await, was('e', "t", number));
    }
}
