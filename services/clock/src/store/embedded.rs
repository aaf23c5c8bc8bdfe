use std::sync::Arc;

use async_trait::async_trait;
use corners_clockwork::{Beat, GameTime};
use corners_embedded::{Database, Durability, EmbeddedError, Location, Schema};
use corners_proto::ids::TableId;
use corners_proto::stored::{from_sql, to_sql};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{ClockStore, Pair, StoreError};
use crate::alarm::{Alarm, Claim, Ring, hidden_for};

const SCHEMA: Schema = Schema(&[
    "
    CREATE TABLE beat (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        own_ms INTEGER NOT NULL,
        game_ms INTEGER NOT NULL,
        stall_end_ms INTEGER
    ) STRICT;
    CREATE TABLE alarm (
        table_id BLOB PRIMARY KEY,
        version INTEGER NOT NULL,
        due_ms INTEGER NOT NULL,
        visible_ms INTEGER NOT NULL,
        unanswered INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX alarm_by_time ON alarm (visible_ms);
",
    "
    ALTER TABLE beat ADD COLUMN came_ms INTEGER NOT NULL DEFAULT 0;
",
]);

const READ_BEAT: &str = "SELECT own_ms, game_ms, stall_end_ms, came_ms FROM beat";
const WRITE_BEAT: &str = "INSERT OR REPLACE INTO beat VALUES (1, ?1, ?2, ?3, ?4)";
const SHOW_ALL: &str = "UPDATE alarm SET visible_ms = due_ms, unanswered = 0 WHERE unanswered > 0";
const ARM: &str = "INSERT INTO alarm VALUES (?1, ?2, ?3, ?3, 0) ON CONFLICT (table_id) DO UPDATE SET
    version = excluded.version, due_ms = excluded.due_ms, visible_ms = excluded.visible_ms, unanswered = 0
    WHERE excluded.version >= version";
const DISARM: &str = "DELETE FROM alarm WHERE table_id = ?1 AND version <= ?2";
const FIND_DUE: &str = "SELECT table_id, version, due_ms, unanswered FROM alarm
    WHERE visible_ms <= ?1 ORDER BY visible_ms LIMIT ?2";
const HIDE: &str = "UPDATE alarm SET visible_ms = ?2, unanswered = unanswered + 1 WHERE table_id = ?1";
const NEXT: &str = "SELECT min(visible_ms) FROM alarm";
const REMOVE: &str = "DELETE FROM alarm WHERE table_id = ?1 AND version = ?2";

/// Where the embedded store takes its own time from: milliseconds since 1970 by the machine's clock, or by a test's.
pub type OwnTime = Arc<dyn Fn() -> u64 + Send + Sync>;

/// The clock's store in one file (or in memory), for one process.
///
/// What it answered survives the end of the process, but not a power cut, which can take the last seconds: no reading
/// is below the last one in a table's log anyway, and alarms are made again from the logs. Opening it again is a stall
/// that game time shows: nothing ran while no process had it open.
pub struct EmbeddedClockStore {
    database: Database,
    own_time: OwnTime,
}

impl EmbeddedClockStore {
    /// Opens the store.
    ///
    /// # Errors
    /// When the file cannot be opened, migrated or written, or another process has it open.
    pub async fn open(location: Location, own_time: OwnTime) -> Result<Self, StoreError> {
        let failed = |error| StoreError::new("open", error);
        let database = Database::open(location, SCHEMA, Durability::Process).map_err(failed)?;
        let own_now_ms = own_time();
        database
            .write(move |connection| resume(connection, own_now_ms))
            .await
            .map_err(failed)?;
        Ok(Self { database, own_time })
    }
}

#[async_trait]
impl ClockStore for EmbeddedClockStore {
    async fn read(&self) -> Result<Pair, StoreError> {
        let beat = self
            .database
            .read(read_beat)
            .await
            .map_err(|error| StoreError::new("read", error))?;
        Ok(Pair {
            beat: beat.unwrap_or_default(),
            own_now_ms: (self.own_time)(),
        })
    }

    async fn beat(&self, probe_began_own_ms: u64) -> Result<Pair, StoreError> {
        let own_time = Arc::clone(&self.own_time);
        let job = move |connection: &Connection| {
            let own_now_ms = own_time();
            let beat = read_beat(connection)?
                .unwrap_or_default()
                .after_probe(probe_began_own_ms, own_now_ms);
            write_beat(connection, &beat)?;
            Ok(Pair { beat, own_now_ms })
        };
        self.database.write(job).await.map_err(written)
    }

    async fn arm(&self, alarms: Vec<Alarm>) -> Result<(), StoreError> {
        let job = move |connection: &Connection| alarms.iter().try_for_each(|alarm| arm(connection, alarm));
        self.database.write(job).await.map_err(written)
    }

    async fn claim(&self, now: GameTime, limit: usize) -> Result<Claim, StoreError> {
        self.database
            .write(move |connection| claim(connection, now, limit))
            .await
            .map_err(written)
    }

    async fn settle(&self, ring: Ring, answer: Alarm) -> Result<(), StoreError> {
        let job = move |connection: &Connection| {
            connection
                .prepare_cached(REMOVE)?
                .execute(params![ring.table.as_bytes(), to_sql(ring.version)])?;
            arm(connection, &answer)
        };
        self.database.write(job).await.map_err(written)
    }
}

fn written(error: EmbeddedError) -> StoreError {
    StoreError::new("write to", error)
}

/// The first beat of a new store; in one that was open before, the stall that the restart is. No process is left that
/// could deliver what was claimed, so that it can be claimed again.
fn resume(connection: &Connection, own_now_ms: u64) -> rusqlite::Result<()> {
    let beat = read_beat(connection)?.map_or_else(|| Beat::first(own_now_ms), |beat| beat.resumed(own_now_ms));
    write_beat(connection, &beat)?;
    connection.prepare_cached(SHOW_ALL)?.execute([]).map(drop)
}

fn read_beat(connection: &Connection) -> rusqlite::Result<Option<Beat>> {
    let beat = |row: &Row<'_>| {
        let stall_end: Option<i64> = row.get(2)?;
        Ok(Beat {
            own_ms: from_sql(row.get(0)?),
            came_ms: from_sql(row.get(3)?),
            game: moment(row.get(1)?),
            stall_end: stall_end.map(moment),
        })
    };
    connection.prepare_cached(READ_BEAT)?.query_row([], beat).optional()
}

