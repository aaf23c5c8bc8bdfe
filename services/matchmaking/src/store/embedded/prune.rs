//! Deleting what has been kept long enough.

use corners_proto::stored::to_sql;
use rusqlite::{Connection, Result, params};

use super::commit::count;
use crate::store::{LEASE_KEPT_MS, POOL_KNOWN_MS};

const RECORDS: &str = "DELETE FROM record WHERE key IN (SELECT key FROM record WHERE until_ms <= ?1 LIMIT ?2)";
const NEWS: &str = "DELETE FROM news WHERE audience IN
    (SELECT name FROM audience WHERE until_ms <= ?1 LIMIT ?2)";
const AUDIENCES: &str = "DELETE FROM audience WHERE name IN
    (SELECT name FROM audience WHERE until_ms <= ?1 LIMIT ?2)";
const POOLS: &str = "DELETE FROM pool WHERE name IN (SELECT name FROM pool WHERE entered_ms < ?1
    AND NOT EXISTS (SELECT 1 FROM entry WHERE entry.list = pool.list) LIMIT ?2)";
const LEASES: &str = "DELETE FROM lease WHERE pool IN (SELECT pool FROM lease WHERE until_ms <= ?1 LIMIT ?2)";

/// Deletes at most `limit` of each.
pub(super) fn prune(connection: &Connection, now_ms: u64, limit: usize) -> Result<()> {
    let before = |span_ms: u64| to_sql(now_ms.saturating_sub(span_ms));
    let ended = [
        (RECORDS, before(0)),
        // The same audiences: both find them in the order of the index.
        (NEWS, before(0)),
        (AUDIENCES, before(0)),
        (POOLS, before(POOL_KNOWN_MS)),
        (LEASES, before(LEASE_KEPT_MS)),
    ];
    for (delete, before_ms) in ended {
        connection
            .prepare_cached(delete)?
            .execute(params![before_ms, count(limit)])?;
    }
    Ok(())
}
