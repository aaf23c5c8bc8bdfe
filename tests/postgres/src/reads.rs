//! How much of its tables a service reads.

use std::time::Duration;

use sqlx::{Connection, PgConnection};
use tokio::time::{Instant, sleep};

use crate::database::Database;
use crate::error::TestPostgresError;

/// How long a connection may take to end, and with that to report what it has read.
const REPORTS_WITHIN: Duration = Duration::from_secs(30);

impl Database {
    /// How many rows of the tables of a service `work` reads, by whatever way. It opens connections of the service, called
    /// `corners` and the service's schema, by itself, and closes them.
    ///
    /// # Errors
    /// When the server refuses, or a connection of the service does not end.
    pub async fn rows_read(&self, schema: &str, work: impl Future<Output = ()>) -> Result<i64, TestPostgresError> {
        let mut connection = PgConnection::connect_with(&self.connect_options()).await?;
        let before = rows_read_so_far(&mut connection, schema).await?;
        work.await;
        // A connection reports what it has read when it ends at the latest.
        let end = Instant::now() + REPORTS_WITHIN;
        let open = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'corners ' || $1";
        while sqlx::query_scalar::<_, i64>(open)
            .bind(schema)
            .fetch_one(&mut connection)
            .await?
            > 0
        {
            if Instant::now() >= end {
                return Err(TestPostgresError::NeverCame("the end of a service's connections"));
            }
            sleep(Duration::from_millis(5)).await;
        }
        Ok(rows_read_so_far(&mut connection, schema).await? - before)
    }
}

/// How many rows of the schema's tables were read since the server began.
async fn rows_read_so_far(connection: &mut PgConnection, schema: &str) -> Result<i64, TestPostgresError> {
    let question = "SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint FROM pg_stat_all_tables \
                    WHERE schemaname = $1";
    Ok(sqlx::query_scalar(question).bind(schema).fetch_one(connection).await?)
}
