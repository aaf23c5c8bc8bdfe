//! How many finished games are archived in a second.

use std::time::Instant;

use corners_proto::game::v1::Table;
use corners_test_bench::{Copied, Failure, Operated, copies_per_second, load, per_second, processor_us, say};

use crate::authority::Authority;
use crate::generator::{Generator, Plan, table};
use crate::replica::Replica;
use crate::store;

/// Games of one measurement.
const GAMES: u32 = 20_000;

/// Games of one commit, as the archive takes them.
const BATCH: usize = 256;

/// The tables that a game is written to, and the order of their rows.
const TABLES: [Copied; 3] = [
    copied("game", "table_id"),
    copied("game_moves", "table_id"),
    copied("outbox", "aggregateid"),
];

const fn copied(table: &'static str, order: &'static str) -> Copied {
    Copied {
        table,
        order,
        rows: BATCH,
    }
}

pub async fn section(operated: &Operated) -> Result<(), Failure> {
    let mut games = Generator::new(Plan::of(3 * GAMES)).map(|game| table(&game));
    say(&format!("recording, {GAMES} games each, {}", load()));
    let warm = games.by_ref().take(2000).collect();
    archive(operated, 1, warm).await?;
    for replicas in [1, 2] {
        let tables: Vec<Table> = games.by_ref().take(GAMES as usize).collect();
        let told = archive(operated, replicas, tables).await?;
        say(&format!("  {replicas} archive(s), two loops each: {told}"));
    }
    for connections in [2, 4] {
        let rate = BATCH as f64 * copies_per_second(operated, "archive", &TABLES, connections).await?;
        say(&format!(
            "  the same rows by COPY without indexes, {BATCH} a commit, {connections} connections: {rate:.0} games/s"
        ));
    }
    say(&format!("  {}", load()));
    Ok(())
}

/// Games a second, from the moment at which all wait until the last one is acknowledged, and what each cost.
async fn archive(operated: &Operated, replicas: usize, tables: Vec<Table>) -> Result<String, Failure> {
    let authority = Authority::default();
    let count = tables.len();
    authority.finish(tables);
    let mut stores = Vec::new();
    for _ in 0..replicas {
        stores.push(store(operated).await?);
    }
    let (server_us, own_us) = (operated.processor_us().await?, processor_us("self"));
    let begun = Instant::now();
    let running = stores.into_iter().map(|store| Replica::start(store, &authority));
    let running: Vec<Replica> = running.collect::<Result<_, _>>()?;
    authority.until_acknowledged(count).await;
    let rate = per_second(count, begun);
    let each = |us: u64| us / count as u64;
    let told = format!(
        "{rate:.0} games/s acknowledged; processor time of a game: Postgres {} us, archive and authority {} us",
        each(operated.processor_us().await?.saturating_sub(server_us)),
        each(processor_us("self") - own_us)
    );
    for replica in running {
        replica.stop().await?;
    }
    Ok(told)
}
