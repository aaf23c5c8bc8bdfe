//! Ports that nobody else takes.
//!
//! A port that the system chooses can be taken by somebody else once its server is killed. So ports are below those that
//! the system chooses from, and each is locked, by a lock on a file, as long as its server may come back.

use std::fs::{self, File};
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU16, Ordering};

use crate::error::TestPostgresError;

/// Above those of corners-test-redis, below the system's.
const FIRST: u16 = 30_200;
const COUNT: u16 = 2_500;

/// A port that is ours as long as this is held.
#[derive(Debug)]
pub(crate) struct Port {
    pub(crate) number: u16,
    _lock: File,
}

impl Port {
    /// Finds a port that is free.
    pub(crate) fn reserve() -> Result<Self, TestPostgresError> {
        static NEXT: AtomicU16 = AtomicU16::new(0);
        let folder = folder();
        fs::create_dir_all(&folder).map_err(TestPostgresError::system("make the folder of port locks"))?;
        // Processes of the same test run begin at different places.
        let begin = u16::try_from(std::process::id() % u32::from(COUNT)).unwrap_or(0);
        for _ in 0..COUNT {
            let offset = NEXT.fetch_add(1, Ordering::Relaxed) % COUNT;
            let number = FIRST + (begin + offset) % COUNT;
            let lock =
                File::create(folder.join(number.to_string())).map_err(TestPostgresError::system("lock a port"))?;
            if lock.try_lock().is_ok() && is_free(number) {
                return Ok(Self { number, _lock: lock });
            }
        }
        Err(TestPostgresError::NeverCame("a free port"))
    }
}

fn is_free(port: u16) -> bool {
    TcpListener::bind(("127.0.0.1", port)).is_ok()
}

fn folder() -> PathBuf {
    std::env::temp_dir().join("corners-test-postgres-ports")
}
