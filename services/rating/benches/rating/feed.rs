//! How soon consumers have what became of games.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use corners_proto::rating::v1::{
    StreamRatingEventsRequest, StreamRatingEventsResponse, stream_rating_events_request::Start,
};
use corners_proto::time::timestamp;
use corners_rating::domain::Told;
use corners_service::time::wall_clock_ms;
use corners_test_bench::{Consumer, Failure, Message as Heard, Operated, Times, load, say};
use futures::future::try_join_all;
use prost::Message;

use crate::archive::FakeArchive;
use crate::crowd::Crowd;
use crate::replica::{Replica, finish_at};
use crate::store;
use crate::watched::{Progress, Watched};

/// Games a second, for this many seconds.
const RATE: usize = 300;
const SECONDS: usize = 20;

/// Games before those that are timed.
const BEFORE: usize = 900;

/// Of how many consumers the times are taken; the others only count what they get.
const TIMED: usize = 20;

pub async fn section(operated: &Operated) -> Result<(), Failure> {
    say(&format!("feed, {RATE} games/s, {}", load()));
    say("  One replica takes results, and one only serves the consumers. From the answer of the store until");
    say(&format!(
        "  {TIMED} of the consumers have the event, p50 / p99 / max in ms."
    ));
    let (archive, mut crowd) = (FakeArchive::default(), Crowd::new(3));
    for consumers in [1, 100] {
        measure(operated, &archive, &mut crowd, consumers).await?;
    }
    say(&format!("  {}", load()));
    Ok(())
}

async fn measure(
    operated: &Operated,
    archive: &FakeArchive,
    crowd: &mut Crowd,
    consumers: usize,
) -> Result<(), Failure> {
    let progress = Arc::new(Progress::default());
    let taker = Replica::start(Watched::new(store(operated).await?, &progress), archive).await?;
    let nobody = FakeArchive::default();
    nobody.world().is_away = true;
    let server = Replica::start(store(operated).await?, &nobody).await?;

    let end = finish_at(archive, crowd.take(BEFORE), RATE).await;
    progress.until(end).await;
    let cursor = end_of_feed(&server).await?;
    // Each of these has an event; an annulment has one only if the game was rated.
    let told: Vec<_> = crowd
        .filter(|told| !matches!(told, Some(Told::Annulled(..))))
        .take(RATE * SECONDS)
        .collect();
    let count = told.iter().flatten().count();
    let mut opened = Vec::new();
    for _ in 0..consumers {
        opened.push(consumer(&server, cursor.clone()).await?);
    }
    let beside = tokio::spawn(consumer(&taker, cursor).await?.hear(count));
    let others = opened.split_off(consumers.min(TIMED));
    let hearing: Vec<_> = opened
        .into_iter()
        .map(|consumer| tokio::spawn(consumer.hear(count)))
        .collect();
    let others: Vec<_> = others
        .into_iter()
        .map(|consumer| tokio::spawn(consumer.count(count)))
        .collect();

    finish_at(archive, told, RATE).await;
    let heard: Vec<Vec<Heard>> = try_join_all(hearing).await?.into_iter().collect::<Result<_, _>>()?;
    let beside = beside.await??;
    for other in try_join_all(others).await? {
        other?;
    }
    let taken = progress.taken();
    let each = beside.iter().map(|heard| heard.bytes.len()).sum::<usize>() / count;
    say(&format!(
        "  {consumers} consumers, {count} events of {each} bytes: {}; at the replica that takes: {}; {}",
        since(&taken, &heard)?.told(),
        since(&taken, &[beside])?.told(),
        load()
    ));
    server.stop().await?;
    taker.stop().await
}

/// A cursor of the feed's end.
async fn end_of_feed(replica: &Replica) -> Result<Option<String>, Failure> {
    let request = StreamRatingEventsRequest {
        start: Some(Start::RecordedFrom(timestamp(wall_clock_ms() + 60_000))),
    };
    let mut stream = replica.client().stream_rating_events(request).await?.into_inner();
    // It says where it is with its first heartbeat.
    let first = tokio::time::timeout(Duration::from_secs(30), stream.message()).await??;
    Ok(first
        .and_then(|message| message.heartbeat)
        .map(|heartbeat| heartbeat.cursor))
}

async fn consumer(replica: &Replica, cursor: Option<String>) -> Result<Consumer, Failure> {
    let start = cursor.map(Start::Cursor);
    let method = "/corners.rating.v1.RatingService/StreamRatingEvents";
    Consumer::start(replica.channel(), method, StreamRatingEventsRequest { start }).await
}

/// The times from when games were taken until they were heard of.
fn since(taken: &HashMap<String, Instant>, heard: &[Vec<Heard>]) -> Result<Times, Failure> {
    let mut times = Times::default();
    for message in heard.iter().flatten() {
        let read = StreamRatingEventsResponse::decode(message.bytes.clone())?;
        for event in read.events {
            times.note(message.at.saturating_duration_since(taken[&event.table]));
        }
    }
    Ok(times)
}
