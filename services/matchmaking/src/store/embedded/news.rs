//! What audiences were told.

use corners_proto::stored::{from_sql, to_sql};
use rusqlite::{Connection, Result, Row, params};

use super::commit::{after, count, found_number};
use crate::store::{Audience, MOST_NEWS, Mark, NEWS_KEPT_MS, NewsPage, Tell, Told};

const HEAD: &str = "SELECT head FROM audience WHERE name = ?1 AND until_ms > ?2";
const MOVE_HEAD: &str = "INSERT OR REPLACE INTO audience VALUES (?1, ?2, ?3)";
const FORGET: &str = "DELETE FROM news WHERE audience = ?1 AND number NOT BETWEEN ?2 AND ?3";
const TELL: &str = "INSERT INTO news VALUES (?1, ?2, ?3, ?4)";
const READ: &str = "SELECT number, id, body FROM news WHERE audience = ?1 AND number >= ?2 ORDER BY number LIMIT ?3";

pub(super) fn tell(connection: &Connection, tell: &Tell, now_ms: u64) -> Result<()> {
    let audience = tell.audience.name();
    let last = head(connection, &audience, now_ms)?.unwrap_or(0);
    let number = last + 1;
    // Where the news was kept long enough, numbers begin anew, and what is left of it goes.
    let first_kept = number - count(MOST_NEWS) + 1;
    connection
        .prepare_cached(FORGET)?
        .execute(params![audience, first_kept.max(1), last])?;
    let values = params![audience, number, rand::random::<i64>(), tell.body];
    connection.prepare_cached(TELL)?.execute(values)?;
    let values = params![audience, number, to_sql(after(now_ms, NEWS_KEPT_MS))];
    connection.prepare_cached(MOVE_HEAD)?.execute(values).map(drop)
}

pub(super) fn read(
    connection: &Connection,
    audience: Audience,
    from: u64,
    limit: usize,
    now_ms: u64,
) -> Result<NewsPage> {
    let audience = audience.name();
    let Some(head) = head(connection, &audience, now_ms)? else {
        return Ok(NewsPage {
            head: None,
            told: Vec::new(),
        });
    };
    let page = |first: i64, limit: i64| -> Result<Vec<Told>> {
        connection
            .prepare_cached(READ)?
            .query_map(params![audience, first, limit], told)?
            .collect()
    };
    Ok(NewsPage {
        head: page(head, 1)?.first().map(|told| told.mark),
        told: page(to_sql(from), count(limit))?,
    })
}

/// The number of the last news of an audience.
fn head(connection: &Connection, audience: &str, now_ms: u64) -> Result<Option<i64>> {
    found_number(connection, HEAD, params![audience, to_sql(now_ms)])
}

fn told(row: &Row<'_>) -> Result<Told> {
    let id: i64 = row.get(1)?;
    Ok(Told {
        mark: Mark {
            number: from_sql(row.get(0)?),
            id: id.cast_unsigned(),
        },
        body: row.get(2)?,
    })
}
