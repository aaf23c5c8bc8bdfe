//! How far the result feed was taken, the policies, and where the events are.

use corners_feed::{FeedHead, FeedPoint, epoch_text};
use corners_postgres::damaged;
use corners_proto::stored::{epoch, from_sql, to_sql};
use sqlx::{Executor, PgConnection, Result, query, query_as, query_scalar};

use crate::domain::Policy;
use crate::store::Place;
use crate::store::folding::End;
use crate::store::stored::policy;

/// The row that whoever writes locks first.
pub(super) struct Locked {
    cursor: Option<String>,
    sequence: Option<i64>,
    last: i64,
    recorded_at_ms: i64,
}

struct PlaceRow {
    cursor: Option<String>,
    sequence: Option<i64>,
}

struct HeadRow {
    last: i64,
    epoch: Option<String>,
    start: Option<i64>,
}

impl Locked {
    pub(super) fn place(&self) -> Option<Place> {
        place_of(self.cursor.clone(), self.sequence)
    }

    pub(super) fn end(&self) -> End {
        End {
            last: self.last,
            recorded_at_ms: self.recorded_at_ms,
        }
    }
}

fn place_of(cursor: Option<String>, sequence: Option<i64>) -> Option<Place> {
    let (cursor, sequence) = cursor.zip(sequence.map(from_sql))?;
    Some(Place { cursor, sequence })
}

/// Locks the place until the transaction ends. What is read afterwards is what the one before has left.
pub(super) async fn lock(connection: &mut PgConnection) -> Result<Locked> {
    let locking = query_as!(
        Locked,
        "SELECT cursor, sequence, last, recorded_at_ms FROM rating_place FOR UPDATE"
    );
    locking.fetch_one(connection).await
}

pub(super) async fn place(connection: &mut PgConnection) -> Result<Option<Place>> {
    let asking = query_as!(PlaceRow, "SELECT cursor, sequence FROM rating_place");
    let row = asking.fetch_one(connection).await?;
    Ok(place_of(row.cursor, row.sequence))
}

pub(super) async fn move_to(connection: &mut PgConnection, from: Option<&Place>, to: Option<&Place>) -> Result<bool> {
    if lock(&mut *connection).await?.place().as_ref() != from {
        return Ok(false);
    }
    let moving = query!(
        "UPDATE rating_place SET cursor = $1, sequence = $2",
        to.map(|place| &*place.cursor),
        to.map(|place| to_sql(place.sequence))
    );
    moving.execute(connection).await?;
    Ok(true)
}

/// The place and the end of the events after results were taken.
pub(super) async fn reach(connection: &mut PgConnection, place: &Place, end: End) -> Result<()> {
    let reaching = query!(
        "UPDATE rating_place SET cursor = $1, sequence = $2, last = $3, recorded_at_ms = $4",
        place.cursor,
        to_sql(place.sequence),
        end.last,
        end.recorded_at_ms
    );
    reaching.execute(connection).await.map(drop)
}

/// The text of the policy in force.
pub(super) async fn in_force(connection: &mut PgConnection) -> Result<Option<String>> {
    let asking = query_scalar!("SELECT policy FROM rating_policy ORDER BY behind DESC LIMIT 1");
    asking.fetch_optional(connection).await
}

pub(super) async fn adopt(connection: &mut PgConnection, text: &str) -> Result<()> {
    let locked = lock(&mut *connection).await?;
    if in_force(&mut *connection).await?.as_deref() == Some(text) {
        return Ok(());
    }
    // One that nothing was taken by is forgotten.
    let adopting = query!(
        "INSERT INTO rating_policy (behind, policy) VALUES ($1, $2) \
         ON CONFLICT (behind) DO UPDATE SET policy = EXCLUDED.policy",
        locked.last,
        text
    );
    adopting.execute(connection).await.map(drop)
}

pub(super) async fn policies(connection: &mut PgConnection) -> Result<Vec<(u64, Policy)>> {
    let asking = query!("SELECT behind, policy FROM rating_policy ORDER BY behind");
    let rows = asking.fetch_all(connection).await?;
    let read = rows
        .into_iter()
        .map(|row| Ok((from_sql(row.behind), policy(&row.policy).map_err(damaged)?)));
    read.collect()
}

/// Where the events are; with no epoch before the first one was started.
pub(super) async fn head(connection: &mut PgConnection) -> Result<FeedHead> {
    let asking = query_as!(
        HeadRow,
        "SELECT last, epoch AS \"epoch?\", start AS \"start?\" FROM rating_place LEFT JOIN rating_epoch ON TRUE ORDER BY number"
    );
    let rows = asking.fetch_all(connection).await?;
    let last = rows.first().map_or(0, |row| from_sql(row.last));
    let points = rows.into_iter().filter_map(|row| row.epoch.zip(row.start));
    let epochs = points.map(|(text, start)| {
        Ok(FeedPoint {
            epoch: epoch(&text).map_err(damaged)?,
            position: from_sql(start),
        })
    });
    let epochs = epochs.collect::<Result<_>>()?;
    Ok(FeedHead { epochs, last })
}

/// Starts the first epoch, unless there is one.
pub(super) async fn first_head(connection: &mut PgConnection, epoch: u64) -> Result<FeedHead> {
    lock(&mut *connection).await?;
    if head(&mut *connection).await?.epochs.is_empty() {
        start(&mut *connection, epoch).await?;
    }
    head(connection).await
}

async fn start(connection: &mut PgConnection, epoch: u64) -> Result<()> {
    let starting = query!(
        "INSERT INTO rating_epoch (epoch, start, started_at_ms) \
         VALUES ($1, 0, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)",
        epoch_text(epoch)
    );
    starting.execute(connection).await.map(drop)
}

/// Forgets everything but the policy in force and starts an epoch, if the current one is the given one or there is none.
pub(super) async fn rebuild(connection: &mut PgConnection, current: u64, epoch: u64) -> Result<FeedHead> {
    lock(&mut *connection).await?;
    let found = head(&mut *connection).await?;
    if found.epochs.last().is_some_and(|last| last.epoch != current) {
        return Ok(found);
    }
    // In the order in which they are read, so that nobody who reads waits for who waits for it.
    connection
        .execute("TRUNCATE rating_event, standing, rating_change, board_step")
        .await?;
    query!("DELETE FROM rating_policy WHERE behind < (SELECT max(behind) FROM rating_policy)")
        .execute(&mut *connection)
        .await?;
    query!("UPDATE rating_policy SET behind = 0")
        .execute(&mut *connection)
        .await?;
    query!("UPDATE rating_place SET cursor = NULL, sequence = NULL, last = 0, recorded_at_ms = 0")
        .execute(&mut *connection)
        .await?;
    start(&mut *connection, epoch).await?;
    head(connection).await
}
