//! How soon consumers have what was recorded, and what they ask of the database.

use std::sync::Arc;
use std::time::{Duration, Instant};

use corners_proto::archive::v1::{StreamResultsRequest, stream_results_request::Start};
use corners_proto::game::v1::Table;
use corners_proto::time::timestamp;
use corners_service::time::wall_clock_ms;
use futures::future::try_join_all;

use crate::Failure;
use crate::authority::Authority;
use crate::consumers::{Consumer, Heard};
use crate::figures::{Times, load, per_second, say};
use crate::generator::{Generator, Plan, table};
use crate::replica::Replica;
use crate::server::Operated;
use crate::watched::{Commits, Watched};

/// Games a second at the fixed rate, for this many seconds.
const RATE: usize = 300;
const SECONDS: usize = 10;

/// Games that are recorded as fast as they can.
const AT_ONCE: usize = 10_000;

/// Of how many consumers the times are taken; the others only count what they get.
const TIMED: usize = 20;

pub async fn section(operated: &Operated) -> Result<(), Failure> {
    let games = 3 * (RATE * SECONDS + AT_ONCE) + 500;
    let mut games = Generator::new(Plan::of(games as u32)).map(|game| table(&game));
    say(&format!("feed, {}", load()));
    say(
        "  One replica records, and one only serves the consumers, looking every 50 ms. From the answer to the commit until",
    );
    say(&format!(
        "  {TIMED} of the consumers have the event, p50 / p99 / max in ms."
    ));
    for consumers in [1, 100, 2000] {
        let tables = games.by_ref().take(RATE * SECONDS).collect();
        measure(operated, consumers, tables, Some(RATE)).await?;
        let tables = games.by_ref().take(AT_ONCE).collect();
        measure(operated, consumers, tables, None).await?;
    }
    say(&format!("  {}", load()));
    Ok(())
}

async fn measure(
    operated: &Operated,
    consumers: usize,
    tables: Vec<Table>,
    rate: Option<usize>,
) -> Result<(), Failure> {
    let commits = Commits::default();
    let (authority, nobody) = (Authority::default(), Authority::default());
    let serving = Arc::new(Watched::new(operated.store().await?, Commits::default()));
    let server = Replica::start(Arc::<Watched>::clone(&serving), &nobody)?;
    let recording = Arc::new(Watched::new(operated.store().await?, Arc::clone(&commits)));
    let recorder = Replica::start(recording, &authority)?;

    let count = tables.len();
    let cursor = end_of_feed(&server).await?;
    let mut opened = Vec::new();
    for _ in 0..consumers {
        opened.push(Consumer::start(server.channel(), cursor.clone()).await?);
    }
    let beside = tokio::spawn(Consumer::start(recorder.channel(), cursor).await?.hear(count));
    let others = opened.split_off(consumers.min(TIMED));
    let timed: Vec<_> = opened
        .into_iter()
        .map(|consumer| tokio::spawn(consumer.hear(count)))
        .collect();
    let others: Vec<_> = others
        .into_iter()
        .map(|consumer| tokio::spawn(consumer.count(count)))
        .collect();

    let (asked, begun) = (serving.asked_for_feed(), Instant::now());
    match rate {
        Some(rate) => authority.finish_at(tables, rate).await,
        None => authority.finish(tables),
    }
    authority.until_acknowledged(count).await;
    let recorded = per_second(count, begun);
    let asked = per_second(serving.asked_for_feed() - asked, begun);

    let heard: Vec<Heard> = try_join_all(timed).await?.into_iter().collect::<Result<_, _>>()?;
    let beside = beside.await??;
    for other in try_join_all(others).await? {
        other?;
    }
    let each = beside.bytes / count;
    say(&format!(
        "  {consumers} consumers, {recorded:.0} games/s of {each} bytes: {}; at the replica that records: {}; {asked:.1} questions/s",
        since_commits(&commits, &heard).told(),
        since_commits(&commits, &[beside]).told(),
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

fn since_commits(commits: &Commits, heard: &[Heard]) -> Times {
    let commits = commits.lock().unwrap();
    let mut times = Times::default();
    for (table, at) in heard.iter().flat_map(|heard| &heard.events) {
        let committed = commits[table];
        times.note(at.saturating_duration_since(committed));
    }
    times
}
