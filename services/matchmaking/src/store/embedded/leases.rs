//! Leases of pools.

use corners_proto::stored::{from_sql, to_sql};
use rusqlite::{Connection, OptionalExtension, Result, params};

use super::commit::found_number;

const TOKEN: &str = "SELECT token FROM lease WHERE pool = ?1";
const READ: &str = "SELECT holder, token, until_ms FROM lease WHERE pool = ?1";
const HOLD: &str = "INSERT OR REPLACE INTO lease VALUES (?1, ?2, ?3, ?4)";
const RELEASE: &str = "UPDATE lease SET until_ms = min(until_ms, ?3) WHERE pool = ?1 AND holder = ?2";

/// The last fencing token of a pool.
pub(super) fn token(connection: &Connection, pool: &str) -> Result<Option<u64>> {
    Ok(found_number(connection, TOKEN, [pool])?.map(from_sql))
}

/// Takes or renews a lease. A new holder's token is the moment or one more than the last one: so it is greater than one
/// that was forgotten, too.
pub(super) fn hold(
    connection: &Connection,
    pool: &str,
    holder: u64,
    now_ms: u64,
    until_ms: u64,
) -> Result<Option<u64>> {
    let last: Option<(i64, i64, i64)> = connection
        .prepare_cached(READ)?
        .query_row([pool], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let holder = holder.cast_signed();
    let token = match last {
        Some((last_holder, token, _)) if last_holder == holder => token,
        Some((.., last_until_ms)) if from_sql(last_until_ms) > now_ms => return Ok(None),
        Some((_, token, _)) => to_sql(now_ms).max(token.saturating_add(1)),
        None => to_sql(now_ms).max(1),
    };
    let values = params![pool, holder, token, to_sql(until_ms)];
    connection.prepare_cached(HOLD)?.execute(values)?;
    Ok(Some(from_sql(token)))
}

pub(super) fn release(connection: &Connection, pool: &str, holder: u64, now_ms: u64) -> Result<()> {
    let values = params![pool, holder.cast_signed(), to_sql(now_ms)];
    connection.prepare_cached(RELEASE)?.execute(values).map(drop)
}
