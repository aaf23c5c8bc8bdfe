//! The result feed: every consumer gets every event once and in order.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use corners_archive::Options;
use corners_archive::store::{ArchiveStore, EmbeddedArchiveStore, NewGame};
use corners_embedded::Location;
use corners_feed::FeedOptions;
use corners_proto::archive::v1::stream_results_request::Start;
use corners_proto::archive::v1::{
    FeedHeartbeat, GameFinished, GetFeedRequest, ResultEvent, StartFeedEpochRequest, StreamResultsRequest,
    StreamResultsResponse,
};
use corners_proto::error::{metadata_of, reason_of};
use corners_proto::io::cloudevents::v1::cloud_event::Data;
use corners_proto::io::cloudevents::v1::cloud_event::cloud_event_attribute_value::Attr;
use corners_proto::time::timestamp;
use prost::Message;
use tonic::{Code, Status, Streaming};

use crate::rig::{Finished, Rig, finished_table, new_game};

fn new_games(seeds: std::ops::Range<u64>) -> Vec<NewGame> {
    seeds
        .map(|seed| new_game(&finished_table(Finished::short(seed))))
        .collect()
}

async fn record(store: &dyn ArchiveStore, seeds: std::ops::Range<u64>, now_ms: u64) {
    store.record(new_games(seeds), now_ms).await.unwrap();
}

/// One consumer, as a program would be.
struct Consumer {
    stream: Streaming<StreamResultsResponse>,
    cursor: Option<String>,
    seen: Vec<u64>,
    said: Vec<StreamResultsResponse>,
}

impl Consumer {
    async fn start(rig: &Rig, start: Option<Start>) -> Self {
        Self {
            stream: stream(rig, start).await.unwrap(),
            cursor: None,
            seen: Vec::new(),
            said: Vec::new(),
        }
    }

    /// Takes one message.
    async fn take(&mut self) -> Result<StreamResultsResponse, Status> {
        let message = self.stream.message().await?.expect("a feed never ends by itself");
        for event in &message.events {
            self.seen.push(position(event));
            self.cursor = Some(event.cursor.clone());
        }
        self.said.push(message.clone());
        Ok(message)
    }

    /// Takes messages until it has seen an event of this position.
    async fn until(&mut self, last: u64) {
        while self.seen.last() != Some(&last) {
            self.take().await.unwrap();
        }
    }

    fn assert_saw(&self, positions: std::ops::RangeInclusive<u64>) {
        assert_eq!(self.seen, positions.collect::<Vec<_>>());
    }
}

async fn stream(rig: &Rig, start: Option<Start>) -> Result<Streaming<StreamResultsResponse>, Status> {
    let started = rig.games().stream_results(StreamResultsRequest { start }).await;
    started.map(tonic::Response::into_inner)
}

fn position(event: &ResultEvent) -> u64 {
    match &event.event.as_ref().unwrap().attributes["sequence"].attr {
        Some(Attr::CeString(text)) => text.parse().unwrap(),
        other => panic!("{other:?}"),
    }
}

fn small() -> Options {
    Options {
        feed: FeedOptions {
            events_kept: 50,
            ..Options::default().feed
        },
        ..Options::default()
    }
}

