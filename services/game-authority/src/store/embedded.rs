//! Tables in one SQLite file.

use std::time::Instant;

use async_trait::async_trait;
use corners_clockwork::GameTime;
use corners_embedded::rusqlite::types::Value;
use corners_embedded::rusqlite::{self, Connection, OptionalExtension, Row, params, params_from_iter};
use corners_embedded::{Database, Durability, EmbeddedError, Location, Schema};
use corners_proto::ids::TableId;

use super::{
    Append, Appended, ListFilter, ListPlace, Loaded, LogRead, Remembered, RequestKey, StoreError, StoreTime,
    TableStore, WantedAlarm, decode_event, encode_event,
};
use crate::table::{Event, EventId, Status, Version};

const SCHEMA: Schema = Schema(&["
    CREATE TABLE tables (
        id BLOB PRIMARY KEY,
        head_number INTEGER NOT NULL,
        head_event INTEGER NOT NULL,
        created_at_ms INTEGER NOT NULL,
        variant TEXT NOT NULL,
        status INTEGER NOT NULL,
        alarm_ms INTEGER
    ) WITHOUT ROWID;
    CREATE INDEX tables_by_age ON tables (status, created_at_ms, id);
    CREATE TABLE events (
        table_id BLOB NOT NULL,
        number INTEGER NOT NULL,
        event INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID;
    CREATE TABLE seats (
        account BLOB NOT NULL,
        created_at_ms INTEGER NOT NULL,
        table_id BLOB NOT NULL,
        PRIMARY KEY (account, created_at_ms, table_id)
    ) WITHOUT ROWID;
    CREATE TABLE calls (
        table_id BLOB NOT NULL,
        account BLOB NOT NULL,
        request BLOB NOT NULL,
        digest BLOB NOT NULL,
        answered_at INTEGER NOT NULL,
        PRIMARY KEY (table_id, account, request)
    ) WITHOUT ROWID;
    CREATE TABLE alarms_to_arm (
        table_id BLOB PRIMARY KEY,
        version INTEGER NOT NULL,
        due_ms INTEGER
    );
    CREATE TABLE probes (id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER NOT NULL);
    INSERT INTO probes VALUES (1, 0);
"]);

const WANT_ALL_ALARMS: &str = "INSERT OR REPLACE INTO alarms_to_arm (table_id, version, due_ms)
    SELECT id, head_number, alarm_ms FROM tables WHERE alarm_ms IS NOT NULL";

/// Tables in one SQLite file, or in memory.
#[derive(Clone, Debug)]
pub struct EmbeddedTables {
    database: Database,
    opened: Instant,
}

impl EmbeddedTables {
    /// Opens the store, alone. All alarms of live tables are to be armed again: whatever the clock has lost, the tables
    /// have not.
    ///
    /// # Errors
    /// Why the file cannot be opened.
    pub async fn open(location: Location, durability: Durability) -> Result<Self, EmbeddedError> {
        let database = Database::open(location, SCHEMA, durability)?;
        database
            .write(|connection| connection.execute(WANT_ALL_ALARMS, []))
            .await?;
        Ok(Self {
            database,
            opened: Instant::now(),
        })
    }

    fn now(&self) -> StoreTime {
        StoreTime(self.opened.elapsed())
    }
}

#[async_trait]
impl TableStore for EmbeddedTables {
    async fn load(
        &self,
        table: TableId,
        known: Option<Version>,
        call: Option<RequestKey>,
    ) -> Result<Loaded, StoreError> {
        let now = self.now();
        let read = self.database.read(move |connection| {
            let remembered = call
                .map(|call| read_call(connection, table, call))
                .transpose()?
                .flatten();
            Ok((read_log(connection, table, known)?, remembered))
        });
        let (encoded, remembered) = read.await?;
        Ok(Loaded {
            now,
            log: encoded.decode(table)?,
            remembered,
        })
    }

    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let opened = self.opened;
        let written = self.database.write(move |connection| {
            let late = append
                .not_after
                .is_some_and(|limit| StoreTime(opened.elapsed()) > limit);
            if late {
                Ok(Appended::TooLate)
            } else {
                write_append(connection, &append)
            }
        });
        Ok(written.await?)
    }

    async fn list(
        &self,
        filter: &ListFilter,
        after: Option<ListPlace>,
        limit: usize,
    ) -> Result<Vec<ListPlace>, StoreError> {
        let filter = filter.clone();
        Ok(self
            .database
            .read(move |connection| read_list(connection, &filter, after, limit))
            .await?)
    }

    async fn alarms_to_arm(&self, limit: usize) -> Result<Vec<WantedAlarm>, StoreError> {
        let read = self.database.read(move |connection| {
            connection
                .prepare_cached("SELECT table_id, version, due_ms FROM alarms_to_arm ORDER BY rowid LIMIT ?1")?
                .query_map([stored(limit as u64)], |row| {
                    let due: Option<i64> = row.get(2)?;
                    Ok(WantedAlarm {
                        table: TableId::from_bytes(row.get(0)?),
                        version: loaded(row.get(1)?),
                        due: due.map(|millis| GameTime::from_millis(loaded(millis))),
                    })
                })?
                .collect()
        });
        Ok(read.await?)
    }

    async fn armed(&self, alarms: &[WantedAlarm]) -> Result<(), StoreError> {
        let alarms = alarms.to_vec();
        let written = self.database.write(move |connection| {
            let mut forget =
                connection.prepare_cached("DELETE FROM alarms_to_arm WHERE table_id = ?1 AND version <= ?2")?;
            for alarm in &alarms {
                forget.execute(params![alarm.table.as_bytes(), stored(alarm.version)])?;
            }
            Ok(())
        });
        Ok(written.await?)
    }

    async fn probe(&self) -> Result<(), StoreError> {
        let written = self.database.write(|connection| {
            connection
                .prepare_cached("UPDATE probes SET count = count + 1")?
                .execute([])?;
            Ok(())
        });
        Ok(written.await?)
    }
}

/// What was read of a log, still encoded: decoding happens outside the store's threads.
enum Encoded {
    Missing,
    Tail(Vec<(u64, Vec<u8>)>),
    Whole(Vec<(u64, Vec<u8>)>),
}

impl Encoded {
    fn decode(self, table: TableId) -> Result<LogRead, StoreError> {
        Ok(match self {
            Self::Missing => LogRead::Missing,
            Self::Tail(bodies) => LogRead::Tail(decode_all(table, bodies)?),
            Self::Whole(bodies) => LogRead::Whole(decode_all(table, bodies)?),
        })
    }
}

fn decode_all(table: TableId, bodies: Vec<(u64, Vec<u8>)>) -> Result<Vec<Event>, StoreError> {
    let decode = |(number, body): (u64, Vec<u8>)| {
        decode_event(&body).map_err(|error| StoreError::Corrupt {
            table,
            number,
            why: error.to_string(),
        })
    };
    bodies.into_iter().map(decode).collect()
}

fn read_log(connection: &Connection, table: TableId, known: Option<Version>) -> rusqlite::Result<Encoded> {
    let Some(head) = read_head(connection, table)? else {
        return Ok(Encoded::Missing);
    };
    let Some(known) = known else {
        return Ok(Encoded::Whole(read_events(connection, table, 0)?));
    };
    if head == known {
        return Ok(Encoded::Tail(Vec::new()));
    }
    let there: Option<i64> = connection
        .prepare_cached("SELECT event FROM events WHERE table_id = ?1 AND number = ?2")?
        .query_row(params![table.as_bytes(), stored(known.number)], |row| row.get(0))
        .optional()?;
    if there == Some(stored(known.event.0)) {
        Ok(Encoded::Tail(read_events(connection, table, known.number)?))
    } else {
        Ok(Encoded::Whole(read_events(connection, table, 0)?))
    }
}

fn read_head(connection: &Connection, table: TableId) -> rusqlite::Result<Option<Version>> {
    connection
        .prepare_cached("SELECT head_number, head_event FROM tables WHERE id = ?1")?
        .query_row([table.as_bytes()], |row| {
            Ok(Version {
                number: loaded(row.get(0)?),
                event: EventId(loaded(row.get(1)?)),
            })
        })
        .optional()
}

fn read_events(connection: &Connection, table: TableId, after: u64) -> rusqlite::Result<Vec<(u64, Vec<u8>)>> {
    connection
        .prepare_cached("SELECT number, body FROM events WHERE table_id = ?1 AND number > ?2 ORDER BY number")?
        .query_map(params![table.as_bytes(), stored(after)], |row| {
            Ok((loaded(row.get(0)?), row.get(1)?))
        })?
        .collect()
}

fn read_call(connection: &Connection, table: TableId, call: RequestKey) -> rusqlite::Result<Option<Remembered>> {
    connection
        .prepare_cached("SELECT digest, answered_at FROM calls WHERE table_id = ?1 AND account = ?2 AND request = ?3")?
        .query_row(
            params![table.as_bytes(), call.account.as_bytes(), call.request.as_bytes()],
            |row| {
                Ok(Remembered {
                    digest: row.get(0)?,
                    answered_at: loaded(row.get(1)?),
                })
            },
        )
        .optional()
}

fn write_append(connection: &Connection, append: &Append) -> rusqlite::Result<Appended> {
    if read_head(connection, append.table)? != append.expected {
        return Ok(Appended::HeadMoved);
    }
    let table = append.table.as_bytes();
    let mut number = append.expected.map_or(0, |version| version.number);
    let mut insert =
        connection.prepare_cached("INSERT INTO events (table_id, number, event, body) VALUES (?1, ?2, ?3, ?4)")?;
    let mut head = 0;
    for event in &append.events {
        number += 1;
        head = event.id.0;
        insert.execute(params![table, stored(number), stored(head), encode_event(event)])?;
    }
    let entry = &append.entry;
    let alarm_ms = append.alarm.map(|due| stored(due.millis()));
    connection
        .prepare_cached(
            "INSERT INTO tables (id, head_number, head_event, created_at_ms, variant, status, alarm_ms)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
             ON CONFLICT (id) DO UPDATE SET head_number = ?2, head_event = ?3, status = ?6, alarm_ms = ?7",
        )?
        .execute(params![
            table,
            stored(number),
            stored(head),
            stored(entry.created_at_ms),
            entry.variant,
            status_code(entry.status),
            alarm_ms,
        ])?;
    for account in &entry.seated {
        connection
            .prepare_cached("INSERT OR IGNORE INTO seats (account, created_at_ms, table_id) VALUES (?1, ?2, ?3)")?
            .execute(params![account.as_bytes(), stored(entry.created_at_ms), table])?;
    }
    if let Some((call, digest)) = &append.remember {
        connection
            .prepare_cached(
                "INSERT INTO calls (table_id, account, request, digest, answered_at) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![
                table,
                call.account.as_bytes(),
                call.request.as_bytes(),
                digest,
                stored(number)
            ])?;
    }
    connection
        .prepare_cached("INSERT OR REPLACE INTO alarms_to_arm (table_id, version, due_ms) VALUES (?1, ?2, ?3)")?
        .execute(params![
            table,
            stored(number),
            append.alarm.map(|due| stored(due.millis()))
        ])?;
    Ok(Appended::Stored)
}

fn read_list(
    connection: &Connection,
    filter: &ListFilter,
    after: Option<ListPlace>,
    limit: usize,
) -> rusqlite::Result<Vec<ListPlace>> {
    let mut query = String::from("SELECT tables.created_at_ms, tables.id FROM tables ");
    let mut values: Vec<Value> = Vec::new();
    if let Some(account) = filter.seated {
        query.push_str("JOIN seats ON seats.table_id = tables.id AND seats.account = ? ");
        values.push(Value::Blob(account.as_bytes().to_vec()));
    }
    query.push_str("WHERE tables.status IN (");
    query.push_str(&vec!["?"; filter.statuses.len()].join(","));
    query.push_str(") ");
    values.extend(
        filter
            .statuses
            .iter()
            .map(|status| Value::Integer(status_code(*status))),
    );
    if let Some(variant) = filter.variant {
        query.push_str("AND tables.variant = ? ");
        values.push(Value::Text(variant.to_owned()));
    }
    if let Some(place) = after {
        query.push_str("AND (tables.created_at_ms, tables.id) < (?, ?) ");
        values.push(Value::Integer(stored(place.created_at_ms)));
        values.push(Value::Blob(place.table.as_bytes().to_vec()));
    }
    query.push_str("ORDER BY tables.created_at_ms DESC, tables.id DESC LIMIT ?");
    values.push(Value::Integer(stored(limit as u64)));
    connection
        .prepare_cached(&query)?
        .query_map(params_from_iter(values), list_place)?
        .collect()
}

fn list_place(row: &Row<'_>) -> rusqlite::Result<ListPlace> {
    Ok(ListPlace {
        created_at_ms: loaded(row.get(0)?),
        table: TableId::from_bytes(row.get(1)?),
    })
}

fn status_code(status: Status) -> i64 {
    match status {
        Status::Open => 1,
        Status::Playing => 2,
        Status::Finished => 3,
    }
}

/// SQLite's integers are signed: all 64 bits are kept, as event ids need.
fn stored(number: u64) -> i64 {
    number.cast_signed()
}

fn loaded(number: i64) -> u64 {
    number.cast_unsigned()
}

impl From<EmbeddedError> for StoreError {
    fn from(error: EmbeddedError) -> Self {
        Self::Unavailable(error.to_string())
    }
}
