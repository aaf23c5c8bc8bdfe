//! Every watcher sees every version once and in order.

use std::sync::Arc;
use std::time::Duration;

use corners_game_authority::Options;
use corners_game_authority::table::Action;
use corners_game_authority::watch::WatchOptions;
use corners_proto::error::reason_of;
use corners_proto::game::v1 as proto;
use corners_proto::game::v1::watch_tables_response::Message;
use corners_proto::ids::{AccountId, TableId};
use futures::{Stream, StreamExt};
use tonic::Status;

use crate::rig::{BLACK, Rig, WHITE, create_request, untimed};

async fn watch(
    rig: &Rig,
    account: AccountId,
    tables: Vec<(TableId, Option<proto::Version>)>,
) -> Result<impl Stream<Item = Result<Message, Status>> + Unpin, Status> {
    let tables = tables
        .into_iter()
        .map(|(table, resume_after)| proto::WatchedTable {
            table: table.to_string(),
            resume_after,
        })
        .collect();
    let stream = rig
        .client(account)
        .watch_tables(proto::WatchTablesRequest { tables })
        .await?
        .into_inner();
    Ok(stream.map(|message| message.map(|message| message.message.unwrap())))
}

/// The next snapshot or event, and its version.
async fn next(watching: &mut (impl Stream<Item = Result<Message, Status>> + Unpin)) -> (proto::Version, Message) {
    loop {
        // In one process and in memory nothing ever waits: give the others their turn, as a socket would.
        tokio::task::yield_now().await;
        let message = watching.next().await.unwrap().unwrap();
        let state = match &message {
            Message::Snapshot(table) => table.state.as_ref(),
            Message::Event(event) => event.state.as_ref(),
            Message::Heartbeat(_) | Message::Presence(_) => continue,
            Message::Failure(failure) => panic!("a table fails: {failure:?}"),
            Message::Ending(ending) => panic!("the stream ends: {ending:?}"),
        };
        return (state.unwrap().version.clone().unwrap(), message);
    }
}

#[tokio::test]
async fn a_snapshot_tells_when_the_table_was_made_began_and_ended() {
    let rig = Rig::start().await;
    let made = rig.make(WHITE, create_request()).await;
    assert!(made.create_time.is_some());
    assert_eq!((made.start_time, made.finish_time), (None, None));
    let table: TableId = made.id.parse().unwrap();
    rig.act(table, BLACK, None, Action::Join { side: None }).await.unwrap();
    let snapshot = async || {
        let mut watching = watch(&rig, WHITE, vec![(table, None)]).await.unwrap();
        match next(&mut watching).await.1 {
            Message::Snapshot(table) => table,
            other => panic!("a snapshot was expected: {other:?}"),
        }
    };
    let begun = snapshot().await;
    assert!(begun.start_time.is_some() && begun.finish_time.is_none(), "{begun:?}");
    rig.act(table, BLACK, None, Action::Resign { side: None })
        .await
        .unwrap();
    let ended = snapshot().await;
    assert_eq!(
        (ended.create_time, ended.start_time),
        (made.create_time, begun.start_time)
    );
    let log = rig.game.authority().log(table).await.unwrap();
    let last_ms = log.last().unwrap().recorded_at_ms;
    let finish = ended.finish_time.unwrap();
    assert_eq!(
        finish.seconds * 1_000 + i64::from(finish.nanos / 1_000_000),
        i64::try_from(last_ms).unwrap()
    );
}

/// A move back and forth that repeats no position three times within a few dozen plies is not needed: a takeback makes
/// room for the same move again.
async fn move_and_take_back(rig: &Rig, table: TableId) {
    rig.play(table, "c3-d3").await.unwrap();
    rig.act(table, WHITE, None, Action::OfferTakeback { side: None })
        .await
        .unwrap();
}

async fn free_table(rig: &Rig) -> TableId {
    let request = proto::CreateTableRequest {
        seats: proto::CreatorSeats::Both.into(),
        takebacks: proto::TakebackPolicy::Free.into(),
        ..create_request()
    };
    let made = rig.make(WHITE, request).await;
    made.id.parse().unwrap()
}

