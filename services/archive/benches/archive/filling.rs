//! Filling the database.

use std::sync::Arc;
use std::time::Instant;

use corners_archive::convert::{Json, finished};
use corners_archive::store::{ArchiveStore, NewGame, PostgresArchiveStore};
use corners_proto::ids::TableId;
use corners_service::time::wall_clock_ms;
use corners_test_bench::{Failure, Operated, load, per_second, say};
use tokio::task::JoinSet;

use crate::generator::{Generator, People, Plan};
use crate::store;

/// Games of one commit.
const BATCH: usize = 1000;
/// Commits at once.
const AT_ONCE: usize = 2;

/// What is in the database.
pub struct Filled {
    pub plan: Plan,
    pub people: People,
    /// Some of the tables, from the first to the last.
    pub tables: Vec<TableId>,
}

/// Records as many games, as the archive itself does, but with more of them to a commit.
pub async fn fill(operated: &Operated, games: u32) -> Result<Filled, Failure> {
    let into = store(operated).await?;
    let plan = Plan::of(games);
    let mut generator = Generator::new(plan);
    let people = *generator.people();
    let json = Json::new()?;
    let (mut tables, mut done, mut begun) = (Vec::new(), 0, Instant::now());
    let mut recording = JoinSet::new();
    let tenth = (games as usize / 10).max(BATCH);
    loop {
        let batch: Vec<_> = generator.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            break;
        }
        tables.extend(batch.iter().step_by(100).map(|game| game.table));
        while recording.len() >= AT_ONCE {
            recording.join_next().await.ok_or("nothing is recorded")???;
        }
        let new = batch.into_iter().map(|game| {
            let told = json.of_finished(&finished(&game))?;
            Ok(NewGame { game, told })
        });
        let new: Vec<NewGame> = new.collect::<Result<_, Failure>>()?;
        done += new.len();
        recording.spawn(record(Arc::clone(&into), new));
        if done.is_multiple_of(tenth) {
            say(&format!(
                "  {done} games are there; the last {tenth} at {:.0}/s, {}",
                per_second(tenth, begun),
                load()
            ));
            begun = Instant::now();
        }
    }
    while let Some(recorded) = recording.join_next().await {
        recorded??;
    }
    let mut connection = operated.connect().await?;
    for statement in ["VACUUM (ANALYZE)", "CHECKPOINT"] {
        sqlx::raw_sql(statement).execute(&mut connection).await?;
    }
    let size = "SELECT pg_database_size(current_database())";
    let size: i64 = sqlx::query_scalar(size).fetch_one(&mut connection).await?;
    let each = size / i64::from(games);
    say(&format!(
        "  the database has {} MB, {each} bytes a game",
        size / 1_000_000
    ));
    Ok(Filled { plan, people, tables })
}

async fn record(store: Arc<PostgresArchiveStore>, games: Vec<NewGame>) -> Result<(), Failure> {
    store.record(games, wall_clock_ms()).await?;
    Ok(())
}
