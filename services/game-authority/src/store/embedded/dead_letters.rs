//! Finished tables that could not be recorded elsewhere.

use corners_embedded::rusqlite::{self, Connection, params};
use corners_proto::ids::TableId;
use corners_service::time::wall_clock_ms;

use super::finished::finished;
use super::{loaded, stored};
use crate::store::{DeadLetter, DeadLetterPlace, Requeued};

pub(super) fn reject(connection: &Connection, table: TableId, reason: &str) -> rusqlite::Result<bool> {
    let waited = connection
        .prepare_cached("DELETE FROM finished WHERE table_id = ?1")?
        .execute([table.as_bytes()])?;
    if waited > 0 {
        connection
            .prepare_cached("INSERT OR REPLACE INTO dead_letters (table_id, died_ms, reason) VALUES (?1, ?2, ?3)")?
            .execute(params![table.as_bytes(), stored(wall_clock_ms()), reason])?;
    }
    Ok(waited > 0)
}

pub(super) fn read(
    connection: &Connection,
    after: Option<DeadLetterPlace>,
    limit: usize,
) -> rusqlite::Result<Vec<DeadLetter>> {
    // Before all others; no digest gives the table.
    let (after_ms, after_table) = after.map_or((-1, [0; 16]), |place| (stored(place.at_ms), *place.table.as_bytes()));
    connection
        .prepare_cached(
            "SELECT died_ms, table_id, reason FROM dead_letters WHERE (died_ms, table_id) > (?1, ?2)
             ORDER BY died_ms, table_id LIMIT ?3",
        )?
        .query_map(params![after_ms, after_table, stored(limit as u64)], |row| {
            Ok(DeadLetter {
                place: DeadLetterPlace {
                    at_ms: loaded(row.get(0)?),
                    sequence: 0,
                    table: TableId::from_bytes(row.get(1)?),
                },
                reason: row.get(2)?,
            })
        })?
        .collect()
}

pub(super) fn requeue(connection: &Connection, table: TableId) -> rusqlite::Result<Requeued> {
    let was_dead = connection
        .prepare_cached("DELETE FROM dead_letters WHERE table_id = ?1")?
        .execute([table.as_bytes()])?;
    if was_dead > 0 {
        finished(connection, table)?;
        return Ok(Requeued::Done);
    }
    let is_there = connection
        .prepare_cached("SELECT 1 FROM tables WHERE id = ?1")?
        .exists([table.as_bytes()])?;
    Ok(if is_there { Requeued::NotDead } else { Requeued::Missing })
}

pub(super) fn count(connection: &Connection) -> rusqlite::Result<u64> {
    connection
        .prepare_cached("SELECT count(*) FROM dead_letters")?
        .query_row([], |row| row.get(0))
        .map(loaded)
}