#[tokio::test]
async fn a_stream_starts_with_a_snapshot_and_the_mover_sees_its_moves() {
    let rig = Rig::start().await;
    let table = rig.table(untimed()).await;
    let mut white = watch(&rig, WHITE, vec![(table, None)]).await.unwrap();
    let mut black = watch(&rig, BLACK, vec![(table, None)]).await.unwrap();
    let legal = |message: &Message| match message {
        Message::Snapshot(table) => table.state.as_ref().unwrap().legal_moves.len(),
        Message::Event(event) => event.state.as_ref().unwrap().legal_moves.len(),
        _ => unreachable!(),
    };
    let (version, snapshot) = next(&mut white).await;
    assert!(matches!(snapshot, Message::Snapshot(_)));
    assert_eq!((version.number, legal(&snapshot)), (2, 12));
    assert_eq!(legal(&next(&mut black).await.1), 0);

    rig.play(table, "c3-d3").await.unwrap();
    let (version, event) = next(&mut white).await;
    assert!(
        matches!(&event, Message::Event(event) if matches!(event.kind, Some(proto::table_event::Kind::MovePlayed(_))))
    );
    assert_eq!((version.number, legal(&event)), (3, 0));
    assert_eq!(legal(&next(&mut black).await.1), 12);
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_subscriptions_while_moves_flow_have_no_hole() {
    let rig = Arc::new(Rig::start().await);
    let table = free_table(&rig).await;
    let playing = tokio::spawn({
        let rig = Arc::clone(&rig);
        async move {
            for _ in 0..100 {
                move_and_take_back(&rig, table).await;
            }
        }
    });
    let watchers: Vec<_> = (0..100)
        .map(|_| {
            let rig = Arc::clone(&rig);
            tokio::spawn(async move {
                for _ in 0..100 {
                    let mut watching = watch(&rig, BLACK, vec![(table, None)]).await.unwrap();
                    let (mut seen, first) = next(&mut watching).await;
                    assert!(matches!(first, Message::Snapshot(_)));
                    let last = (seen.number + 3).min(201);
                    while seen.number < last {
                        let (version, message) = next(&mut watching).await;
                        assert!(matches!(message, Message::Event(_)));
                        assert_eq!(version.number, seen.number + 1);
                        seen = version;
                    }
                }
            })
        })
        .collect();
    playing.await.unwrap();
    for watcher in watchers {
        watcher.await.unwrap();
    }
    assert_eq!(
        rig.game.authority().hub().watchers(table),
        0,
        "streams that ended watch no more"
    );
}

#[tokio::test]
async fn a_stream_is_resumed_from_any_version_over_the_whole_log() {
    let rig = Rig::start().await;
    let table = free_table(&rig).await;
    let mut watching = watch(&rig, BLACK, vec![(table, None)]).await.unwrap();
    let mut versions = vec![next(&mut watching).await.0];
    for _ in 0..30 {
        move_and_take_back(&rig, table).await;
        versions.push(next(&mut watching).await.0);
        versions.push(next(&mut watching).await.0);
    }
    for (index, version) in versions.iter().enumerate() {
        let mut resumed = watch(&rig, BLACK, vec![(table, Some(version.clone()))]).await.unwrap();
        for expected in &versions[index + 1..] {
            let (version, message) = next(&mut resumed).await;
            assert_eq!(&version, expected);
            assert!(matches!(message, Message::Event(_)));
        }
    }
}

#[tokio::test]
async fn a_version_of_another_log_gets_a_fresh_snapshot() {
    let rig = Rig::start().await;
    let table = rig.table(untimed()).await;
    rig.play(table, "c3-d3").await.unwrap();
    let strangers = [
        (3, "0000000000000001"),
        (1, "0000000000000001"),
        (900, "0000000000000001"),
        (0, "0000000000000000"),
    ];
    for (number, event_id) in strangers {
        let stranger = proto::Version {
            number,
            event_id: event_id.to_owned(),
        };
        let mut watching = watch(&rig, BLACK, vec![(table, Some(stranger))]).await.unwrap();
        let (version, message) = next(&mut watching).await;
        assert!(matches!(message, Message::Snapshot(_)));
        assert_eq!(version.number, 3);
    }
}

#[tokio::test]
async fn one_stream_follows_many_tables() {
    let rig = Rig::start().await;
    let mut tables = Vec::new();
    for _ in 0..64 {
        tables.push(rig.table(untimed()).await);
    }
    let mut watching = watch(&rig, WHITE, tables.iter().map(|table| (*table, None)).collect())
        .await
        .unwrap();
    for _ in &tables {
        assert!(matches!(next(&mut watching).await.1, Message::Snapshot(_)));
    }
    for table in tables.iter().rev() {
        rig.play(*table, "c3-d3").await.unwrap();
        let (version, message) = next(&mut watching).await;
        assert_eq!(version.number, 3);
        assert!(matches!(message, Message::Event(event) if event.table == table.to_string()));
    }
    let too_many = vec![(tables[0], None); 65];
    let refused = watch(&rig, WHITE, too_many).await.err().unwrap();
    assert_eq!(reason_of(&refused).as_deref(), Some("INVALID_ARGUMENT"));
    let twice = watch(&rig, WHITE, vec![(tables[0], None); 2]).await.err().unwrap();
    assert_eq!(reason_of(&twice).as_deref(), Some("INVALID_ARGUMENT"));
    let unknown = watch(&rig, WHITE, vec![(TableId::from_bytes([0; 16]), None)])
        .await
        .err()
        .unwrap();
    assert_eq!(reason_of(&unknown).as_deref(), Some("TABLE_NOT_LIVE"));
}

#[tokio::test(start_paused = true)]
async fn an_idle_stream_shows_that_it_lives() {
    let rig = Rig::start().await;
    // Nobody can come to or leave a table that is over.
    let table = rig.table(untimed()).await;
    rig.act(table, WHITE, None, Action::Abort).await.unwrap();
    let mut watching = watch(&rig, WHITE, vec![(table, None)]).await.unwrap();
    next(&mut watching).await;
    let mut before = 0;
    for after_seconds in [0, 10, 10, 10] {
        let began = tokio::time::Instant::now();
        let Message::Heartbeat(heartbeat) = watching.next().await.unwrap().unwrap() else {
            panic!("a heartbeat")
        };
        assert_eq!(began.elapsed().as_secs(), after_seconds);
        assert!(heartbeat.game_time_ms >= before + 9_900 * u64::from(after_seconds > 0));
        before = heartbeat.game_time_ms;
    }
}

#[tokio::test(start_paused = true)]
async fn a_stream_whose_client_does_not_read_is_ended_and_can_be_resumed() {
    let watch_options = WatchOptions {
        heartbeat: Duration::from_secs(10),
        patience: Duration::from_secs(15),
    };
    let rig = Rig::with(Options {
        watch: watch_options,
        ..Options::default()
    })
    .await;
    let table = free_table(&rig).await;
    let mut watching = watch(&rig, BLACK, vec![(table, None)]).await.unwrap();
    let (seen, _) = next(&mut watching).await;
    move_and_take_back(&rig, table).await;
    tokio::time::sleep(Duration::from_secs(16)).await;
    let mut last = seen;
    let ended = loop {
        match watching.next().await.unwrap() {
            Ok(Message::Event(event)) => last = event.state.unwrap().version.unwrap(),
            Ok(Message::Ending(ending)) => {
                assert_eq!(ending.reason, "SLOW_CONSUMER");
                assert_eq!(ending.resume[0].resume_after.as_ref(), Some(&last));
            }
            Ok(_) => {}
            Err(status) => break status,
        }
    };
    assert_eq!(reason_of(&ended).as_deref(), Some("SLOW_CONSUMER"));
    let mut resumed = watch(&rig, BLACK, vec![(table, Some(last.clone()))]).await.unwrap();
    move_and_take_back(&rig, table).await;
    assert_eq!(next(&mut resumed).await.0.number, last.number + 1);
}

#[tokio::test(start_paused = true)]
async fn a_draining_process_ends_its_streams_with_where_to_resume() {
    let rig = Rig::start().await;
    let table = rig.table(untimed()).await;
    let mut watching = watch(&rig, WHITE, vec![(table, None)]).await.unwrap();
    let (version, _) = next(&mut watching).await;
    rig.drain.start();
    let Message::Ending(ending) = watching.next().await.unwrap().unwrap() else {
        panic!("the ending")
    };
    assert_eq!(ending.reason, "DRAINING");
    assert_eq!(ending.resume[0].resume_after, Some(version));
    let status = watching.next().await.unwrap().unwrap_err();
    assert_eq!(status.code(), tonic::Code::Unavailable);
    assert!(watching.next().await.is_none());
}

#[tokio::test]
async fn nobody_is_asked_to_move_after_the_move_that_ends_the_game() {
    let rig = Rig::start().await;
    let request = proto::CreateTableRequest {
        seats: proto::CreatorSeats::Both.into(),
        // A return home after the deadline ends the game at once.
        start_position: "2bbb3/2b1b3/1w2b3/ww4bb/w6b/3ww3/4ww2/3w4 w 41".to_owned(),
        ..create_request()
    };
    let made = rig.make(WHITE, request).await;
    let table: TableId = made.id.parse().unwrap();
    let mut watching = watch(&rig, WHITE, vec![(table, None)]).await.unwrap();
    next(&mut watching).await;
    let squares = ["e3", "e1", "c1"].map(|square| square.parse().unwrap()).to_vec();
    let returning = Action::Play {
        squares,
        confirm_return_home: true,
        think_time: None,
    };
    rig.act(table, WHITE, None, returning).await.unwrap();
    for _ in 0..2 {
        let Message::Event(event) = next(&mut watching).await.1 else {
            panic!("the move and the end are events")
        };
        let state = event.state.unwrap();
        assert_eq!(
            (state.legal_moves, state.side_to_move),
            (vec![], proto::Side::Unspecified.into())
        );
    }
}
