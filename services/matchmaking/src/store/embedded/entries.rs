//! What is in indexes.

use corners_proto::stored::{from_sql, to_sql};
use rusqlite::{Connection, Result, params};

use super::commit::{after, count, found_number};
use crate::store::{Entry, Index, Listed, POOL_KNOWN_MS, PoolName, Wait};

const ENTER: &str = "INSERT INTO entry VALUES (?1, ?2, ?3) ON CONFLICT (list, member) DO UPDATE SET
    moment_ms = excluded.moment_ms";
const LEAVE: &str = "DELETE FROM entry WHERE list = ?1 AND member = ?2";
const MOMENT: &str = "SELECT moment_ms FROM entry WHERE list = ?1 AND member = ?2";
const MOVE: &str = "UPDATE entry SET moment_ms = ?3 WHERE list = ?1 AND member = ?2";
const LIST: &str = "SELECT member, moment_ms FROM entry WHERE list = ?1 AND moment_ms BETWEEN ?2 AND ?3
    ORDER BY moment_ms, member LIMIT ?4";
const POOL_ENTERED: &str = "INSERT INTO pool VALUES (?1, ?2, ?3) ON CONFLICT (name) DO UPDATE SET
    entered_ms = max(entered_ms, excluded.entered_ms)";
const POOLS: &str = "SELECT name FROM pool WHERE entered_ms >= ?1
    OR EXISTS (SELECT 1 FROM entry WHERE entry.list = pool.list) ORDER BY name";

pub(super) fn enter(connection: &Connection, entry: &Entry, moment_ms: u64, now_ms: u64) -> Result<()> {
    let list = entry.index.name();
    if let Some(pool) = entry.index.pool() {
        let values = params![pool, list, to_sql(now_ms)];
        connection.prepare_cached(POOL_ENTERED)?.execute(values)?;
    }
    let values = params![list, entry.member, to_sql(moment_ms)];
    connection.prepare_cached(ENTER)?.execute(values).map(drop)
}

pub(super) fn leave(connection: &Connection, entry: &Entry) -> Result<()> {
    let values = params![entry.index.name(), entry.member];
    connection.prepare_cached(LEAVE)?.execute(values).map(drop)
}

/// The moment of a member; none if it is not in the index.
pub(super) fn moment(connection: &Connection, index: &Index, member: &[u8]) -> Result<Option<u64>> {
    let found = found_number(connection, MOMENT, params![index.name(), member])?;
    Ok(found.map(from_sql))
}

/// The members whose moment is in this span.
pub(super) fn list(connection: &Connection, index: &Index, from_ms: u64, to_ms: u64, limit: usize) -> Result<Members> {
    let values = params![index.name(), to_sql(from_ms), to_sql(to_ms), count(limit)];
    connection
        .prepare_cached(LIST)?
        .query_map(values, |row| Ok((row.get(0)?, from_sql(row.get(1)?))))?
        .collect()
}

type Members = Vec<(Vec<u8>, u64)>;

/// Claims what is due.
pub(super) fn claim(connection: &Connection, now_ms: u64, limit: usize, hide_ms: u64) -> Result<Listed> {
    let members = list(connection, &Index::Due, 0, now_ms, limit)?;
    let hidden_until_ms = after(now_ms, hide_ms);
    for (member, _) in &members {
        move_to(connection, &Index::Due, member, hidden_until_ms)?;
    }
    Ok(Listed { now_ms, members })
}

/// Lets leases end at this moment; answers which of them there are.
pub(super) fn renew(connection: &Connection, waits: &[Wait], until_ms: u64) -> Result<Vec<bool>> {
    let renewed = waits.iter().map(|(pool, item)| {
        let index = Index::Waiting(pool.clone());
        move_to(connection, &index, item, until_ms)
    });
    renewed.collect()
}

fn move_to(connection: &Connection, index: &Index, member: &[u8], moment_ms: u64) -> Result<bool> {
    let values = params![index.name(), member, to_sql(moment_ms)];
    Ok(connection.prepare_cached(MOVE)?.execute(values)? > 0)
}

pub(super) fn pools(connection: &Connection, now_ms: u64) -> Result<Vec<PoolName>> {
    let known_since_ms = to_sql(now_ms.saturating_sub(POOL_KNOWN_MS));
    connection
        .prepare_cached(POOLS)?
        .query_map([known_since_ms], |row| row.get(0))?
        .collect()
}
