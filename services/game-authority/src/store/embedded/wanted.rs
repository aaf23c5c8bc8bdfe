//! Alarms that the clock may not know yet. They are kept in memory: the tables say what they want whenever the file is
//! opened again, so that no move waits for bookkeeping to reach the disk.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use corners_clockwork::GameTime;
use corners_embedded::rusqlite::{self, Connection};
use corners_proto::ids::TableId;

use super::loaded;
use crate::store::WantedAlarm;

/// The latest wish of each table whose alarm is still to be armed.
#[derive(Clone, Debug, Default)]
pub(super) struct WantedAlarms(Arc<Mutex<BTreeMap<TableId, WantedAlarm>>>);

impl WantedAlarms {
    /// What all live tables want.
    pub(super) fn of_all(connection: &Connection) -> rusqlite::Result<Self> {
        let alarms = connection
            .prepare_cached("SELECT id, head_number, alarm_ms FROM tables WHERE alarm_ms IS NOT NULL")?
            .query_map([], |row| {
                let table = TableId::from_bytes(row.get(0)?);
                let due = Some(GameTime::from_millis(loaded(row.get(2)?)));
                Ok((
                    table,
                    WantedAlarm {
                        table,
                        version: loaded(row.get(1)?),
                        due,
                    },
                ))
            })?
            .collect::<rusqlite::Result<_>>()?;
        Ok(Self(Arc::new(Mutex::new(alarms))))
    }

    /// Notes what a table wants now.
    pub(super) fn want(&self, alarm: WantedAlarm) {
        self.lock().insert(alarm.table, alarm);
    }

    /// At most `limit` of them.
    pub(super) fn some(&self, limit: usize) -> Vec<WantedAlarm> {
        self.lock().values().take(limit).copied().collect()
    }

    /// Forgets those that the clock knows, unless their tables want something newer.
    pub(super) fn armed(&self, alarms: &[WantedAlarm]) {
        let mut wanted = self.lock();
        for alarm in alarms {
            if wanted
                .get(&alarm.table)
                .is_some_and(|latest| latest.version <= alarm.version)
            {
                wanted.remove(&alarm.table);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<TableId, WantedAlarm>> {
        // Nothing can be half done under this lock: a poisoned map is a whole one.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
