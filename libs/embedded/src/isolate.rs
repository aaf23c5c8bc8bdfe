//! Runs one job so that whatever it does, the others of its transaction are not harmed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rusqlite::Connection;

use crate::error::EmbeddedError;

/// Runs a writing job in a savepoint: it is kept whole or undone whole.
///
/// Must be called inside a transaction. When the transaction is gone afterwards (see [`rusqlite::Connection::is_autocommit`]),
/// nothing of any job in it is stored.
pub(crate) fn run_in_savepoint<R>(
    connection: &Connection,
    job: impl FnOnce(&Connection) -> rusqlite::Result<R>,
) -> Result<R, EmbeddedError> {
    execute(connection, "SAVEPOINT job")?;
    let result = catch(connection, job);
    if connection.is_autocommit() {
        return Err(EmbeddedError::TransactionLost);
    }
    if result.is_err() && execute(connection, "ROLLBACK TO job").is_err() {
        // What cannot be undone alone is undone with everything else.
        roll_back(connection);
        return Err(EmbeddedError::TransactionLost);
    }
    execute(connection, "RELEASE job")?;
    result
}

/// Runs a job and turns a panic into an error.
pub(crate) fn catch<R>(
    connection: &Connection,
    job: impl FnOnce(&Connection) -> rusqlite::Result<R>,
) -> Result<R, EmbeddedError> {
    // A connection has no invariants that a panic between two calls could break: the savepoint undoes the rest.
    match catch_unwind(AssertUnwindSafe(|| job(connection))) {
        Ok(result) => result.map_err(EmbeddedError::Job),
        Err(_) => Err(EmbeddedError::JobPanicked),
    }
}

/// Runs a statement without parameters or rows, prepared once per connection.
pub(crate) fn execute(connection: &Connection, statement: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(statement)?.execute([]).map(drop)
}

/// Ends a transaction that did not commit, if there still is one.
pub(crate) fn roll_back(connection: &Connection) {
    if !connection.is_autocommit() {
        // Fails only if SQLite has just rolled back by itself, which is what is wanted.
        let _ = execute(connection, "ROLLBACK");
    }
}
