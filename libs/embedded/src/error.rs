//! What can go wrong with an embedded store.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

use rusqlite::ErrorCode;
use rusqlite::types::Type;

/// Why an embedded store could not be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum EmbeddedError {
    /// Another process (or another part of this one) has the file open.
    #[error(
        "cannot open {path}: it is in use by another process; stop the one that runs on this data folder, or give this \
         one a data folder of its own"
    )]
    InUse {
        /// The database file.
        path: PathBuf,
    },
    /// The folder, the lock file or the database file could not be made or opened.
    #[error("cannot {attempt} {path}; check that the folder exists, is writable and has room")]
    File {
        /// What was attempted, as in "cannot ... the file".
        attempt: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// SQLite could not open the file: it is damaged or not a database.
    #[error("cannot open {path} as a database; restore it from a backup or move it away to start with an empty one")]
    Open {
        /// The database file.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// The file was written by a newer version of the program.
    #[error(
        "cannot open {path}: its schema has version {found} and this program knows versions up to {known}; run the newer \
         program, or restore a backup made before the upgrade"
    )]
    NewerSchema {
        /// The database file.
        path: PathBuf,
        /// The version in the file.
        found: u32,
        /// The newest version that this program knows.
        known: u32,
    },
    /// A migration failed; the file is as it was before.
    #[error("cannot migrate {path} to schema version {version}; nothing was changed")]
    Migration {
        /// The database file.
        path: PathBuf,
        /// The version that the failed migration leads to, from 1.
        version: u32,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// The job itself failed; it changed nothing.
    #[error("the store refused the statement: {0}")]
    Job(#[from] rusqlite::Error),
    /// The job panicked; it changed nothing.
    #[error("the job panicked; nothing of it was stored")]
    JobPanicked,
    /// The transaction that the job was in could not be begun or committed; nothing of it is stored.
    #[error("cannot commit to the store: {0}")]
    Commit(Arc<rusqlite::Error>),
    /// A job of the same transaction ended the transaction (a full disk, or a job that ran COMMIT or ROLLBACK).
    #[error("the transaction was rolled back while the job was in it; nothing of it was stored")]
    TransactionLost,
    /// The store's thread is gone, so it is not known whether the job was stored.
    #[error("the store is closed; whether the job was stored is not known")]
    Closed,
}

impl EmbeddedError {
    /// Whether the store refused the job for what it is, and would do so again: not for what is wrong with the store.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        match self {
            Self::Job(rusqlite::Error::SqliteFailure(failure, _)) => {
                matches!(failure.code, ErrorCode::ConstraintViolation | ErrorCode::TooBig)
            }
            // A stored value that cannot be read.
            Self::Job(rusqlite::Error::FromSqlConversionFailure(..)) => true,
            _ => false,
        }
    }
}

/// A stored text that cannot be read, as the error of a statement.
pub fn damaged(column: usize, error: impl Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
}
