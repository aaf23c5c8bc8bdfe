//! How soon consumers have what was recorded, and what they ask of the database.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use corners_proto::archive::v1::{
    ResultEvent, StreamResultsRequest, StreamResultsResponse, stream_results_request::Start,
};
use corners_proto::game::v1::Table;
use corners_proto::time::timestamp;
use corners_service::internal::InternalChannel;
use corners_service::time::wall_clock_ms;
use corners_test_bench::{Consumer, Failure, Message as Heard, Operated, Times, load, per_second, say};
use futures::future::try_join_all;
use prost::Message;

use crate::authority::Authority;
use crate::generator::{Generator, Plan, table};
use crate::replica::Replica;
use crate::store;
use crate::watched::{Commits, Watched};

/// Games a second at the fixed rate, for this many seconds.
const RATE: usize = 300;
const SECONDS: usize = 20;

/// Games that are recorded as fast as they can.
const AT_ONCE: usize = 10_000;

/// Games that are recorded before, at the fixed rate: what grows with the first messages has grown then.
const BEFORE: usize = 900;

/// Of how many consumers the times are taken; the others only count what they get.
const TIMED: usize = 20;

pub async fn section(operated: &Operated) -> Result<(), Failure> {
    let games = 3 * (RATE * SECONDS + AT_ONCE + 2 * BEFORE);
    let mut games = Generator::new(Plan::of(games as u32)).map(|game| table(&game));
    say(&format!("feed, {}", load()));
    say(
        "  One replica records, and one only serves the consumers, looking every 50 ms. From the answer to the commit until",
    );
    say(&format!(
        "  {TIMED} of the consumers have the event, p50 / p99 / max in ms."
    ));
    for consumers in [1, 100, 2000] {
        for (count, rate) in [(RATE * SECONDS, Some(RATE)), (AT_ONCE, None)] {
            let before = games.by_ref().take(BEFORE).collect();
            let tables = games.by_ref().take(count).collect();
            measure(operated, consumers, before, tables, rate).await?;
        }
    }
    say(&format!("  {}", load()));
    Ok(())
}

async fn measure(
    operated: &Operated,
    consumers: usize,
    before: Vec<Table>,
    tables: Vec<Table>,
    rate: Option<usize>,
) -> Result<(), Failure> {
    let commits = Commits::default();
    let (authority, nobody) = (Authority::default(), Authority::default());
    let serving = Arc::new(Watched::new(store(operated).await?, Commits::default()));
    let server = Replica::start(Arc::<Watched>::clone(&serving), &nobody)?;
    let recording = Arc::new(Watched::new(store(operated).await?, Arc::clone(&commits)));
    let recorder = Replica::start(recording, &authority)?;

    let (count, all) = (tables.len(), before.len() + tables.len());
    let timed: HashSet<String> = tables.iter().map(|table| table.id.clone()).collect();
    let cursor = end_of_feed(&server).await?;
    let mut opened = Vec::new();
    for _ in 0..consumers {
        opened.push(consumer(server.channel(), cursor.clone()).await?);
    }
    let beside = tokio::spawn(consumer(recorder.channel(), cursor).await?.hear(all));
    let others = opened.split_off(consumers.min(TIMED));
    let hearing: Vec<_> = opened
        .into_iter()
        .map(|consumer| tokio::spawn(consumer.hear(all)))
        .collect();
    let others: Vec<_> = others
        .into_iter()
        .map(|consumer| tokio::spawn(consumer.count(all)))
        .collect();

    authority.finish_at(before, RATE).await;
    authority.until_acknowledged(all - count).await;
    let (asked, begun) = (serving.asked_for_feed(), Instant::now());
    match rate {
        Some(rate) => authority.finish_at(tables, rate).await,
        None => authority.finish(tables),
    }
    authority.until_acknowledged(all).await;
    let recorded = per_second(count, begun);
    let asked = per_second(serving.asked_for_feed() - asked, begun);

    let heard: Vec<Vec<Heard>> = try_join_all(hearing).await?.into_iter().collect::<Result<_, _>>()?;
    let beside = beside.await??;
    for other in try_join_all(others).await? {
        other?;
    }
    let each = beside.iter().map(|heard| heard.bytes.len()).sum::<usize>() / all;
    say(&format!(
        "  {consumers} consumers, {recorded:.0} games/s of {each} bytes: {}; at the replica that records: {}; {asked:.1} questions/s",
        since_commits(&commits, &timed, &heard)?.told(),
        since_commits(&commits, &timed, &[beside])?.told(),
    ));
    server.stop().await?;
    recorder.stop().await
}

/// A cursor of the feed's end; none while it is empty.
async fn end_of_feed(replica: &Replica) -> Result<Option<String>, Failure> {
    let request = StreamResultsRequest {
        start: Some(Start::RecordedFrom(timestamp(wall_clock_ms() + 60_000))),
    };
    let mut stream = replica.client().stream_results(request).await?.into_inner();
    // It says where it is with its first heartbeat.
    let first = tokio::time::timeout(Duration::from_secs(30), stream.message()).await??;
    Ok(first
        .and_then(|message| message.heartbeat)
        .map(|heartbeat| heartbeat.cursor))
}

/// Follows the feed behind a place.
async fn consumer(channel: InternalChannel, cursor: Option<String>) -> Result<Consumer, Failure> {
    let start = cursor.map(Start::Cursor);
    let method = "/corners.archive.v1.ArchiveService/StreamResults";
    Consumer::start(channel, method, StreamResultsRequest { start }).await
}

fn since_commits(commits: &Commits, timed: &HashSet<String>, heard: &[Vec<Heard>]) -> Result<Times, Failure> {
    let commits = commits.lock().unwrap();
    let mut times = Times::default();
    for message in heard.iter().flatten() {
        let read = StreamResultsResponse::decode(message.bytes.clone())?;
        for table in read.events.iter().map(table_of).filter(|table| timed.contains(table)) {
            times.note(message.at.saturating_duration_since(commits[&table]));
        }
    }
    Ok(times)
}

/// The id of a finished game's event is its table.
fn table_of(event: &ResultEvent) -> String {
    event.event.as_ref().map(|event| event.id.clone()).unwrap_or_default()
}
