//! What became of games.

use corners_postgres::damaged;
use corners_proto::stored::{from_sql, to_sql};
use sqlx::{PgConnection, Result, query, query_as, query_scalar};

use super::standings::of_events;
use crate::domain::RatingEvent;
use crate::store::folding::NewEvent;
use crate::store::stored::{StoredEvent, events};

/// Asks for events, with what follows `FROM rating_event`.
macro_rules! events {
    ($rest:literal $(, $value:expr)*) => {
        query_as!(
            StoredEvent,
            "SELECT position, table_id, variant, outcome, unrated_reason, recorded_at_ms FROM rating_event " + $rest
            $(, $value)*
        )
    };
}

/// What became of these games, that of each in order.
pub(super) async fn of_games(connection: &mut PgConnection, tables: &[String]) -> Result<Vec<RatingEvent>> {
    let asking = events!("WHERE table_id = ANY($1)", tables);
    let rows = asking.fetch_all(&mut *connection).await?;
    with_changes(connection, rows).await
}

pub(super) async fn after(connection: &mut PgConnection, position: u64, limit: u32) -> Result<Vec<RatingEvent>> {
    let position = to_sql(position);
    // Positions have no gaps: the range is the limit.
    let asking = events!(
        "WHERE position > $1 AND position <= $2 ORDER BY position",
        position,
        position.saturating_add(i64::from(limit))
    );
    let rows = asking.fetch_all(&mut *connection).await?;
    with_changes(connection, rows).await
}

async fn with_changes(connection: &mut PgConnection, mut rows: Vec<StoredEvent>) -> Result<Vec<RatingEvent>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    rows.sort_unstable_by_key(|row| row.position);
    let positions: Vec<i64> = rows.iter().map(|row| row.position).collect();
    let changes = of_events(connection, &positions).await?;
    events(rows, changes).map_err(damaged)
}

pub(super) async fn position_before(connection: &mut PgConnection, recorded_from_ms: u64) -> Result<u64> {
    let asking = query_scalar!(
        "SELECT coalesce((SELECT position - 1 FROM rating_event WHERE rating_event.recorded_at_ms >= $1 \
         ORDER BY rating_event.recorded_at_ms, position LIMIT 1), last) AS \"position!\" FROM rating_place",
        to_sql(recorded_from_ms)
    );
    Ok(from_sql(asking.fetch_one(connection).await?))
}

pub(super) async fn insert(connection: &mut PgConnection, new: &[NewEvent]) -> Result<()> {
    fn column<T>(new: &[NewEvent], value: impl Fn(&NewEvent) -> T) -> Vec<T> {
        new.iter().map(value).collect()
    }
    let inserting = query!(
        "INSERT INTO rating_event (position, table_id, variant, outcome, unrated_reason, low, high, day, recorded_at_ms) \
         SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], \
         $8::bigint[], $9::bigint[])",
        &column(new, |new| new.event.position),
        &column(new, |new| new.event.table_id.clone()),
        &column(new, |new| new.event.variant.clone()),
        &column(new, |new| new.event.outcome.clone()),
        &column(new, |new| new.event.unrated_reason.clone()) as &[Option<String>],
        &column(new, |new| new.pair.as_ref().map(|(low, _, _)| low.clone())) as &[Option<String>],
        &column(new, |new| new.pair.as_ref().map(|(_, high, _)| high.clone())) as &[Option<String>],
        &column(new, |new| new.pair.as_ref().map(|(_, _, day)| *day)) as &[Option<i64>],
        &column(new, |new| new.event.recorded_at_ms)
    );
    inserting.execute(connection).await.map(drop)
}