fn write_beat(connection: &Connection, beat: &Beat) -> rusqlite::Result<()> {
    let stall_end_ms = beat.stall_end.map(|moment| to_sql(moment.millis()));
    let (own_ms, came_ms) = (to_sql(beat.own_ms), to_sql(beat.came_ms));
    let values = params![own_ms, to_sql(beat.game.millis()), stall_end_ms, came_ms];
    connection.prepare_cached(WRITE_BEAT)?.execute(values).map(drop)
}

fn arm(connection: &Connection, alarm: &Alarm) -> rusqlite::Result<()> {
    let (table, version) = (alarm.table.as_bytes(), to_sql(alarm.version));
    let changed = match alarm.due {
        Some(due) => connection
            .prepare_cached(ARM)?
            .execute(params![table, version, to_sql(due.millis())]),
        None => connection.prepare_cached(DISARM)?.execute(params![table, version]),
    };
    changed.map(drop)
}

fn claim(connection: &Connection, now: GameTime, limit: usize) -> rusqlite::Result<Claim> {
    let due_ones: Vec<(Ring, u32)> = connection
        .prepare_cached(FIND_DUE)?
        .query_map(
            params![to_sql(now.millis()), i64::try_from(limit).unwrap_or(i64::MAX)],
            ring,
        )?
        .collect::<rusqlite::Result<_>>()?;
    for (ring, unanswered) in &due_ones {
        let visible_ms = to_sql((now + hidden_for(*unanswered)).millis());
        connection
            .prepare_cached(HIDE)?
            .execute(params![ring.table.as_bytes(), visible_ms])?;
    }
    let next: Option<i64> = connection.prepare_cached(NEXT)?.query_row([], |row| row.get(0))?;
    Ok(Claim {
        rings: due_ones.into_iter().map(|(ring, _)| ring).collect(),
        next: next.map(moment),
    })
}

fn ring(row: &Row<'_>) -> rusqlite::Result<(Ring, u32)> {
    let ring = Ring {
        table: TableId::from_bytes(row.get(0)?),
        version: from_sql(row.get(1)?),
        due: moment(row.get(2)?),
    };
    Ok((ring, row.get(3)?))
}

fn moment(millis: i64) -> GameTime {
    GameTime::from_millis(from_sql(millis))
}
