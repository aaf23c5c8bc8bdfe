//! How far the result feed was taken, the policies, and where the events are.

use corners_embedded::damaged;
use corners_feed::{FeedHead, FeedPoint, epoch_text};
use corners_proto::stored::{epoch, from_sql, to_sql};
use rusqlite::{Connection, OptionalExtension, Result, Row, params};

use crate::domain::Policy;
use crate::store::Place;
use crate::store::folding::End;
use crate::store::stored::policy;

const READ: &str = "SELECT cursor, sequence, last, recorded_at_ms FROM rating_place";
const MOVE: &str = "UPDATE rating_place SET cursor = ?1, sequence = ?2";
const REACH: &str = "UPDATE rating_place SET cursor = ?1, sequence = ?2, last = ?3, recorded_at_ms = ?4";
const IN_FORCE: &str = "SELECT policy FROM rating_policy ORDER BY behind DESC LIMIT 1";
const ADOPT: &str = "INSERT OR REPLACE INTO rating_policy (behind, policy) VALUES (?1, ?2)";
const POLICIES: &str = "SELECT behind, policy FROM rating_policy ORDER BY behind";
const EPOCHS: &str = "SELECT epoch, start FROM rating_epoch ORDER BY number";
const START: &str = "INSERT INTO rating_epoch (epoch, start) VALUES (?1, 0)";
const FORGET: [&str; 7] = [
    "DELETE FROM rating_event",
    "DELETE FROM rating_change",
    "DELETE FROM board_step",
    "DELETE FROM standing",
    "DELETE FROM rating_policy WHERE behind < (SELECT max(behind) FROM rating_policy)",
    "UPDATE rating_policy SET behind = 0",
    "UPDATE rating_place SET cursor = NULL, sequence = NULL, last = 0, recorded_at_ms = 0",
];

/// The place, and the end of the events.
pub(super) fn read(connection: &Connection) -> Result<(Option<Place>, End)> {
    connection.prepare_cached(READ)?.query_row([], |row| {
        let (cursor, sequence): (Option<String>, Option<i64>) = (row.get(0)?, row.get(1)?);
        let place = cursor.zip(sequence.map(from_sql));
        let end = End {
            last: row.get(2)?,
            recorded_at_ms: row.get(3)?,
        };
        Ok((place.map(|(cursor, sequence)| Place { cursor, sequence }), end))
    })
}

pub(super) fn move_to(connection: &Connection, from: Option<&Place>, to: Option<&Place>) -> Result<bool> {
    if read(connection)?.0.as_ref() != from {
        return Ok(false);
    }
    let values = params![to.map(|place| &place.cursor), to.map(|place| to_sql(place.sequence))];
    connection.prepare_cached(MOVE)?.execute(values)?;
    Ok(true)
}

/// The place and the end of the events after results were taken.
pub(super) fn reach(connection: &Connection, place: &Place, end: End) -> Result<()> {
    let values = params![place.cursor, to_sql(place.sequence), end.last, end.recorded_at_ms];
    connection.prepare_cached(REACH)?.execute(values).map(drop)
}

/// The text of the policy in force.
pub(super) fn in_force(connection: &Connection) -> Result<Option<String>> {
    let mut statement = connection.prepare_cached(IN_FORCE)?;
    statement.query_row([], |row| row.get(0)).optional()
}

pub(super) fn adopt(connection: &Connection, text: &str) -> Result<()> {
    if in_force(connection)?.as_deref() == Some(text) {
        return Ok(());
    }
    // One that nothing was taken by is forgotten.
    let last = read(connection)?.1.last;
    connection.prepare_cached(ADOPT)?.execute(params![last, text]).map(drop)
}

pub(super) fn policies(connection: &Connection) -> Result<Vec<(u64, Policy)>> {
    let read = |row: &Row<'_>| {
        let text: String = row.get(1)?;
        Ok((from_sql(row.get(0)?), policy(&text).map_err(|error| damaged(1, error))?))
    };
    connection.prepare_cached(POLICIES)?.query_map([], read)?.collect()
}

/// Where the events are; with no epoch before the first one was started.
pub(super) fn head(connection: &Connection) -> Result<FeedHead> {
    let read_epoch = |row: &Row<'_>| {
        let text: String = row.get(0)?;
        Ok(FeedPoint {
            epoch: epoch(&text).map_err(|error| damaged(0, error))?,
            position: row.get(1).map(from_sql)?,
        })
    };
    let mut statement = connection.prepare_cached(EPOCHS)?;
    let epochs = statement.query_map([], read_epoch)?.collect::<Result<_>>()?;
    let last = from_sql(read(connection)?.1.last);
    Ok(FeedHead { epochs, last })
}

/// Starts the first epoch, unless there is one.
pub(super) fn first_head(connection: &Connection, epoch: u64) -> Result<FeedHead> {
    if head(connection)?.epochs.is_empty() {
        start(connection, epoch)?;
    }
    head(connection)
}

fn start(connection: &Connection, epoch: u64) -> Result<()> {
    connection.prepare_cached(START)?.execute([epoch_text(epoch)]).map(drop)
}

/// Forgets everything but the policy in force and starts an epoch, if the current one is the given one or there is none.
pub(super) fn rebuild(connection: &Connection, current: u64, epoch: u64) -> Result<FeedHead> {
    let found = head(connection)?;
    if found.epochs.last().is_some_and(|last| last.epoch != current) {
        return Ok(found);
    }
    for statement in FORGET {
        connection.execute(statement, [])?;
    }
    start(connection, epoch)?;
    head(connection)
}
