//! Deleting what means nothing any more.

use sqlx::{PgConnection, Result, query};

use super::values::to_sql;

/// Deletes rows of a table whose column is at most (or, of the audit log, before) a moment, the oldest first, and answers how
/// many. Rows that another replica is at are left to it. They are found by where they are: joined by their keys, Postgres
/// would read the whole table as soon as many of them may be meant.
macro_rules! delete {
    ($connection:expr, $table:literal, $column:literal, $compare:literal, $until_ms:expr, $most:expr) => {
        query!(
            "DELETE FROM "
                + $table
                + " WHERE ctid = ANY (ARRAY (SELECT ctid FROM "
                + $table
                + " WHERE "
                + $column
                + " "
                + $compare
                + " $1 ORDER BY "
                + $column
                + " LIMIT $2 FOR UPDATE SKIP LOCKED))",
            $until_ms,
            $most
        )
        .execute(&mut *$connection)
        .await?
        .rows_affected()
    };
}

/// Whether there may be more.
pub(super) async fn prune(connection: &mut PgConnection, now_ms: u64, audit_before_ms: u64, most: u32) -> Result<bool> {
    let (now_ms, audit_before_ms, limit) = (to_sql(now_ms), to_sql(audit_before_ms), i64::from(most));
    let deleted = [
        delete!(connection, "session", "expires_at_ms", "<=", now_ms, limit),
        delete!(connection, "personal_token", "expires_at_ms", "<=", now_ms, limit),
        delete!(connection, "request", "forget_at_ms", "<=", now_ms, limit),
        delete!(connection, "revocation", "forget_at_ms", "<=", now_ms, limit),
        delete!(connection, "meter", "forget_at_ms", "<=", now_ms, limit),
        delete!(connection, "name", "until_ms", "<=", now_ms, limit),
        delete!(connection, "audit", "at_ms", "<", audit_before_ms, limit),
    ];
    Ok(deleted.iter().any(|deleted| *deleted >= u64::from(most)))
}
