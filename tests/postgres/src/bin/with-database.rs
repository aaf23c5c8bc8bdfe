//! Runs a command with a database that holds the schemas of services: `with-database SCHEMA MIGRATIONS... -- COMMAND...`.
//! The command finds it in `DATABASE_URL`, where names are looked for in the schemas, in this order; it goes when the command
//! ends.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, bail};
use corners_test_postgres::Durability;
use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<ExitCode> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut parts = words.splitn(2, |word| word == "--");
    let (Some(schemas), Some([program, arguments @ ..])) = (parts.next(), parts.next()) else {
        bail!("expected: with-database SCHEMA MIGRATIONS... -- COMMAND...");
    };
    let server = corners_test_postgres::Server::start(Durability::Unsynced).await?;
    let place = server.database().await?;
    let mut connection = PgConnection::connect(&place.url()).await?;
    let mut path = Vec::new();
    for pair in schemas.chunks(2) {
        let [schema, migrations] = pair else {
            bail!("the schema {pair:?} has no migrations");
        };
        let make = format!("CREATE SCHEMA {schema}; SET search_path = {schema}");
        sqlx::raw_sql(AssertSqlSafe(make)).execute(&mut connection).await?;
        let migrator = Migrator::new(Path::new(migrations)).await?;
        migrator.run(&mut connection).await.context("cannot migrate")?;
        path.push(schema.as_str());
    }
    connection.close().await?;

    let url = format!("{}?options=-csearch_path%3D{}", place.url(), path.join("%2C"));
    let running = Command::new(program).args(arguments).env("DATABASE_URL", url).status();
    let ended = running.with_context(|| format!("cannot run {program}"))?;
    Ok(if ended.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
