//! Migrations, under a lock, in a schema that is made for them.

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::{AssertSqlSafe, Error, Executor, PgConnection};

use crate::connection::Place;
use crate::error::{ConnectError, words};

/// The lock under which schemas are made and migrated: "corners" in ASCII, as a number.
const LOCK: i64 = 0x63_6F72_6E65_7273;

/// How long one that starts waits for another that migrates.
const LONGEST_WAIT: &str = "SET lock_timeout = '120s'";

/// Makes the schema if it is not there, and brings it up to date. The connection's `search_path` is the schema.
pub(crate) async fn migrate(
    connection: &mut PgConnection,
    place: &Place,
    schema: &'static str,
    migrator: &Migrator,
) -> Result<(), ConnectError> {
    let migrating = async {
        connection.execute(LONGEST_WAIT).await?;
        sqlx::query("SELECT pg_advisory_lock($1)")
            .bind(LOCK)
            .execute(&mut *connection)
            .await?;
        make_schema(connection, schema).await?;
        migrator.run_direct(None, connection, false).await?;
        sqlx::query("SELECT pg_advisory_unlock($1)")
            .bind(LOCK)
            .execute(&mut *connection)
            .await?;
        Ok(())
    };
    migrating.await.map_err(|error| refusal(place, schema, &error))
}

/// Asks first: a user who may not make schemas may use one that somebody has made for it.
async fn make_schema(connection: &mut PgConnection, schema: &'static str) -> Result<(), Error> {
    let question = sqlx::query_scalar("SELECT to_regnamespace($1) IS NOT NULL").bind(schema);
    let exists: bool = question.fetch_one(&mut *connection).await?;
    if !exists {
        // The name is one that a service is compiled with.
        let statement = AssertSqlSafe(format!("CREATE SCHEMA {schema}"));
        connection.execute(sqlx::raw_sql(statement)).await?;
    }
    Ok(())
}

fn refusal(place: &Place, schema: &str, error: &MigrateError) -> ConnectError {
    let (place, schema) = (place.to_string(), schema.to_owned());
    let reason = match error {
        MigrateError::VersionMissing(found) => {
            return ConnectError::NewerSchema {
                place,
                schema,
                found: *found,
            };
        }
        MigrateError::VersionMismatch(version) => {
            format!("migration {version} has been applied in another form; run the program that made the schema")
        }
        MigrateError::ExecuteMigration(error, version) => {
            format!("migration {version} failed: {}; nothing of it was kept", words(error))
        }
        MigrateError::Execute(error) => words(error),
        other => other.to_string(),
    };
    ConnectError::Migration { place, schema, reason }
}
