//! The feed: its events and its epochs.

use corners_embedded::damaged;
use corners_feed::{FeedHead, FeedPoint, epoch_text};
use corners_proto::ids::TableId;
use corners_proto::stored::{epoch, from_sql, id, to_sql};
use rusqlite::{Connection, OptionalExtension, Result, Row, params};

use crate::domain::{EventKind, FeedEvent};
use crate::store::events;

macro_rules! columns {
    () => {
        "position, table_id, type, at_ms, recorded_at_ms, data"
    };
}

const APPEND: &str = concat!("INSERT INTO event (", columns!(), ") VALUES (?1, ?2, ?3, ?4, ?5, ?6)");
const LAST: &str = "SELECT position, recorded_at_ms FROM event ORDER BY position DESC LIMIT 1";
const OF_GAME: &str = concat!("SELECT ", columns!(), " FROM event WHERE table_id = ?1 AND type = ?2");
const AFTER: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM event WHERE position > ?1 ORDER BY position LIMIT ?2"
);
const FIRST_FROM: &str = "SELECT min(position) FROM event WHERE recorded_at_ms >= ?1";
const EPOCHS: &str = "SELECT epoch, start FROM epoch ORDER BY number";
const START_EPOCH: &str = "INSERT INTO epoch (epoch, start) VALUES (?1, ?2)";

/// The end of the feed, where events are put.
pub(super) struct End {
    /// The position of the last event.
    pub(super) last: u64,
    recorded_at_ms: u64,
}

pub(super) fn end(connection: &Connection) -> Result<End> {
    let read = |row: &Row<'_>| {
        Ok(End {
            last: row.get(0).map(from_sql)?,
            recorded_at_ms: row.get(1).map(from_sql)?,
        })
    };
    let last = connection.prepare_cached(LAST)?.query_row([], read).optional()?;
    Ok(last.unwrap_or(End {
        last: 0,
        recorded_at_ms: 0,
    }))
}

impl End {
    /// Puts an event there; answers its position.
    pub(super) fn append(
        &mut self,
        connection: &Connection,
        kind: EventKind,
        table: TableId,
        (at_ms, now_ms): (u64, u64),
        data: &str,
    ) -> Result<u64> {
        self.last += 1;
        self.recorded_at_ms = self.recorded_at_ms.max(now_ms);
        connection.prepare_cached(APPEND)?.execute(params![
            to_sql(self.last),
            table.to_string(),
            events::type_of(kind),
            to_sql(at_ms),
            to_sql(self.recorded_at_ms),
            data,
        ])?;
        Ok(self.last)
    }
}

pub(super) fn finished(connection: &Connection, table: TableId) -> Result<Option<FeedEvent>> {
    let values = params![table.to_string(), events::type_of(EventKind::Finished)];
    connection.prepare_cached(OF_GAME)?.query_row(values, read).optional()
}

pub(super) fn after(connection: &Connection, position: u64, limit: u32) -> Result<Vec<FeedEvent>> {
    let mut statement = connection.prepare_cached(AFTER)?;
    statement.query_map(params![to_sql(position), limit], read)?.collect()
}

pub(super) fn position_before(connection: &Connection, recorded_from_ms: u64) -> Result<u64> {
    let mut statement = connection.prepare_cached(FIRST_FROM)?;
    let first: Option<i64> = statement.query_row([to_sql(recorded_from_ms)], |row| row.get(0))?;
    first.map_or_else(
        || Ok(end(connection)?.last),
        |first| Ok(from_sql(first).saturating_sub(1)),
    )
}

/// Where the feed is; with no epoch before the first one was started.
pub(super) fn head(connection: &Connection) -> Result<FeedHead> {
    let mut statement = connection.prepare_cached(EPOCHS)?;
    let epochs = statement.query_map([], read_epoch)?.collect::<Result<_>>()?;
    let last = end(connection)?.last;
    Ok(FeedHead { epochs, last })
}

/// Starts an epoch at the end of the feed.
pub(super) fn start_epoch(connection: &Connection, epoch: u64) -> Result<()> {
    let last = to_sql(end(connection)?.last);
    let mut statement = connection.prepare_cached(START_EPOCH)?;
    statement.execute(params![epoch_text(epoch), last]).map(drop)
}

fn read_epoch(row: &Row<'_>) -> Result<FeedPoint> {
    let text: String = row.get(0)?;
    Ok(FeedPoint {
        epoch: epoch(&text).map_err(|error| damaged(0, error))?,
        position: row.get(1).map(from_sql)?,
    })
}

fn read(row: &Row<'_>) -> Result<FeedEvent> {
    let (table, kind): (String, String) = (row.get(1)?, row.get(2)?);
    Ok(FeedEvent {
        position: row.get(0).map(from_sql)?,
        kind: events::kind(&kind).map_err(|error| damaged(2, error))?,
        table: id(&table).map_err(|error| damaged(1, error))?,
        at_ms: row.get(3).map(from_sql)?,
        recorded_at_ms: row.get(4).map(from_sql)?,
        data: row.get(5)?,
    })
}
