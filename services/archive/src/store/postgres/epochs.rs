//! The end of the feed, and its epochs.

use corners_feed::{FeedHead, FeedPoint, epoch_text};
use corners_postgres::damaged;
use corners_proto::stored::{epoch, from_sql};
use sqlx::{PgConnection, Result, query, query_as, query_scalar};

/// The end of the feed, which is ours until the transaction ends.
pub(super) struct End {
    pub(super) last: i64,
    pub(super) recorded_at_ms: i64,
}

struct Row {
    last: i64,
    epoch: Option<String>,
    start: Option<i64>,
    is_here: Option<bool>,
}

/// Where the feed is, and whether its epoch is one of this database.
pub(super) struct Head {
    pub(super) head: FeedHead,
    pub(super) is_here: bool,
}

/// Locks the end of the feed; when the database is no longer the one that the current epoch was started in, starts the
/// given one.
pub(super) async fn lock_end(connection: &mut PgConnection, epoch: u64) -> Result<End> {
    let locking = query_as!(End, "SELECT last, recorded_at_ms FROM feed FOR UPDATE");
    let end = locking.fetch_one(&mut *connection).await?;
    // A question of its own: the one before may have waited for somebody who has started an epoch, and does not see it.
    let asking = query_scalar!(
        "SELECT (epoch.system_identifier, epoch.timeline, epoch.outbox) = (here.system_identifier, here.timeline, \
         here.outbox) AS \"is_here?\" FROM here, epoch ORDER BY number DESC LIMIT 1"
    );
    let is_here = asking.fetch_optional(&mut *connection).await?.flatten();
    if is_here != Some(true) {
        start(connection, epoch).await?;
    }
    Ok(end)
}

/// Starts an epoch at the end of the feed, which must be locked.
pub(super) async fn start(connection: &mut PgConnection, epoch: u64) -> Result<()> {
    let starting = query!(
        "INSERT INTO epoch (epoch, start, started_at_ms, system_identifier, timeline, outbox) \
         SELECT $1, last, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, system_identifier, timeline, outbox \
         FROM feed, here",
        epoch_text(epoch)
    );
    starting.execute(connection).await.map(drop)
}

/// Where the feed is; with no epoch before the first one was started.
pub(super) async fn head(connection: &mut PgConnection) -> Result<Head> {
    let asking = query_as!(
        Row,
        "SELECT last, epoch AS \"epoch?\", start AS \"start?\", (epoch.system_identifier, epoch.timeline, epoch.outbox) = \
         (here.system_identifier, here.timeline, here.outbox) AS is_here \
         FROM feed CROSS JOIN here LEFT JOIN epoch ON TRUE ORDER BY number"
    );
    let rows = asking.fetch_all(connection).await?;
    let last = rows.first().map_or(0, |row| from_sql(row.last));
    let is_here = rows.last().is_some_and(|row| row.is_here == Some(true));
    let points = rows.into_iter().filter_map(|row| row.epoch.zip(row.start));
    let epochs = points.map(|(text, start)| {
        Ok(FeedPoint {
            epoch: epoch(&text).map_err(damaged)?,
            position: from_sql(start),
        })
    });
    let epochs = epochs.collect::<Result<_>>()?;
    let head = FeedHead { epochs, last };
    Ok(Head { head, is_here })
}

/// The same after what had to be done to the epochs.
pub(super) async fn renewed_head(connection: &mut PgConnection, epoch: u64) -> Result<FeedHead> {
    lock_end(connection, epoch).await?;
    Ok(head(connection).await?.head)
}

/// Starts an epoch, if the current one is the given one or there is none.
pub(super) async fn end_epoch(connection: &mut PgConnection, current: u64, epoch: u64) -> Result<FeedHead> {
    query!("SELECT last FROM feed FOR UPDATE")
        .fetch_one(&mut *connection)
        .await?;
    let found = head(connection).await?.head;
    if found.epochs.last().is_some_and(|last| last.epoch != current) {
        return Ok(found);
    }
    start(connection, epoch).await?;
    Ok(head(connection).await?.head)
}
