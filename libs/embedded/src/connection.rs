//! Opening the file, and the settings of every connection.

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::database::Durability;
use crate::error::EmbeddedError;

/// Readers and the writer of a WAL file hardly ever wait for each other; this is the bound for when they do.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// What a log that starts over may keep of its file.
const LONGEST_LOG_BYTES: u32 = 64 * 1024 * 1024;

/// A store has a few dozen statements; all of them stay prepared.
const PREPARED_STATEMENTS: usize = 128;

/// Makes the folder, and answers the one path by which this database is known, so that two names of it share a lock.
pub(crate) fn prepare_folder(path: &Path) -> Result<PathBuf, EmbeddedError> {
    let folder = folder_of(path);
    fs::create_dir_all(folder).map_err(|source| failed("make the folder", folder, source))?;
    if path.exists() {
        return fs::canonicalize(path).map_err(|source| failed("resolve", path, source));
    }
    let folder = fs::canonicalize(folder).map_err(|source| failed("resolve", folder, source))?;
    Ok(folder.join(path.file_name().unwrap_or_default()))
}

/// Makes the file, readable by its owner only; SQLite gives its companion files the same mode. Only under the lock:
/// closing a handle drops the locks that this process has on the file.
pub(crate) fn prepare_file(path: &Path) -> Result<(), EmbeddedError> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
        .open(path)
        .map(drop)
        .map_err(|source| failed("open", path, source))
}

/// Makes the existence of new files durable: SQLite syncs their content, the folder is ours.
pub(crate) fn sync_folder(path: &Path) -> Result<(), EmbeddedError> {
    let folder = folder_of(path);
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(|source| failed("sync the folder", folder, source))
}

/// Opens the connection that writes.
pub(crate) fn open_writer(path: &Path, durability: Durability) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    configure(&connection)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // Not inside of commits: see `checkpoint`. What a burst has made the log too long by is cut off when it starts over.
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    connection.pragma_update(None, "journal_size_limit", LONGEST_LOG_BYTES)?;
    match durability {
        Durability::Full => {
            connection.pragma_update(None, "synchronous", "FULL")?;
            // Where fsync alone does not reach the disk (macOS); nothing elsewhere.
            connection.pragma_update(None, "fullfsync", true)?;
        }
        Durability::Process => connection.pragma_update(None, "synchronous", "NORMAL")?,
    }
    Ok(connection)
}

/// Opens a connection that only reads.
pub(crate) fn open_reader(path: &Path) -> rusqlite::Result<Connection> {
    // Read-write at the level of the file, since a reader of a WAL file takes part in its shared index.
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    configure(&connection)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// Opens a database that lives and dies with its connection.
pub(crate) fn open_memory() -> rusqlite::Result<Connection> {
    let connection = Connection::open_in_memory()?;
    configure(&connection)?;
    Ok(connection)
}

fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(PREPARED_STATEMENTS);
    connection.pragma_update(None, "foreign_keys", true)?;
    // The journal of the savepoints, too, lives in temporary storage.
    connection.pragma_update(None, "temp_store", "MEMORY")
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn failed(attempt: &'static str, path: &Path, source: std::io::Error) -> EmbeddedError {
    EmbeddedError::File {
        attempt,
        path: path.to_owned(),
        source,
    }
}
