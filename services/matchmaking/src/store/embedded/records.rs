//! Records. One that has been kept long enough is as good as absent.

use corners_proto::stored::to_sql;
use rusqlite::{Connection, OptionalExtension, Result, params};

use super::commit::found_number;
use crate::store::{Key, Put, Record};

const REVISION: &str = "SELECT revision FROM record WHERE key = ?1 AND until_ms > ?2";
const READ: &str = "SELECT revision, body FROM record WHERE key = ?1 AND until_ms > ?2";
const PUT: &str = "INSERT INTO record VALUES (?1, ?2, ?3, ?4) ON CONFLICT (key) DO UPDATE SET
    revision = excluded.revision, until_ms = excluded.until_ms, body = excluded.body";

/// The revision of a record; 0 where there is none.
pub(super) fn revision(connection: &Connection, key: &Key, now_ms: u64) -> Result<u64> {
    let found = found_number(connection, REVISION, params![key.to_bytes(), to_sql(now_ms)])?;
    Ok(found.map_or(0, i64::cast_unsigned))
}

pub(super) fn read(connection: &Connection, key: &Key, now_ms: u64) -> Result<Option<Record>> {
    connection
        .prepare_cached(READ)?
        .query_row(params![key.to_bytes(), to_sql(now_ms)], |row| {
            let revision: i64 = row.get(0)?;
            Ok(Record {
                revision: revision.cast_unsigned(),
                body: row.get(1)?,
            })
        })
        .optional()
}

pub(super) fn put(connection: &Connection, put: &Put, revision: u64, until_ms: u64) -> Result<()> {
    let values = params![put.key.to_bytes(), revision.cast_signed(), to_sql(until_ms), put.body];
    connection.prepare_cached(PUT)?.execute(values).map(drop)
}
