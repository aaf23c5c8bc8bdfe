//! The events of the feed.

use corners_postgres::damaged;
use corners_proto::ids::TableId;
use corners_proto::stored::{from_sql, id, to_sql};
use sqlx::{PgConnection, Result, query, query_as, query_scalar};

use super::epochs;
use crate::domain::{EventKind, FeedEvent};
use crate::store::events;

struct Row {
    position: i64,
    kind: String,
    table_id: String,
    at_ms: i64,
    recorded_at_ms: i64,
    data: String,
}

/// Asks for events, with what follows `FROM outbox`.
macro_rules! events {
    ($rest:literal $(, $value:expr)*) => {
        query_as!(
            Row,
            "SELECT position, type AS kind, aggregateid AS table_id, at_ms, recorded_at_ms, payload::text AS \"data!\" \
             FROM outbox " + $rest
            $(, $value)*
        )
    };
}

impl TryFrom<Row> for FeedEvent {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> Result<Self> {
        Ok(Self {
            position: from_sql(row.position),
            kind: events::kind(&row.kind).map_err(damaged)?,
            table: id(&row.table_id).map_err(damaged)?,
            at_ms: from_sql(row.at_ms),
            recorded_at_ms: from_sql(row.recorded_at_ms),
            data: row.data,
        })
    }
}

/// Something that the feed is to tell.
pub(super) struct NewEvent<'a> {
    pub(super) kind: EventKind,
    pub(super) table: TableId,
    pub(super) at_ms: u64,
    pub(super) data: &'a str,
}

/// Puts events at the end of the feed, which nobody else does until the transaction ends: so it comes last. Answers the
/// position of the event before the first one.
pub(super) async fn append(
    connection: &mut PgConnection,
    new: &[NewEvent<'_>],
    now_ms: u64,
    epoch: u64,
) -> Result<u64> {
    let end = epochs::lock_end(connection, epoch).await?;
    let recorded_at_ms = end.recorded_at_ms.max(to_sql(now_ms));
    let texts = |text: &dyn Fn(&NewEvent<'_>) -> String| -> Vec<String> { new.iter().map(text).collect() };
    let moments: Vec<i64> = new.iter().map(|event| to_sql(event.at_ms)).collect();
    let appending = query!(
        "WITH moved AS (UPDATE feed SET last = $1::bigint + cardinality($3::text[]), recorded_at_ms = $2) \
         INSERT INTO outbox (position, id, aggregatetype, aggregateid, type, at_ms, recorded_at_ms, payload) \
         SELECT $1::bigint + number, id, 'game', table_id, type, at_ms, $2, data::jsonb \
         FROM unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[]) WITH ORDINALITY \
         AS new (id, table_id, type, at_ms, data, number)",
        end.last,
        recorded_at_ms,
        &texts(&|event| events::id_of(event.kind, event.table)),
        &texts(&|event| event.table.to_string()),
        &texts(&|event| events::type_of(event.kind).to_owned()),
        &moments,
        &texts(&|event| event.data.to_owned())
    );
    appending.execute(connection).await?;
    Ok(from_sql(end.last))
}

pub(super) async fn finished(connection: &mut PgConnection, table: TableId) -> Result<Option<FeedEvent>> {
    let found = events!("WHERE id = $1", events::id_of(EventKind::Finished, table));
    found
        .fetch_optional(connection)
        .await?
        .map(FeedEvent::try_from)
        .transpose()
}

pub(super) async fn after(connection: &mut PgConnection, position: u64, limit: u32) -> Result<Vec<FeedEvent>> {
    let position = to_sql(position);
    // Positions have no gaps: the range is the limit.
    let found = events!(
        "WHERE position > $1 AND position <= $2 ORDER BY position",
        position,
        position.saturating_add(i64::from(limit))
    );
    let rows = found.fetch_all(connection).await?;
    rows.into_iter().map(FeedEvent::try_from).collect()
}

pub(super) async fn position_before(connection: &mut PgConnection, recorded_from_ms: u64) -> Result<u64> {
    let asking = query_scalar!(
        "SELECT coalesce((SELECT position - 1 FROM outbox WHERE outbox.recorded_at_ms >= $1 \
         ORDER BY outbox.recorded_at_ms, position LIMIT 1), last) AS \"position!\" FROM feed",
        to_sql(recorded_from_ms)
    );
    Ok(from_sql(asking.fetch_one(connection).await?))
}
