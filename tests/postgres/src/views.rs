//! What views say of themselves.

use sqlx::{Connection, PgConnection};

use crate::database::Database;
use crate::error::TestPostgresError;

impl Database {
    /// The views and their columns in a schema that have no comment.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn uncommented(&self, schema: &str) -> Result<Vec<String>, TestPostgresError> {
        let question = "SELECT relname || coalesce('.' || attname, '') FROM pg_class \
                        LEFT JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 \
                        WHERE relnamespace = to_regnamespace($1) AND \
                        (col_description(pg_class.oid, attnum) IS NULL OR obj_description(pg_class.oid, 'pg_class') IS NULL)";
        let mut connection = PgConnection::connect_with(&self.connect_options()).await?;
        let asking = sqlx::query_scalar(question).bind(schema);
        Ok(asking.fetch_all(&mut connection).await?)
    }
}
