//! The logs of tables, and what goes into the file together with their events.

use corners_embedded::rusqlite::{self, Connection, OptionalExtension, params};
use corners_proto::ids::TableId;

use super::finished::{finished, not_finished};
use super::list::status_code;
use super::{loaded, stored};
use crate::store::{Append, Appended, LogRead, StoreError, WantedAlarm, decode_event, encode_event};
use crate::table::{Event, EventId, Status, Version};

/// What was read of a log, still encoded, with its head: decoding happens outside the store's threads.
pub(super) enum Encoded {
    Missing,
    Tail(Version, Vec<(u64, Vec<u8>)>),
    Whole(Version, Vec<(u64, Vec<u8>)>),
}

impl Encoded {
    /// Decodes what was read after `known`, and makes sure that it is the log that its head speaks of.
    pub(super) fn decode(self, table: TableId, known: Option<Version>) -> Result<LogRead, StoreError> {
        Ok(match self {
            Self::Missing => LogRead::Missing,
            Self::Tail(head, bodies) => LogRead::Tail(decode_all(table, known, head, bodies)?),
            Self::Whole(head, bodies) => LogRead::Whole(decode_all(table, None, head, bodies)?),
        })
    }
}

fn decode_all(
    table: TableId,
    known: Option<Version>,
    head: Version,
    bodies: Vec<(u64, Vec<u8>)>,
) -> Result<Vec<Event>, StoreError> {
    let corrupt = |number, why: String| StoreError::Corrupt { table, number, why };
    let mut last = known.unwrap_or(Version {
        number: 0,
        event: EventId(0),
    });
    let mut events = Vec::with_capacity(bodies.len());
    for (number, body) in bodies {
        let event = decode_event(&body).map_err(|error| corrupt(number, error.to_string()))?;
        if number != last.number + 1 {
            return Err(corrupt(last.number + 1, "it is missing".to_owned()));
        }
        last = Version {
            number,
            event: event.id,
        };
        events.push(event);
    }
    if last != head {
        return Err(corrupt(
            head.number,
            "it is not the event that the table's head names".to_owned(),
        ));
    }
    Ok(events)
}

pub(super) fn read_log(connection: &Connection, table: TableId, known: Option<Version>) -> rusqlite::Result<Encoded> {
    let Some(head) = read_head(connection, table)? else {
        return Ok(Encoded::Missing);
    };
    let Some(known) = known else {
        return Ok(Encoded::Whole(head, read_events(connection, table, 0)?));
    };
    if head == known {
        return Ok(Encoded::Tail(head, Vec::new()));
    }
    let there: Option<i64> = connection
        .prepare_cached("SELECT event FROM events WHERE table_id = ?1 AND number = ?2")?
        .query_row(params![table.as_bytes(), stored(known.number)], |row| row.get(0))
        .optional()?;
    if there == Some(stored(known.event.0)) {
        Ok(Encoded::Tail(head, read_events(connection, table, known.number)?))
    } else {
        Ok(Encoded::Whole(head, read_events(connection, table, 0)?))
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

pub(super) fn write_append(
    connection: &Connection,
    append: &Append,
) -> rusqlite::Result<(Appended, Option<WantedAlarm>)> {
    if read_head(connection, append.table)? != append.expected {
        return Ok((Appended::HeadMoved, None));
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
    if append.was != Some(Status::Playing) {
        for account in &entry.seated {
            connection
                .prepare_cached("INSERT OR IGNORE INTO seats (account, created_at_ms, table_id) VALUES (?1, ?2, ?3)")?
                .execute(params![account.as_bytes(), stored(entry.created_at_ms), table])?;
        }
    }
    if entry.status == Status::Finished {
        finished(connection, append.table)?;
    } else if append.was == Some(Status::Finished) {
        not_finished(connection, append.table)?;
    }
    let alarm = WantedAlarm {
        table: append.table,
        version: append.alarm_order,
        due: append.alarm,
    };
    Ok((Appended::Stored, Some(alarm)))
}
