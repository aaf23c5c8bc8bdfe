//! The database in memory: everything runs inline, on one connection, in the order of the calls.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;

use crate::error::EmbeddedError;
use crate::isolate::{catch, execute, roll_back, run_in_savepoint};

/// One connection behind a lock; no thread, no queue, no waiting.
#[derive(Debug)]
pub(crate) struct MemoryStore {
    connection: Mutex<Connection>,
}

impl MemoryStore {
    pub(crate) fn new(connection: Connection) -> Self {
        MemoryStore {
            connection: Mutex::new(connection),
        }
    }

    pub(crate) fn write<R>(&self, job: impl FnOnce(&Connection) -> rusqlite::Result<R>) -> Result<R, EmbeddedError> {
        let connection = self.connection();
        execute(&connection, "BEGIN IMMEDIATE").map_err(commit_failed)?;
        let result = run_in_savepoint(&connection, job);
        if result.is_err() {
            roll_back(&connection);
            return result;
        }
        if let Err(error) = execute(&connection, "COMMIT") {
            roll_back(&connection);
            return Err(commit_failed(error));
        }
        result
    }

    pub(crate) fn read<R>(&self, job: impl FnOnce(&Connection) -> rusqlite::Result<R>) -> Result<R, EmbeddedError> {
        let connection = self.connection();
        // A job that writes where it should read fails here as it does on a file.
        execute(&connection, "PRAGMA query_only = ON")?;
        let result = catch(&connection, job);
        execute(&connection, "PRAGMA query_only = OFF")?;
        result
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // Jobs run inside a net for panics, so the lock is never poisoned by one.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn commit_failed(error: rusqlite::Error) -> EmbeddedError {
    EmbeddedError::Commit(Arc::new(error))
}
