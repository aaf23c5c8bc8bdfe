//! Finished tables: taken, acknowledged, forgotten.

use std::time::Duration;

use corners_embedded::rusqlite::{self, Connection, params};
use corners_proto::ids::TableId;
use corners_service::time::wall_clock_ms;

use super::stored;
use crate::store::Taking;

/// Notes that a table has ended.
pub(super) fn finished(connection: &Connection, table: TableId) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT OR IGNORE INTO finished (table_id, ended_ms, hidden_until_ms) VALUES (?1, ?2, 0)")?
        .execute(params![table.as_bytes(), stored(wall_clock_ms())])
        .map(drop)
}

pub(super) fn take(connection: &Connection, taking: Taking) -> rusqlite::Result<Vec<TableId>> {
    let now_ms = wall_clock_ms();
    let settled_ms = now_ms.saturating_sub(millis(taking.settled_for));
    let tables: Vec<TableId> = connection
        .prepare_cached(
            "SELECT table_id FROM finished WHERE hidden_until_ms <= ?1 AND ended_ms <= ?2 ORDER BY ended_ms LIMIT ?3",
        )?
        .query_map(
            params![stored(now_ms), stored(settled_ms), stored(taking.limit as u64)],
            |row| row.get(0).map(TableId::from_bytes),
        )?
        .collect::<rusqlite::Result<_>>()?;
    for table in &tables {
        connection
            .prepare_cached("UPDATE finished SET hidden_until_ms = ?2 WHERE table_id = ?1")?
            .execute(params![table.as_bytes(), stored(now_ms + millis(taking.hidden_for))])?;
    }
    Ok(tables)
}

pub(super) fn acknowledge(connection: &Connection, tables: &[TableId], afterlife: Duration) -> rusqlite::Result<usize> {
    let forget_ms = stored(wall_clock_ms() + millis(afterlife));
    let mut acknowledged = 0;
    for table in tables {
        let waited = connection
            .prepare_cached("DELETE FROM finished WHERE table_id = ?1")?
            .execute([table.as_bytes()])?;
        if waited > 0 {
            acknowledged += 1;
            connection
                .prepare_cached("INSERT OR REPLACE INTO acknowledged (table_id, forget_ms) VALUES (?1, ?2)")?
                .execute(params![table.as_bytes(), forget_ms])?;
        }
    }
    Ok(acknowledged)
}

pub(super) fn expire(connection: &Connection, limit: usize) -> rusqlite::Result<usize> {
    let tables: Vec<[u8; 16]> = connection
        .prepare_cached("SELECT table_id FROM acknowledged WHERE forget_ms <= ?1 LIMIT ?2")?
        .query_map(params![stored(wall_clock_ms()), stored(limit as u64)], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    for table in &tables {
        for forget in [
            "DELETE FROM events WHERE table_id = ?1",
            "DELETE FROM seats WHERE table_id = ?1",
            "DELETE FROM tables WHERE id = ?1",
            "DELETE FROM acknowledged WHERE table_id = ?1",
        ] {
            connection.prepare_cached(forget)?.execute([table])?;
        }
    }
    Ok(tables.len())
}

pub(super) fn backlog(connection: &Connection) -> rusqlite::Result<u64> {
    connection
        .prepare_cached("SELECT count(*) FROM finished")?
        .query_row([], |row| row.get(0).map(super::loaded))
}

fn millis(duration: Duration) -> u64 {
    corners_clockwork::whole_millis(duration)
}
