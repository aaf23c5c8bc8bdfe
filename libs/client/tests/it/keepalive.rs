//! A connection that died silently is noticed.

use std::time::Duration;

use corners_client::proto::game::v1::{
    PlayMoveResponse, Table, TableState, Version, WatchTablesRequest, WatchTablesResponse,
    watch_tables_response::Message,
};
use corners_client::{Options, Update};
use tokio::join;
use tokio::time::{Instant, sleep};

use crate::peer::Peer;

fn two_keepalives(options: &Options) -> Duration {
    2 * options.keepalive_interval
}

#[tokio::test(start_paused = true)]
async fn a_watch_over_a_silent_partition_resumes_within_two_keepalives() {
    let options = Options::default();
    let limit = two_keepalives(&options);
    let (mut peer, session) = Peer::with_session(options);
    let mut watch = session.watch(["t"]);
    let version = Some(Version {
        number: 1,
        event_id: "01".to_owned(),
    });
    let state = Some(TableState {
        version: version.clone(),
        ..Default::default()
    });
    let table = Table {
        id: "t".to_owned(),
        state,
        ..Default::default()
    };
    let stream = peer.call().await.stream();
    stream.send(&WatchTablesResponse {
        message: Some(Message::Snapshot(table)),
    });
    assert!(matches!(watch.next().await, Some(Ok(Update::Snapshot(_)))));

    let partitioned_at = Instant::now();
    peer.partition();
    let call = peer.call().await;
    assert!(partitioned_at.elapsed() <= limit, "{:?}", partitioned_at.elapsed());
    assert_eq!(call.decode::<WatchTablesRequest>().tables[0].resume_after, version);
    assert_eq!(peer.connections(), 2);
}

#[tokio::test(start_paused = true)]
async fn an_idle_connection_that_died_costs_the_next_call_nothing() {
    let options = Options::default();
    let limit = two_keepalives(&options);
    let (mut peer, session) = Peer::with_session(options);
    let (played, ()) = join!(session.play("t", "c3-d3", None), async {
        peer.call().await.answer(&PlayMoveResponse::default());
    });
    played.unwrap();

    peer.partition();
    sleep(limit).await;
    let begin = Instant::now();
    let (played, ()) = join!(session.play("t", "d3-e3", None), async {
        peer.call().await.answer(&PlayMoveResponse::default());
    });
    played.unwrap();
    assert_eq!(begin.elapsed(), Duration::ZERO, "the call had to find out by itself");
    assert_eq!(peer.connections(), 2);
}

#[tokio::test(start_paused = true)]
async fn an_idle_connection_that_lives_is_kept() {
    let (mut peer, session) = Peer::with_session(Options::default());
    for _ in 0..2 {
        let (played, ()) = join!(session.play("t", "c3-d3", None), async {
            peer.call().await.answer(&PlayMoveResponse::default());
        });
        played.unwrap();
        sleep(Duration::from_secs(3600)).await;
    }
    assert_eq!(peer.connections(), 1);
}
