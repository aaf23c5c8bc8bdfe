//! What the server does at most with the same rows: COPY into tables without indexes, committed as often.

use std::time::Instant;

use futures::TryStreamExt;
use futures::future::try_join_all;
use sqlx::{Connection, Executor, PgConnection};

use crate::Failure;
use crate::figures::per_second;
use crate::server::Operated;

/// Games of one commit, as the archive takes them.
pub const BATCH: usize = 256;

/// The tables that a game is written to, and the order of their rows.
const TABLES: [(&str, &str); 3] = [
    ("game", "table_id"),
    ("game_moves", "table_id"),
    ("outbox", "aggregateid"),
];

/// Rows of each table, for one commit.
type Commit = [Vec<u8>; 3];

/// Games a second, of all games that are archived.
pub async fn copy(operated: &Operated, connections: usize) -> Result<f64, Failure> {
    let mut connection = operated.connect().await?;
    let mut texts = Vec::new();
    for (table, key) in TABLES {
        let making = format!(
            "DROP TABLE IF EXISTS public.{table}; CREATE TABLE public.{table} AS TABLE archive.{table} WITH NO DATA"
        );
        connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(making))).await?;
        let question = format!("COPY (SELECT * FROM archive.{table} ORDER BY {key}) TO STDOUT");
        let rows: Vec<_> = connection.copy_out_raw(&question).await?.try_collect().await?;
        texts.push(rows.into_iter().map(|row| row.to_vec()).collect::<Vec<_>>());
    }
    let games = texts[0].len();
    let commits: Vec<Commit> = (0..games)
        .step_by(BATCH)
        .map(|from| {
            let rows = |table: &Vec<Vec<u8>>| table[from..games.min(from + BATCH)].concat();
            [rows(&texts[0]), rows(&texts[1]), rows(&texts[2])]
        })
        .collect();
    let mut open = Vec::new();
    for _ in 0..connections {
        open.push(operated.connect().await?);
    }
    let begun = Instant::now();
    let work = open.into_iter().enumerate().map(|(number, connection)| {
        let mine = commits.iter().skip(number).step_by(connections);
        commit_all(connection, mine)
    });
    try_join_all(work).await?;
    Ok(per_second(games, begun))
}

async fn commit_all(mut connection: PgConnection, commits: impl Iterator<Item = &Commit>) -> Result<(), Failure> {
    for commit in commits {
        let mut transaction = connection.begin().await?;
        for ((table, _), rows) in TABLES.iter().zip(commit) {
            let mut copying = transaction
                .copy_in_raw(&format!("COPY public.{table} FROM STDIN"))
                .await?;
            copying.send(&**rows).await?;
            copying.finish().await?;
        }
        transaction.commit().await?;
    }
    Ok(())
}
