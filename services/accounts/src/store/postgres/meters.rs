//! What is counted.

use sqlx::{PgConnection, Result, query, query_as};

use super::values::{from_sql, to_sql};
use crate::domain::{Meter, MeterKey, MeterRule, Verdict};

struct MeterRow {
    level: i64,
    at_ms: i64,
    forget_at_ms: i64,
}

impl From<MeterRow> for Meter {
    fn from(row: MeterRow) -> Self {
        Self {
            level: from_sql(row.level),
            at_ms: from_sql(row.at_ms),
            forget_at_ms: from_sql(row.forget_at_ms),
        }
    }
}

/// Two that count under a new key at once: one makes it, and the other finds it at the second look. After that it can be
/// gone again only by being cleared meanwhile.
const LOOKS: u32 = 10;

/// Counts one more, if nobody else does so at the same time. No statement waits for another.
pub(super) async fn count_alone(
    connection: &mut PgConnection,
    key: MeterKey,
    rule: MeterRule,
    now_ms: u64,
) -> Result<Option<Verdict>> {
    let found = query_as!(
        MeterRow,
        "SELECT level, at_ms, forget_at_ms FROM meter WHERE key = $1",
        key.as_bytes()
    );
    let stored = found.fetch_optional(&mut *connection).await?.map(Meter::from);
    keep(connection, key, stored, rule.judge(stored, now_ms)).await
}

/// Counts one more, in a transaction in which others wait; nothing when the key came and went each time it was looked for.
pub(super) async fn count_in_turn(
    connection: &mut PgConnection,
    key: MeterKey,
    rule: MeterRule,
    now_ms: u64,
) -> Result<Option<Verdict>> {
    for _ in 0..LOOKS {
        let found = query_as!(
            MeterRow,
            "SELECT level, at_ms, forget_at_ms FROM meter WHERE key = $1 FOR UPDATE",
            key.as_bytes()
        );
        let stored = found.fetch_optional(&mut *connection).await?.map(Meter::from);
        let kept = keep(connection, key, stored, rule.judge(stored, now_ms)).await?;
        if kept.is_some() {
            return Ok(kept);
        }
    }
    Ok(None)
}

/// Stores what was admitted over what it was decided on; nothing when that has changed.
async fn keep(
    connection: &mut PgConnection,
    key: MeterKey,
    stored: Option<Meter>,
    verdict: Verdict,
) -> Result<Option<Verdict>> {
    let Verdict::Admitted(meter) = verdict else {
        return Ok(Some(verdict));
    };
    let is_kept = match stored {
        Some(stored) => update(connection, key, stored, meter).await?,
        None => insert(connection, key, meter).await?,
    };
    Ok(is_kept.then_some(verdict))
}

// None of these waits for the disk: a count that a crash of the server takes with it is no loss.

async fn update(connection: &mut PgConnection, key: MeterKey, from: Meter, to: Meter) -> Result<bool> {
    let updating = query!(
        "UPDATE meter SET level = $5, at_ms = $6, forget_at_ms = $7 \
         WHERE key = $1 AND level = $2 AND at_ms = $3 AND forget_at_ms = $4 \
         RETURNING set_config('synchronous_commit', 'off', TRUE)",
        key.as_bytes(),
        to_sql(from.level),
        to_sql(from.at_ms),
        to_sql(from.forget_at_ms),
        to_sql(to.level),
        to_sql(to.at_ms),
        to_sql(to.forget_at_ms)
    );
    Ok(updating.fetch_optional(connection).await?.is_some())
}

async fn insert(connection: &mut PgConnection, key: MeterKey, meter: Meter) -> Result<bool> {
    let inserting = query!(
        "INSERT INTO meter (key, level, at_ms, forget_at_ms) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING \
         RETURNING set_config('synchronous_commit', 'off', TRUE)",
        key.as_bytes(),
        to_sql(meter.level),
        to_sql(meter.at_ms),
        to_sql(meter.forget_at_ms)
    );
    Ok(inserting.fetch_optional(connection).await?.is_some())
}

pub(super) async fn clear(connection: &mut PgConnection, key: MeterKey) -> Result<()> {
    let clearing = query!("DELETE FROM meter WHERE key = $1", key.as_bytes());
    clearing.execute(connection).await.map(drop)
}
