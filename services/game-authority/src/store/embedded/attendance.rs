//! When players were last seen. Kept in memory: after a restart nobody remembers, and everybody gets the time to come
//! back.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use corners_clockwork::GameTime;
use corners_embedded::rusqlite::{self, Connection, OptionalExtension};
use corners_proto::ids::TableId;
use corners_rules::Side;

use super::list::status_code;
use super::loaded;
use crate::store::{Attended, Tended};
use crate::table::{BySide, Status};

/// When the players of each live table were last seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Attendance(Arc<Mutex<HashMap<TableId, BySide<Option<GameTime>>>>>);

impl Attendance {
    pub(super) fn tend(
        &self,
        connection: &Connection,
        now: GameTime,
        tables: &[Tended],
    ) -> rusqlite::Result<Vec<Attended>> {
        tables
            .iter()
            .map(|tended| {
                let found: Option<(i64, i64)> = connection
                    .prepare_cached("SELECT head_number, status FROM tables WHERE id = ?1")?
                    .query_row([tended.table.as_bytes()], |row| Ok((row.get(0)?, row.get(1)?)))
                    .optional()?;
                let Some((length, status)) = found else {
                    return Ok(Attended::default());
                };
                let seen = if status == status_code(Status::Finished) {
                    BySide::default()
                } else {
                    self.see(now, tended)
                };
                Ok(Attended {
                    length: loaded(length),
                    seen,
                    spectators: tended.spectators,
                })
            })
            .collect()
    }

    fn see(&self, now: GameTime, tended: &Tended) -> BySide<Option<GameTime>> {
        let mut all = self.lock();
        if tended.present == BySide::default() {
            return all.get(&tended.table).copied().unwrap_or_default();
        }
        let seen = all.entry(tended.table).or_default();
        for side in [Side::White, Side::Black] {
            if tended.present[side] {
                seen[side] = seen[side].max(Some(now));
            }
        }
        *seen
    }

    /// Whether a player was seen after a moment.
    pub(super) fn seen_after(&self, table: TableId, side: Side, moment: GameTime) -> bool {
        self.lock().get(&table).and_then(|seen| seen[side]) > Some(moment)
    }

    pub(super) fn forget(&self, table: TableId) {
        self.lock().remove(&table);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, BySide<Option<GameTime>>>> {
        // Nothing can be half done under this lock: a poisoned map is a whole one.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
