//! How long a write takes under a steady load: an append to one of 250 logs, as game-authority does it.
//!
//! `cargo bench -p corners-embedded --bench open_loop -- [writes per second] [seconds] [full|process]`
//!
//! The load is an open loop: a write starts when its time has come, however slow the ones before it are, and its latency
//! counts from that time.

use std::error::Error;
use std::io::Write;
use std::time::Duration;

use corners_embedded::rusqlite::{self, Connection, params};
use corners_embedded::{Database, Durability, EmbeddedError, Location, Schema};
use hdrhistogram::Histogram;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

const SCHEMA: Schema = Schema(&["
    CREATE TABLE log (id INTEGER PRIMARY KEY, head INTEGER NOT NULL) STRICT;
    CREATE TABLE event (log INTEGER NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (log, number))
        STRICT, WITHOUT ROWID;
    CREATE TABLE request (id BLOB PRIMARY KEY, log INTEGER NOT NULL) STRICT, WITHOUT ROWID;
"]);

const LOGS: u64 = 250;
const EVENT_BYTES: usize = 120;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    // `cargo bench` adds an argument of its own.
    let arguments: Vec<_> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let argument = |number: usize, default: &'static str| arguments.get(number).map_or(default, String::as_str);
    let (per_second, seconds): (u64, u64) = (argument(0, "500").parse()?, argument(1, "20").parse()?);
    let durability = if argument(2, "full") == "process" {
        Durability::Process
    } else {
        Durability::Full
    };
    let folder = tempfile::tempdir_in(".")?;
    let database = Database::open(Location::File(folder.path().join("bench.db")), SCHEMA, durability)?;
    let latencies = run(&database, per_second, per_second * seconds).await?;
    let at = |quantile| Duration::from_micros(latencies.value_at_quantile(quantile));
    writeln!(
        std::io::stdout().lock(),
        "{durability:?}: {} writes at {per_second}/s: p50 {:?}, p99 {:?}, p99.9 {:?}, max {:?}",
        latencies.len(),
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0),
    )?;
    Ok(())
}

async fn run(database: &Database, per_second: u64, writes: u64) -> Result<Histogram<u64>, Box<dyn Error>> {
    let start = Instant::now();
    let mut running = JoinSet::new();
    for number in 0..writes {
        let due = start + Duration::from_nanos(number * 1_000_000_000 / per_second);
        sleep_until(due).await;
        let database = database.clone();
        running.spawn(async move { append(&database, number).await.map(|()| due.elapsed()) });
    }
    let mut latencies = Histogram::new(3)?;
    while let Some(written) = running.join_next().await {
        latencies.record(u64::try_from(written??.as_micros())?)?;
    }
    Ok(latencies)
}

async fn append(database: &Database, number: u64) -> Result<(), EmbeddedError> {
    let log = i64::try_from(number % LOGS).unwrap_or(0);
    let request = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes();
    database.write(move |store| append_in(store, log, &request)).await
}

fn append_in(store: &Connection, log: i64, request: &[u8]) -> rusqlite::Result<()> {
    store
        .prepare_cached("INSERT INTO log VALUES (?1, 1) ON CONFLICT (id) DO UPDATE SET head = head + 1")?
        .execute([log])?;
    let head: i64 = store
        .prepare_cached("SELECT head FROM log WHERE id = ?1")?
        .query_row([log], |row| row.get(0))?;
    store
        .prepare_cached("INSERT INTO event VALUES (?1, ?2, ?3)")?
        .execute(params![log, head, [0_u8; EVENT_BYTES]])?;
    store
        .prepare_cached("INSERT INTO request VALUES (?1, ?2)")?
        .execute(params![request, log])?;
    Ok(())
}
