//! Finished tables: taken, acknowledged, forgotten.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use corners_clockwork::whole_millis;
use corners_embedded::rusqlite::{self, Connection, params};
use corners_proto::ids::TableId;
use corners_service::time::wall_clock_ms;

use super::{loaded, stored};
use crate::store::Taking;

/// How many finished tables wait to be acknowledged: counted once, when the file is opened, because there may be very
/// many. Should a commit fail, the count is off until then, which matters to nobody.
#[derive(Clone, Debug)]
pub(super) struct Backlog(Arc<AtomicU64>);

impl Backlog {
    pub(super) fn counted(connection: &Connection) -> rusqlite::Result<Self> {
        let count = connection.query_row("SELECT count(*) FROM finished", [], |row| row.get(0))?;
        Ok(Self(Arc::new(AtomicU64::new(loaded(count)))))
    }

    pub(super) fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    pub(super) fn grow(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn shrink(&self, by: usize) {
        self.0.fetch_sub(by as u64, Ordering::Relaxed);
    }
}

/// Notes that a table has ended.
pub(super) fn finished(connection: &Connection, table: TableId) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO finished (table_id, ended_ms, hidden_until_ms) VALUES (?1, ?2, 0)")?
        .execute(params![table.as_bytes(), stored(wall_clock_ms())])
        .map(drop)
}

/// A table has not ended after all.
pub(super) fn not_finished(connection: &Connection, table: TableId) -> rusqlite::Result<()> {
    connection
        .prepare_cached("DELETE FROM finished WHERE table_id = ?1")?
        .execute([table.as_bytes()])
        .map(drop)
}

pub(super) fn take(connection: &Connection, taking: Taking) -> rusqlite::Result<Vec<TableId>> {
    let now_ms = wall_clock_ms();
    let settled_ms = now_ms.saturating_sub(whole_millis(taking.settled_for));
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
            .execute(params![
                table.as_bytes(),
                stored(now_ms + whole_millis(taking.hidden_for))
            ])?;
    }
    Ok(tables)
}

/// Those that still wait are handed out next.
pub(super) fn hand_back(connection: &Connection, tables: &[TableId]) -> rusqlite::Result<()> {
    for table in tables {
        connection
            .prepare_cached("UPDATE finished SET hidden_until_ms = 0 WHERE table_id = ?1")?
            .execute([table.as_bytes()])?;
    }
    Ok(())
}

pub(super) fn acknowledge(connection: &Connection, tables: &[TableId], afterlife: Duration) -> rusqlite::Result<usize> {
    let forget_ms = stored(wall_clock_ms() + whole_millis(afterlife));
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

/// The acknowledged tables whose afterlife is over, at most `limit`.
pub(super) fn expired(connection: &Connection, limit: usize) -> rusqlite::Result<Vec<[u8; 16]>> {
    connection
        .prepare_cached("SELECT table_id FROM acknowledged WHERE forget_ms <= ?1 LIMIT ?2")?
        .query_map(params![stored(wall_clock_ms()), stored(limit as u64)], |row| row.get(0))?
        .collect()
}

pub(super) fn forget(connection: &Connection, tables: &[[u8; 16]]) -> rusqlite::Result<()> {
    for table in tables {
        for forget in [
            "DELETE FROM events WHERE table_id = ?1",
            "DELETE FROM seats WHERE table_id = ?1",
            "DELETE FROM tables WHERE id = ?1",
            "DELETE FROM acknowledged WHERE table_id = ?1",
        ] {
            connection.prepare_cached(forget)?.execute([table])?;
        }
    }
    Ok(())
}
