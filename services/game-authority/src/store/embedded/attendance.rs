//! When players were last seen, and how far away they are. Kept in memory: after a restart nobody remembers, and everybody gets the time to come
//! back.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use corners_clockwork::GameTime;
use corners_embedded::rusqlite::{self, Connection, OptionalExtension};
use corners_proto::ids::TableId;
use corners_rules::Side;

use super::list::status_code;
use super::loaded;
use crate::store::{Attended, Tended};
use crate::table::{BySide, Status};

/// What is known of the players of each live table.
#[derive(Clone, Debug, Default)]
pub(super) struct Attendance(Arc<Mutex<HashMap<TableId, BySide<Known>>>>);

/// What is known of a player: when it was last seen, and the last round trip to it.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    seen: Option<GameTime>,
    round_trip: Option<Duration>,
}

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
                let known = if status == status_code(Status::Finished) {
                    BySide::default()
                } else {
                    self.see(now, tended)
                };
                Ok(Attended {
                    length: loaded(length),
                    seen: known.map(|known| known.seen),
                    round_trips: known.map(|known| known.round_trip),
                    spectators: tended.spectators,
                })
            })
            .collect()
    }

    fn see(&self, now: GameTime, tended: &Tended) -> BySide<Known> {
        let mut all = self.lock();
        if tended.present == BySide::default() {
            return all.get(&tended.table).copied().unwrap_or_default();
        }
        let known = all.entry(tended.table).or_default();
        for side in [Side::White, Side::Black] {
            if tended.present[side] {
                known[side].seen = known[side].seen.max(Some(now));
            }
            known[side].round_trip = tended.round_trips[side].or(known[side].round_trip);
        }
        *known
    }

    /// Whether a player was seen after a moment.
    pub(super) fn seen_after(&self, table: TableId, side: Side, moment: GameTime) -> bool {
        self.lock().get(&table).and_then(|known| known[side].seen) > Some(moment)
    }

    pub(super) fn forget(&self, table: TableId) {
        self.lock().remove(&table);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, BySide<Known>>> {
        // Nothing can be half done under this lock: a poisoned map is a whole one.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
