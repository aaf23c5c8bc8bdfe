//! Deleting what means nothing any more.

use sqlx::{PgConnection, Result, query};

use super::values::to_sql;

/// Deletes rows whose column is at most (or, of the audit log, before) a moment, the oldest first, and answers how many.
/// Rows that another replica is at are left to it. They are found by where they are: joined by their keys, Postgres would read
/// the whole table as soon as many of them may be meant.
macro_rules! delete {
    ($connection:expr, $statement:literal, $until_ms:expr, $most:expr) => {
        query!($statement, $until_ms, $most)
            .execute(&mut *$connection)
            .await?
            .rows_affected()
    };
}

/// Whether there may be more.
pub(super) async fn prune(connection: &mut PgConnection, now_ms: u64, audit_before_ms: u64, most: u32) -> Result<bool> {
    let (now_ms, audit_before_ms, limit) = (to_sql(now_ms), to_sql(audit_before_ms), i64::from(most));
    let deleted = [
        delete!(
            connection,
            "DELETE FROM session WHERE ctid = ANY (ARRAY (SELECT ctid FROM session WHERE expires_at_ms <= $1 \
             ORDER BY expires_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED))",
            now_ms,
            limit
        ),
        delete!(
            connection,
            "DELETE FROM personal_token WHERE ctid = ANY (ARRAY (SELECT ctid FROM personal_token WHERE expires_at_ms <= $1 \
             ORDER BY expires_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED))",
            now_ms,
            limit
        ),
        delete!(
            connection,
            "DELETE FROM request WHERE ctid = ANY (ARRAY (SELECT ctid FROM request WHERE forget_at_ms <= $1 \
             ORDER BY forget_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED))",
            now_ms,
            limit
        ),
        delete!(
            connection,
            "DELETE FROM revocation WHERE ctid = ANY (ARRAY (SELECT ctid FROM revocation WHERE forget_at_ms <= $1 \
             ORDER BY forget_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED))",
            now_ms,
            limit
        ),
        delete!(
            connection,
            "DELETE FROM meter WHERE ctid = ANY (ARRAY (SELECT ctid FROM meter WHERE forget_at_ms <= $1 \
             ORDER BY forget_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED))",
            now_ms,
            limit
        ),
        delete!(
            connection,
            "DELETE FROM name WHERE ctid = ANY (ARRAY (SELECT ctid FROM name WHERE until_ms <= $1 \
             ORDER BY until_ms LIMIT $2 FOR UPDATE SKIP LOCKED))",
            now_ms,
            limit
        ),
        delete!(
            connection,
            "DELETE FROM audit WHERE ctid = ANY (ARRAY (SELECT ctid FROM audit WHERE at_ms < $1 \
             ORDER BY at_ms LIMIT $2 FOR UPDATE SKIP LOCKED))",
            audit_before_ms,
            limit
        ),
    ];
    Ok(deleted.iter().any(|deleted| *deleted >= u64::from(most)))
}
