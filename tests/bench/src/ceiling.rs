//! What the server does at most with the same rows: COPY into tables without indexes, committed as often.

use std::time::Instant;

use futures::TryStreamExt;
use futures::future::try_join_all;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use crate::Failure;
use crate::figures::per_second;
use crate::server::Operated;

/// A table whose rows are copied.
#[derive(Clone, Copy, Debug)]
pub struct Copied {
    /// The table.
    pub table: &'static str,
    /// By which columns its rows are in order.
    pub order: &'static str,
    /// How many rows of it there are in a commit.
    pub rows: usize,
}

/// The text of the rows of each table.
type Commit = Vec<Vec<u8>>;

/// Commits a second, as many as all rows of the first table are good for. Where another table has too few rows, they are taken
/// again from the first one on.
///
/// # Errors
/// When the server refuses.
pub async fn copies_per_second(
    operated: &Operated,
    schema: &str,
    tables: &[Copied],
    connections: usize,
) -> Result<f64, Failure> {
    let mut connection = operated.connect().await?;
    let mut commits: Vec<Commit> = Vec::new();
    for copied in tables {
        let rows = rows(&mut connection, schema, copied).await?;
        if commits.is_empty() {
            commits.resize(rows.len().div_ceil(copied.rows), Commit::new());
        }
        for (number, commit) in commits.iter_mut().enumerate() {
            let begin = number * copied.rows;
            let places = (begin..begin + copied.rows).map(|place| place % rows.len().max(1));
            let taken = places.filter_map(|place| rows.get(place));
            commit.push(taken.flatten().copied().collect());
        }
    }
    let mut open = Vec::new();
    for _ in 0..connections {
        open.push(operated.connect().await?);
    }
    let begun = Instant::now();
    let work = open.into_iter().enumerate().map(|(number, connection)| {
        let mine = commits.iter().skip(number).step_by(connections);
        commit_all(connection, tables, mine)
    });
    try_join_all(work).await?;
    Ok(per_second(commits.len(), begun))
}

/// The rows of a table, of which there is an empty one without indexes then.
async fn rows(connection: &mut PgConnection, schema: &str, copied: &Copied) -> Result<Vec<Vec<u8>>, Failure> {
    let Copied { table, order, .. } = copied;
    let making = format!(
        "DROP TABLE IF EXISTS public.{table}; CREATE TABLE public.{table} AS TABLE {schema}.{table} WITH NO DATA"
    );
    connection.execute(sqlx::raw_sql(AssertSqlSafe(making))).await?;
    let question = format!("COPY (SELECT * FROM {schema}.{table} ORDER BY {order}) TO STDOUT");
    let rows: Vec<_> = connection.copy_out_raw(&question).await?.try_collect().await?;
    Ok(rows.into_iter().map(|row| row.to_vec()).collect())
}

async fn commit_all(
    mut connection: PgConnection,
    tables: &[Copied],
    commits: impl Iterator<Item = &Commit>,
) -> Result<(), Failure> {
    for commit in commits {
        let mut transaction = connection.begin().await?;
        for (Copied { table, .. }, rows) in tables.iter().zip(commit) {
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
