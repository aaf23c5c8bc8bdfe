//! How many results become ratings in a second.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use corners_rating::domain::{Policy, Told};
use corners_rating::store::{Place, RatingStore, Results, Taken};
use corners_service::time::wall_clock_ms;
use corners_test_bench::{Copied, Failure, Operated, copies_per_second, load, per_second, processor_us, say};
use futures::future::try_join_all;

use crate::archive::FakeArchive;
use crate::crowd::{Crowd, event};
use crate::replica::Replica;
use crate::store;
use crate::watched::{Progress, Watched};

/// Results of one measurement.
const RESULTS: usize = 40_000;

/// Results that are taken before: most players have a rating then.
const BEFORE: usize = 20_000;

/// Results that are taken at once, as the service does.
const BATCH: usize = 512;

pub async fn section(operated: &Operated) -> Result<(), Failure> {
    say(&format!("taking, {RESULTS} results each, {}", load()));
    let mut crowd = Crowd::new(1);
    let mut feed = Feed::default();
    let first = store(operated).await?;
    first.adopt(&Policy::default()).await?;
    take(&first, &feed.tell(&mut crowd, BEFORE)).await?;
    let mut results = Batches::new();
    for stores in [1, 2] {
        let all = [Arc::clone(&first), store(operated).await?];
        results = feed.tell(&mut crowd, RESULTS);
        let cost = Cost::begin(operated).await?;
        try_join_all(all[..stores].iter().map(|store| take(store, &results))).await?;
        say(&format!(
            "  {stores} store(s), {BATCH} at once: {}",
            cost.told(operated).await?
        ));
    }
    ceiling(operated, &results).await?;
    let operated = Operated::start().await?;
    service(&operated, &mut crowd).await?;
    say(&format!("  {}", load()));
    Ok(())
}

/// A feed of results.
#[derive(Default)]
struct Feed {
    told: u64,
}

type Batches = Vec<Results>;

impl Feed {
    /// What comes next.
    fn tell(&mut self, crowd: &mut Crowd, count: usize) -> Batches {
        let told: Vec<Option<Told>> = crowd.take(count).collect();
        let batch = |told: &[Option<Told>]| {
            let behind = self.told;
            self.told += told.len() as u64;
            Results {
                behind: (behind > 0).then(|| place(behind)),
                results: (behind + 1..).map(place).zip(told.iter().cloned()).collect(),
            }
        };
        told.chunks(BATCH).map(batch).collect()
    }
}

fn place(sequence: u64) -> Place {
    Place {
        cursor: format!("0123456789abcdef-{sequence}"),
        sequence,
    }
}

/// Takes all of them, though others may do so, too.
async fn take(store: &Arc<impl RatingStore>, batches: &[Results]) -> Result<(), Failure> {
    for results in batches {
        let end = results.results.last().map_or(0, |(place, _)| place.sequence);
        match store.take(results.clone(), wall_clock_ms()).await? {
            Taken::Elsewhere(Some(there)) if there.sequence > end => {}
            Taken::Done(_) => {}
            taken @ Taken::Elsewhere(_) => return Err(format!("the store is elsewhere: {taken:?}").into()),
        }
    }
    Ok(())
}

/// What is spent from a moment on.
struct Cost {
    begun: Instant,
    changes: i64,
    server_us: u64,
    own_us: u64,
}

impl Cost {
    async fn begin(operated: &Operated) -> Result<Self, Failure> {
        Ok(Self {
            changes: changes(operated).await?,
            server_us: operated.processor_us().await?,
            own_us: processor_us("self"),
            begun: Instant::now(),
        })
    }

    async fn told(self, operated: &Operated) -> Result<String, Failure> {
        let taken = per_second(RESULTS, self.begun);
        let elapsed = self.begun.elapsed().as_secs_f64();
        let (server_us, own_us) = (operated.processor_us().await?, processor_us("self"));
        let changed = changes(operated).await? - self.changes;
        let each = |us: u64| us / changed.unsigned_abs().max(1);
        Ok(format!(
            "{taken:.0} results/s, {:.0} ratings/s; processor time of a rating: Postgres {} us, this process {} us; {}",
            changed as f64 / elapsed,
            each(server_us.saturating_sub(self.server_us)),
            each(own_us - self.own_us),
            load()
        ))
    }
}

/// How many changes there are.
async fn changes(operated: &Operated) -> Result<i64, Failure> {
    let mut connection = operated.connect().await?;
    let question = "SELECT count(*) FROM rating.rating_change";
    Ok(sqlx::query_scalar(question).fetch_one(&mut connection).await?)
}

/// The same rows: for each commit its events, changes and standings.
async fn ceiling(operated: &Operated, results: &[Results]) -> Result<(), Failure> {
    let mut connection = operated.connect().await?;
    let question = "SELECT count(*) FROM rating.rating_event";
    let events: i64 = sqlx::query_scalar(question).fetch_one(&mut connection).await?;
    let commits = (BEFORE + 2 * RESULTS).div_ceil(BATCH);
    let changes = changes(operated).await? as usize / commits;
    let players: usize = results.iter().map(players).sum();
    let tables = [
        copied("rating_event", "position", events as usize / commits),
        copied("rating_change", "position, side", changes),
        copied("standing", "player", players / results.len()),
    ];
    for connections in [1, 2] {
        let rate = copies_per_second(operated, "rating", &tables, connections).await?;
        say(&format!(
            "  the same events, changes and standings by COPY without indexes, committed as often, {connections} connection(s): \
             {:.0} ratings/s; {}",
            rate * changes as f64,
            load()
        ));
    }
    Ok(())
}

/// How many players results are of.
fn players(results: &Results) -> usize {
    let games = results
        .results
        .iter()
        .filter_map(|(_, told)| told.as_ref())
        .map(Told::game);
    let players: HashSet<_> = games
        .flat_map(|game| [game.white, game.black])
        .flatten()
        .map(|player| player.account)
        .collect();
    players.len()
}

const fn copied(table: &'static str, order: &'static str, rows: usize) -> Copied {
    Copied { table, order, rows }
}

/// The whole service, from the moment at which all results wait in the archive until they are taken.
async fn service(operated: &Operated, crowd: &mut Crowd) -> Result<(), Failure> {
    let archive = FakeArchive::default();
    let measured = [(false, BEFORE, 1), (true, RESULTS, 1), (true, RESULTS, 2)];
    for (is_told, results, replicas) in measured {
        archive.world().events.extend(crowd.take(results).map(event));
        let end = archive.world().events.len() as u64;
        let progress = Arc::new(Progress::default());
        let mut stores = Vec::new();
        for _ in 0..replicas {
            stores.push(Watched::new(store(operated).await?, &progress));
        }
        let cost = Cost::begin(operated).await?;
        let mut running = Vec::new();
        for store in stores {
            running.push(Replica::start(store, &archive).await?);
        }
        progress.until(end).await;
        let told = cost.told(operated).await?;
        if is_told {
            say(&format!("  {replicas} replica(s) behind an archive: {told}"));
        }
        for replica in running {
            replica.stop().await?;
        }
    }
    Ok(())
}
