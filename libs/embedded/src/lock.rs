//! One process per file.
//!
//! SQLite would let a second process in, and two authorities on one file would each believe their own caches. The lock is
//! on a file of its own beside the database: closing any handle on the database file itself would drop the locks that
//! SQLite keeps there.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use crate::error::EmbeddedError;

/// Held as long as the database is open; the operating system releases it however the process ends.
#[derive(Debug)]
pub(crate) struct FileLock {
    _file: File,
}

impl FileLock {
    /// Takes the lock of the database at `path`, or says that somebody else has it.
    pub(crate) fn acquire(path: &Path) -> Result<FileLock, EmbeddedError> {
        let lock_path = lock_path(path);
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&lock_path)
            .map_err(|source| EmbeddedError::File {
                attempt: "open the lock file",
                path: lock_path.clone(),
                source,
            })?;
        match file.try_lock() {
            Ok(()) => Ok(FileLock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(EmbeddedError::InUse { path: path.to_owned() }),
            Err(TryLockError::Error(source)) => Err(EmbeddedError::File {
                attempt: "lock",
                path: lock_path,
                source,
            }),
        }
    }
}

fn lock_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}
