//! Databases to test with.

use corners_embedded::{Database, Durability, EmbeddedError, Location, Schema};
use tempfile::TempDir;

pub const SCHEMA: Schema = Schema(&["CREATE TABLE number (value INTEGER NOT NULL) STRICT"]);

/// A database on a file, and the folder that goes when the test ends.
pub fn on_file() -> (TempDir, Database) {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::open(Location::File(folder.path().join("test.db")), SCHEMA, Durability::Full).unwrap();
    (folder, database)
}

pub fn in_memory() -> Database {
    Database::open(Location::Memory, SCHEMA, Durability::Full).unwrap()
}

pub async fn insert(database: &Database, value: i64) -> Result<usize, EmbeddedError> {
    database
        .write(move |store| store.execute("INSERT INTO number VALUES (?1)", [value]))
        .await
}

pub async fn numbers(database: &Database) -> Vec<i64> {
    database
        .read(|store| {
            store
                .prepare_cached("SELECT value FROM number ORDER BY rowid")?
                .query_map([], |row| row.get(0))?
                .collect()
        })
        .await
        .unwrap()
}