#[tokio::test(start_paused = true)]
async fn an_event_is_a_cloud_event_that_tells_the_result() {
    let rig = Rig::new();
    record(&*rig.store.inner(), 1..2, 1_700_000_123_456).await;
    rig.start();
    let mut consumer = Consumer::start(&rig, None).await;
    let message = consumer.take().await.unwrap();
    let event = message.events[0].event.clone().unwrap();
    let game = &new_games(1..2)[0].game;
    let table = game.table.to_string();
    assert_eq!((event.id.as_str(), event.source.as_str()), (table.as_str(), "/corners"));
    assert_eq!(
        (event.spec_version.as_str(), event.r#type.as_str()),
        ("1.0", "corners.game.finished.v1")
    );
    let attribute = |name: &str| event.attributes[name].attr.clone().unwrap();
    assert_eq!(attribute("subject"), Attr::CeString(table.clone()));
    assert_eq!(attribute("partitionkey"), Attr::CeString(table));
    assert_eq!(attribute("sequence"), Attr::CeString("1".to_owned()));
    assert_eq!(
        attribute("datacontenttype"),
        Attr::CeString("application/protobuf".to_owned())
    );
    assert_eq!(attribute("time"), Attr::CeTimestamp(timestamp(game.finished_at_ms)));
    assert_eq!(
        attribute("recordedtime"),
        Attr::CeTimestamp(timestamp(1_700_000_123_456))
    );
    let Some(Data::ProtoData(any)) = event.data else {
        panic!("no message")
    };
    assert_eq!(any.type_url, "type.googleapis.com/corners.archive.v1.GameFinished");
    let told = GameFinished::decode(any.value.as_slice()).unwrap();
    assert_eq!(told, corners_archive::convert::finished(game));
}

#[tokio::test(start_paused = true)]
async fn a_consumer_sees_everything_once_while_games_are_recorded_and_across_reconnects() {
    let rig = Rig::with(small());
    record(&*rig.store.inner(), 0..700, 1_000).await;
    rig.start();
    let store = rig.store.inner();
    let recording = tokio::spawn(async move {
        for seed in 700..1_000 {
            record(&*store, seed..seed + 1, 2_000 + seed).await;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    let mut seen = Vec::new();
    let mut cursor = None;
    let mut reconnects = 0;
    while seen.last() != Some(&1_000) {
        let mut consumer = Consumer::start(&rig, cursor.clone().map(Start::Cursor)).await;
        for _ in 0..7 {
            if consumer.seen.last() == Some(&1_000) {
                break;
            }
            consumer.take().await.unwrap();
        }
        seen.append(&mut consumer.seen);
        cursor = consumer.cursor.or(cursor);
        reconnects += 1;
    }
    recording.await.unwrap();
    assert_eq!(seen, (1..=1_000).collect::<Vec<_>>());
    assert!(reconnects > 3, "{reconnects}");
}

#[tokio::test(start_paused = true)]
async fn two_thousand_consumers_cause_the_questions_that_one_does() {
    let mut asked = Vec::new();
    for consumers in [1, 2_000] {
        let rig = Rig::new();
        rig.start();
        rig.store.until("events_after", 1).await;
        let mut open = Vec::new();
        for _ in 0..consumers {
            open.push(Consumer::start(&rig, None).await);
        }
        record(&*rig.store.inner(), 0..1, 1_000).await;
        for consumer in &mut open {
            consumer.until(1).await;
        }
        let before = rig.store.count_all();
        for seed in 1..20 {
            record(&*rig.store.inner(), seed..seed + 1, 1_000).await;
            for consumer in &mut open {
                consumer.until(seed + 1).await;
            }
        }
        asked.push(rig.store.count_all() - before);
        assert!(
            open.iter()
                .all(|consumer| consumer.seen == (1..=20).collect::<Vec<_>>())
        );
    }
    assert_eq!(asked[0], asked[1], "{asked:?}");
}

#[tokio::test(start_paused = true)]
async fn a_quiet_feed_beats_every_ten_seconds_with_a_cursor_to_resume_with() {
    let rig = Rig::new();
    record(&*rig.store.inner(), 0..3, 1_000).await;
    rig.start();
    let mut consumer = Consumer::start(&rig, None).await;
    consumer.until(3).await;
    let began = tokio::time::Instant::now();
    let first = consumer.take().await.unwrap();
    consumer.take().await.unwrap();
    assert_eq!(began.elapsed().as_secs(), 20);
    let FeedHeartbeat { cursor } = first.heartbeat.unwrap();
    record(&*rig.store.inner(), 3..5, 1_000).await;
    let mut resumed = Consumer::start(&rig, Some(Start::Cursor(cursor))).await;
    resumed.until(5).await;
    resumed.assert_saw(4..=5);
}

#[tokio::test(start_paused = true)]
async fn a_consumer_can_start_from_a_time() {
    let rig = Rig::new();
    record(&*rig.store.inner(), 0..4, 1_000).await;
    record(&*rig.store.inner(), 4..6, 5_000).await;
    rig.start();
    for (from_ms, first) in [(0, 1), (1_000, 1), (1_001, 5), (5_000, 5)] {
        let mut consumer = Consumer::start(&rig, Some(Start::RecordedFrom(timestamp(from_ms)))).await;
        consumer.until(6).await;
        consumer.assert_saw(first..=6);
    }
    let mut later = Consumer::start(&rig, Some(Start::RecordedFrom(timestamp(5_001)))).await;
    record(&*rig.store.inner(), 6..7, 9_000).await;
    later.until(7).await;
    later.assert_saw(7..=7);
}

#[tokio::test(start_paused = true)]
async fn a_bad_start_is_refused() {
    let rig = Rig::new();
    record(&*rig.store.inner(), 0..3, 1_000).await;
    rig.start();
    let mut consumer = Consumer::start(&rig, None).await;
    consumer.until(3).await;
    let cursor = consumer.cursor.unwrap();
    let refused = async |start| stream(&rig, Some(start)).await.unwrap_err();
    for text in ["", "rubbish", &cursor[1..], &format!("{cursor}A"), &"A".repeat(27)] {
        let status = refused(Start::Cursor(text.to_owned())).await;
        assert_eq!(status.code(), Code::InvalidArgument, "{text}");
        assert_eq!(reason_of(&status).as_deref(), Some("INVALID_CURSOR"));
    }
    let elsewhere = Rig::new();
    record(&*elsewhere.store.inner(), 0..9, 1_000).await;
    elsewhere.start();
    let mut other = Consumer::start(&elsewhere, None).await;
    other.until(9).await;
    let status = refused(Start::Cursor(other.cursor.unwrap())).await;
    assert_eq!(reason_of(&status).as_deref(), Some("CURSOR_LOST"));
    assert_eq!(status.code(), Code::FailedPrecondition);
    for moment in [(-1, 0), (253_402_300_800, 0), (0, -1), (0, 1_000_000_000)] {
        let (seconds, nanos) = moment;
        let status = refused(Start::RecordedFrom(prost_types::Timestamp { seconds, nanos })).await;
        assert_eq!(reason_of(&status).as_deref(), Some("INVALID_ARGUMENT"), "{moment:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_cursor_beyond_the_end_is_refused_and_one_that_another_replica_knows_is_not() {
    let rig = Rig::new();
    record(&*rig.store.inner(), 0..3, 1_000).await;
    let other = rig.another();
    other.start();
    let mut ahead = Consumer::start(&other, None).await;
    ahead.until(3).await;
    // This replica does not read the feed: it knows nothing but what it is asked for.
    let mut consumer = Consumer::start(&rig, Some(Start::Cursor(ahead.cursor.clone().unwrap()))).await;
    assert!(consumer.take().await.unwrap().heartbeat.is_some());
    let smaller = EmbeddedArchiveStore::open(Location::Memory).unwrap();
    record(&smaller, 0..1, 1_000).await;
    let head = rig.store.inner().head().await.unwrap();
    assert_eq!(head.last, 3);
    let beyond = cursor_of(head.epochs[0].epoch, 4);
    let status = stream(&rig, Some(Start::Cursor(beyond))).await.unwrap_err();
    assert_eq!(reason_of(&status).as_deref(), Some("INVALID_CURSOR"));
}

/// A cursor as the archive would write it.
fn cursor_of(epoch: u64, position: u64) -> String {
    use sha2::Digest;
    let place: Vec<u8> = epoch.to_be_bytes().into_iter().chain(position.to_be_bytes()).collect();
    let digest = sha2::Sha256::digest(&place);
    data_encoding::BASE64URL_NOPAD.encode(&[&place[..], &digest[..4]].concat())
}

async fn epoch(rig: &Rig) -> String {
    let feed = rig.admin().get_feed(GetFeedRequest {}).await.unwrap().into_inner().feed;
    feed.unwrap().epoch
}

async fn start_epoch(rig: &Rig, current_epoch: String) -> Result<(), Status> {
    let request = StartFeedEpochRequest { current_epoch };
    rig.admin().start_feed_epoch(request).await.map(|_| ())
}

#[tokio::test(start_paused = true)]
async fn consumers_are_told_of_another_epoch_and_go_on() {
    let rig = Rig::new();
    record(&*rig.store.inner(), 0..5, 1_000).await;
    rig.start();
    let mut live = Consumer::start(&rig, None).await;
    live.until(5).await;
    let old = live.cursor.clone().unwrap();
    start_epoch(&rig, epoch(&rig).await).await.unwrap();
    let restarted = live.take().await.unwrap().restarted.unwrap();
    assert_eq!((restarted.last_common_sequence, restarted.forgotten), (5, 0));
    record(&*rig.store.inner(), 5..7, 1_000).await;
    live.until(7).await;
    live.assert_saw(1..=7);
    let mut returned = Consumer::start(&rig, Some(Start::Cursor(old))).await;
    assert!(returned.take().await.unwrap().restarted.is_some());
    returned.until(7).await;
    returned.assert_saw(6..=7);
}

#[tokio::test(start_paused = true)]
async fn after_a_restored_backup_consumers_go_on_with_what_both_feeds_have() {
    let folder = tempfile::tempdir().unwrap();
    let (file, backup) = (folder.path().join("archive.db"), folder.path().join("backup.db"));
    let rig = Rig::new();
    let open = |path: &std::path::Path| -> Arc<dyn ArchiveStore> {
        Arc::new(EmbeddedArchiveStore::open(Location::File(path.to_owned())).unwrap())
    };
    let first = open(&file);
    record(&*first, 0..3, 1_000).await;
    first.head().await.unwrap();
    drop(first);
    std::fs::copy(&file, &backup).unwrap();
    rig.store.replace(open(&file));
    record(&*rig.store.inner(), 3..10, 1_000).await;
    rig.start();
    let mut live = Consumer::start(&rig, None).await;
    live.until(10).await;
    let old = live.cursor.clone().unwrap();
    // The backup is put in place, other games are recorded, and the operator says so.
    rig.store.replace(open(&backup));
    record(&*rig.store.inner(), 20..22, 2_000).await;
    let status = stream(&rig, Some(Start::Cursor(cursor_of(0, 0)))).await.unwrap_err();
    assert_eq!(reason_of(&status).as_deref(), Some("CURSOR_LOST"));
    start_epoch(&rig, epoch(&rig).await).await.unwrap();
    // The new epoch begins where the operator said so: what was recorded before is told as common.
    let restarted = live.take().await.unwrap().restarted.unwrap();
    assert_eq!((restarted.last_common_sequence, restarted.forgotten), (5, 5));
    record(&*rig.store.inner(), 30..31, 2_000).await;
    live.until(6).await;
    let mut returned = Consumer::start(&rig, Some(Start::Cursor(old))).await;
    let restarted = returned.take().await.unwrap().restarted.unwrap();
    assert_eq!((restarted.last_common_sequence, restarted.forgotten), (5, 5));
    returned.until(6).await;
    returned.assert_saw(6..=6);
}

#[tokio::test(start_paused = true)]
async fn an_epoch_is_started_once_by_a_repeated_call() {
    let rig = Rig::new();
    record(&*rig.store.inner(), 0..2, 1_000).await;
    let first = epoch(&rig).await;
    start_epoch(&rig, first.clone()).await.unwrap();
    let second = epoch(&rig).await;
    let status = start_epoch(&rig, first.clone()).await.unwrap_err();
    assert_eq!(reason_of(&status).as_deref(), Some("STALE_EPOCH"));
    assert_eq!(metadata_of(&status, "current_epoch"), Some(second.clone()));
    assert_eq!(epoch(&rig).await, second);
    for text in ["", "xyz", &first.to_uppercase(), &second[1..]] {
        if text == first {
            continue;
        }
        let status = start_epoch(&rig, text.to_owned()).await.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument, "{text}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_consumer_that_does_not_read_is_cut_and_resumes_where_it_was() {
    let rig = Rig::new();
    record(&*rig.store.inner(), 0..2, 1_000).await;
    rig.start();
    let mut consumer = Consumer::start(&rig, None).await;
    consumer.until(2).await;
    let mut prompt = Consumer::start(&rig, None).await;
    prompt.until(2).await;
    record(&*rig.store.inner(), 2..4, 1_000).await;
    prompt.until(4).await;
    tokio::time::sleep(Duration::from_secs(16)).await;
    let mut last = None;
    let status = loop {
        match consumer.take().await {
            Ok(message) => last = Some(message),
            Err(status) => break status,
        }
    };
    assert_eq!(status.code(), Code::ResourceExhausted);
    assert_eq!(reason_of(&status).as_deref(), Some("SLOW_CONSUMER"));
    let ending = last.unwrap().ending.unwrap();
    assert_eq!(ending.reason, "SLOW_CONSUMER");
    let mut resumed = Consumer::start(&rig, Some(Start::Cursor(ending.cursor))).await;
    resumed.until(4).await;
    let all: Vec<_> = consumer.seen.iter().chain(&resumed.seen).copied().collect();
    assert_eq!(all, [1, 2, 3, 4]);
    assert!(prompt.take().await.unwrap().heartbeat.is_some(), "nobody else is cut");
}

#[tokio::test(start_paused = true)]
async fn a_draining_process_says_where_to_resume() {
    let rig = Rig::new();
    record(&*rig.store.inner(), 0..2, 1_000).await;
    rig.start();
    let mut consumer = Consumer::start(&rig, None).await;
    consumer.until(2).await;
    rig.drain.start();
    let ending = consumer.take().await.unwrap().ending.unwrap();
    assert_eq!(ending.reason, "DRAINING");
    assert_eq!(Some(ending.cursor), consumer.cursor);
    let status = consumer.take().await.unwrap_err();
    assert_eq!(reason_of(&status).as_deref(), Some("DRAINING"));
}

#[tokio::test(start_paused = true)]
async fn while_the_store_is_away_streams_live_on() {
    let rig = Rig::with(small());
    rig.start();
    rig.store.until("events_after", 1).await;
    let mut live = Consumer::start(&rig, None).await;
    let store = rig.store.inner();
    // A hundred events in each second, also while nobody can read them.
    let recording = tokio::spawn(async move {
        for seed in 0..1_000 {
            record(&*store, seed..seed + 1, 1_000).await;
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    live.until(100).await;
    rig.store.set_away(true);
    tokio::time::sleep(Duration::from_millis(100)).await;
    let mut heartbeats = 0;
    while heartbeats < 2 {
        heartbeats += u32::from(live.take().await.unwrap().heartbeat.is_some());
    }
    recording.await.unwrap();
    rig.store.set_away(false);
    live.until(1_000).await;
    live.assert_saw(1..=1_000);
}

#[tokio::test(start_paused = true)]
async fn consumers_who_are_behind_read_the_store_a_few_at_a_time_and_catch_up() {
    let rig = Rig::with(small());
    record(&*rig.store.inner(), 0..900, 1_000).await;
    rig.start();
    rig.store.until("events_after", 3).await;
    let mut open = Vec::new();
    for _ in 0..30 {
        open.push(Consumer::start(&rig, None).await);
    }
    let mut caught_up = BTreeSet::new();
    for consumer in &mut open {
        consumer.until(900).await;
        consumer.assert_saw(1..=900);
        caught_up.insert(consumer.cursor.clone());
    }
    assert_eq!(caught_up.len(), 1, "all are at the same place");
}

#[tokio::test(start_paused = true)]
async fn messages_of_the_feed_stay_small() {
    let rig = Rig::new();
    record(&*rig.store.inner(), 0..2_000, 1_000).await;
    rig.start();
    let mut consumer = Consumer::start(&rig, None).await;
    consumer.until(2_000).await;
    let largest = consumer.said.iter().map(Message::encoded_len).max().unwrap();
    assert!(largest <= 64 * 1024, "{largest} bytes");
}

#[tokio::test]
async fn a_consumer_whose_token_is_revoked_is_told_where_to_resume() {
    let rig = Rig::new();
    record(&*rig.store.inner(), 0..2, 1_000).await;
    rig.start();
    let (mut client, tokens) = rig.serve().await;
    let started = client.stream_results(StreamResultsRequest { start: None }).await;
    let mut consumer = Consumer {
        stream: started.unwrap().into_inner(),
        cursor: None,
        seen: Vec::new(),
        said: Vec::new(),
    };
    consumer.until(2).await;
    tokens.revoked.cancel();
    let ending = consumer.take().await.unwrap().ending.unwrap();
    assert_eq!(ending.reason, "TOKEN_REVOKED");
    assert_eq!(Some(ending.cursor), consumer.cursor);
    let status = consumer.take().await.unwrap_err();
    assert_eq!(status.code(), Code::Unauthenticated);
}
