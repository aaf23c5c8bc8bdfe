//! Runs a command with a database that holds a service's schema: `with-database SCHEMA MIGRATIONS COMMAND...`. The command
//! finds it in `DATABASE_URL`; it goes when the command ends.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, bail};
use corners_test_postgres::Durability;
use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<ExitCode> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [schema, migrations, program, arguments @ ..] = &words[..] else {
        bail!("expected: with-database SCHEMA MIGRATIONS COMMAND...");
    };
    let server = corners_test_postgres::Server::start(Durability::Unsynced).await?;
    let place = server.database().await?;
    let mut connection = PgConnection::connect(&place.url()).await?;
    let make = format!("CREATE SCHEMA {schema}; SET search_path = {schema}");
    sqlx::raw_sql(AssertSqlSafe(make)).execute(&mut connection).await?;
    let migrator = Migrator::new(Path::new(migrations)).await?;
    migrator.run(&mut connection).await.context("cannot migrate")?;
    connection.close().await?;

    let url = format!("{}?options=-csearch_path%3D{schema}", place.url());
    let running = Command::new(program).args(arguments).env("DATABASE_URL", url).status();
    let ended = running.with_context(|| format!("cannot run {program}"))?;
    Ok(if ended.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
