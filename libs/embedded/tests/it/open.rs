//! Opening: alone, at the right version, with errors that name the file.

use std::error::Error;

use corners_embedded::{Database, Durability, EmbeddedError, Location, Schema};

use crate::support::{SCHEMA, insert, numbers, on_file};

fn open(path: &std::path::Path, schema: Schema) -> Result<Database, EmbeddedError> {
    Database::open(Location::File(path.to_owned()), schema, Durability::Full)
}

#[tokio::test]
async fn a_file_in_use_is_refused_by_its_name_until_it_is_closed() {
    let (folder, database) = on_file();
    let path = folder.path().join("test.db");
    let refused = open(&path, SCHEMA).unwrap_err();
    assert!(matches!(refused, EmbeddedError::InUse { .. }), "{refused:?}");
    assert!(refused.to_string().contains("test.db"), "{refused}");
    insert(&database, 1).await.unwrap();
    drop(database);
    assert_eq!(numbers(&open(&path, SCHEMA).unwrap()).await, [1]);
}

#[tokio::test]
async fn missing_migrations_run_once_and_keep_what_is_there() {
    const NEXT: Schema = Schema(&[
        "CREATE TABLE number (value INTEGER NOT NULL) STRICT",
        "ALTER TABLE number ADD COLUMN note TEXT NOT NULL DEFAULT 'old'",
    ]);
    let (folder, database) = on_file();
    insert(&database, 1).await.unwrap();
    drop(database);
    for _ in 0..2 {
        let migrated = open(&folder.path().join("test.db"), NEXT).unwrap();
        let note: String = migrated
            .read(|store| store.query_row("SELECT note FROM number WHERE value = 1", [], |row| row.get(0)))
            .await
            .unwrap();
        assert_eq!(note, "old");
    }
}

#[tokio::test]
async fn a_file_of_a_newer_program_is_refused() {
    let (folder, database) = on_file();
    drop(database);
    let refused = open(&folder.path().join("test.db"), Schema(&[])).unwrap_err();
    assert!(
        matches!(refused, EmbeddedError::NewerSchema { found: 1, known: 0, .. }),
        "{refused:?}"
    );
}

#[tokio::test]
async fn a_failed_migration_changes_nothing() {
    const BROKEN: Schema = Schema(&[
        "CREATE TABLE number (value INTEGER NOT NULL) STRICT",
        "CREATE TABLE extra (value INTEGER) STRICT; INSERT INTO nowhere VALUES (1)",
    ]);
    let (folder, database) = on_file();
    insert(&database, 1).await.unwrap();
    drop(database);
    let path = folder.path().join("test.db");
    let failed = open(&path, BROKEN).unwrap_err();
    assert!(
        matches!(failed, EmbeddedError::Migration { version: 2, .. }),
        "{failed:?}"
    );
    assert_eq!(numbers(&open(&path, SCHEMA).unwrap()).await, [1]);
}

#[test]
fn a_file_that_is_not_a_database_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.db");
    let letter = "Dear club, this is no database, though it is as long as a header. ".repeat(20);
    std::fs::write(&path, &letter).unwrap();
    let refused = open(&path, SCHEMA).unwrap_err();
    assert!(matches!(refused, EmbeddedError::Open { .. }), "{refused:?}");
    assert!(
        refused.to_string().contains("letter.db") && refused.source().is_some(),
        "{refused}"
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), letter);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("taken"), "").unwrap();
    let refused = open(&folder.path().join("taken/test.db"), SCHEMA).unwrap_err();
    assert!(matches!(refused, EmbeddedError::File { .. }), "{refused:?}");
    assert!(refused.to_string().contains("taken"), "{refused}");
}

#[cfg(unix)]
#[tokio::test]
async fn the_files_are_readable_by_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;

    let (folder, database) = on_file();
    insert(&database, 1).await.unwrap();
    for name in ["test.db", "test.db-wal", "test.db-shm"] {
        let mode = std::fs::metadata(folder.path().join(name))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[tokio::test]
async fn the_log_starts_over_under_a_steady_load_of_writes_and_reads() {
    const JOBS: u32 = 1600;
    const BYTES: u32 = 64 * 1024;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let schema = Schema(&["CREATE TABLE page (bytes BLOB NOT NULL) STRICT"]);
    let database = Database::open(Location::File(path), schema, Durability::Process).unwrap();
    for _ in 0..JOBS {
        let writing = database.write(|store| store.execute("INSERT INTO page VALUES (zeroblob(?1))", [BYTES]));
        let reading =
            database.read(|store| store.query_row("SELECT count(*) FROM page", [], |row| row.get::<_, i64>(0)));
        let (written, read) = tokio::join!(writing, reading);
        assert!(written.is_ok() && read.is_ok());
    }
    let log = std::fs::metadata(folder.path().join("test.db-wal")).unwrap().len();
    assert!(
        log < u64::from(JOBS) * u64::from(BYTES) * 2 / 3,
        "the log holds {log} bytes"
    );
}
