//! A few connections that read, each a consistent snapshot, beside the writer.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use tokio::sync::Semaphore;

use crate::connection;
use crate::error::EmbeddedError;
use crate::isolate::{catch, execute, roll_back};

/// Reads are short; more connections than this only fight over the cores of a small machine.
const READERS: usize = 4;

/// The pool of readers. A read that finds none free waits for one.
#[derive(Debug)]
pub(crate) struct Readers {
    free: Mutex<Vec<Connection>>,
    permits: Arc<Semaphore>,
}

impl Readers {
    pub(crate) fn open(path: &Path) -> rusqlite::Result<Self> {
        let connections = (0..READERS)
            .map(|_| connection::open_reader(path))
            .collect::<rusqlite::Result<Vec<_>>>()?;
        Ok(Readers {
            free: Mutex::new(connections),
            permits: Arc::new(Semaphore::new(READERS)),
        })
    }

    /// Runs `job` on a thread for blocking work: a page that is not in memory must not hold up the runtime.
    pub(crate) async fn read<R: Send + 'static>(
        self: &Arc<Self>,
        job: impl FnOnce(&Connection) -> rusqlite::Result<R> + Send + 'static,
    ) -> Result<R, EmbeddedError> {
        let permit = Arc::clone(&self.permits)
            .acquire_owned()
            .await
            .map_err(|_| EmbeddedError::Closed)?;
        let readers = Arc::clone(self);
        let read = tokio::task::spawn_blocking(move || {
            let connection = readers.take().ok_or(EmbeddedError::Closed)?;
            let result = read_snapshot(&connection, job);
            readers.put_back(connection);
            // Only now may the next one look for a free connection.
            drop(permit);
            result
        });
        read.await.map_err(|_| EmbeddedError::Closed)?
    }

    fn take(&self) -> Option<Connection> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn put_back(&self, connection: Connection) {
        self.free
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(connection);
    }
}

fn read_snapshot<R>(
    connection: &Connection,
    job: impl FnOnce(&Connection) -> rusqlite::Result<R>,
) -> Result<R, EmbeddedError> {
    execute(connection, "BEGIN DEFERRED")?;
    let result = catch(connection, job);
    roll_back(connection);
    result
}
