//! What became of games.

use corners_embedded::damaged;
use corners_proto::ids::TableId;
use corners_proto::stored::{from_sql, to_sql};
use rusqlite::{Connection, Result, Row, params};

use super::place;
use super::standings::of_event;
use crate::domain::{PairDay, RatingEvent};
use crate::store::folding::NewEvent;
use crate::store::stored::{StoredEvent, events, pair_columns};

macro_rules! columns {
    () => {
        "position, table_id, variant, outcome, unrated_reason, recorded_at_ms"
    };
}

const INSERT: &str = concat!(
    "INSERT INTO rating_event (",
    columns!(),
    ", low, high, day) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
);
const OF_GAME: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM rating_event WHERE table_id = ?1 ORDER BY position"
);
const AFTER: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM rating_event WHERE position > ?1 ORDER BY position LIMIT ?2"
);
const FIRST_FROM: &str = "SELECT min(position) FROM rating_event WHERE recorded_at_ms >= ?1";
const PAIR_GAMES: &str =
    "SELECT count(*) FROM rating_event WHERE low = ?1 AND high = ?2 AND variant = ?3 AND day = ?4 AND low IS NOT NULL";

pub(super) fn insert(connection: &Connection, new: &NewEvent) -> Result<()> {
    let NewEvent { event, pair } = new;
    connection.prepare_cached(INSERT)?.execute(params![
        event.position,
        event.table_id,
        event.variant,
        event.outcome,
        event.unrated_reason,
        event.recorded_at_ms,
        pair.as_ref().map(|(low, _, _)| low),
        pair.as_ref().map(|(_, high, _)| high),
        pair.as_ref().map(|(_, _, day)| day),
    ])?;
    Ok(())
}

pub(super) fn of_game(connection: &Connection, table: TableId) -> Result<Vec<RatingEvent>> {
    let mut statement = connection.prepare_cached(OF_GAME)?;
    let rows = statement.query_map([table.to_string()], read)?.collect::<Result<_>>()?;
    with_changes(connection, rows)
}

pub(super) fn after(connection: &Connection, position: u64, limit: u32) -> Result<Vec<RatingEvent>> {
    let mut statement = connection.prepare_cached(AFTER)?;
    let rows = statement
        .query_map(params![to_sql(position), limit], read)?
        .collect::<Result<_>>()?;
    with_changes(connection, rows)
}

fn with_changes(connection: &Connection, rows: Vec<StoredEvent>) -> Result<Vec<RatingEvent>> {
    let mut changes = Vec::with_capacity(2 * rows.len());
    for row in &rows {
        changes.extend(of_event(connection, row.position)?);
    }
    events(rows, changes).map_err(|error| damaged(0, error))
}

pub(super) fn position_before(connection: &Connection, recorded_from_ms: u64) -> Result<u64> {
    let mut statement = connection.prepare_cached(FIRST_FROM)?;
    let first: Option<i64> = statement.query_row([to_sql(recorded_from_ms)], |row| row.get(0))?;
    first.map_or_else(
        || Ok(from_sql(place::read(connection)?.1.last)),
        |first| Ok(from_sql(first).saturating_sub(1)),
    )
}

/// How many games of two players in a variant on a day were rated.
pub(super) fn pair_games(connection: &Connection, pair: &PairDay) -> Result<i64> {
    let (low, high, day) = pair_columns(pair);
    let mut statement = connection.prepare_cached(PAIR_GAMES)?;
    statement.query_row(params![low, high, pair.variant, day], |row| row.get(0))
}

fn read(row: &Row<'_>) -> Result<StoredEvent> {
    Ok(StoredEvent {
        position: row.get(0)?,
        table_id: row.get(1)?,
        variant: row.get(2)?,
        outcome: row.get(3)?,
        unrated_reason: row.get(4)?,
        recorded_at_ms: row.get(5)?,
    })
}
