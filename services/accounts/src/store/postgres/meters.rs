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

/// Counts one more, in a transaction; nothing when the key came and went each time it was looked for.
///
/// The transaction does not wait for the disk: a count that a crash of the server takes with it is no loss, and all
/// replicas wait for the row meanwhile.
pub(super) async fn count(
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
        let verdict = rule.judge(stored, now_ms);
        let Verdict::Admitted(meter) = verdict else {
            return Ok(Some(verdict));
        };
        let is_kept = match stored {
            Some(_) => update(connection, key, meter).await?,
            None => insert(connection, key, meter).await?,
        };
        if is_kept {
            return Ok(Some(verdict));
        }
    }
    Ok(None)
}

async fn update(connection: &mut PgConnection, key: MeterKey, meter: Meter) -> Result<bool> {
    let updating = query!(
        "UPDATE meter SET level = $2, at_ms = $3, forget_at_ms = $4 WHERE key = $1 \
         RETURNING set_config('synchronous_commit', 'off', TRUE)",
        key.as_bytes(),
        to_sql(meter.level),
        to_sql(meter.at_ms),
        to_sql(meter.forget_at_ms)
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
