//! Appends numbers to a database file for ever and prints each one once it is stored. The tests kill it.

use std::io::Write;
use std::path::PathBuf;

use corners_embedded::{Database, Durability, EmbeddedError, Location, Schema};

const SCHEMA: Schema = Schema(&["CREATE TABLE number (value INTEGER NOT NULL) STRICT"]);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = PathBuf::from(std::env::args_os().nth(1).ok_or("usage: append <database file>")?);
    let database = Database::open(Location::File(path), SCHEMA, Durability::Process)?;
    for value in 0_i64.. {
        append(&database, value).await?;
        let mut output = std::io::stdout().lock();
        writeln!(output, "{value}")?;
        output.flush()?;
    }
    Ok(())
}

async fn append(database: &Database, value: i64) -> Result<usize, EmbeddedError> {
    database
        .write(move |store| store.execute("INSERT INTO number VALUES (?1)", [value]))
        .await
}
