//! The handle that stores hold.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::Connection;

use crate::checkpoint::Checkpointer;
use crate::connection;
use crate::error::EmbeddedError;
use crate::lock::FileLock;
use crate::memory::MemoryStore;
use crate::readers::Readers;
use crate::schema::Schema;
use crate::writer::Writer;

/// What an answered write survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Durability {
    /// A power cut: the file is synced before the answer.
    #[default]
    Full,
    /// The end of the process, however violent (`kill -9`), but not a power cut, which may take the last seconds. The
    /// file stays sound either way.
    Process,
}

/// Where the database lives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// In this file; it and its folder are made if they do not exist.
    File(PathBuf),
    /// In memory, gone with the last handle. Calls run inline, one after the other, without a thread.
    Memory,
}

/// An open database. Clones are handles to the same one; the last one dropped closes it, once the writes that were
/// queued are done.
#[derive(Debug, Clone)]
pub struct Database {
    store: Arc<Store>,
}

#[derive(Debug)]
enum Store {
    /// The readers are closed first, so that the last connection is the writer's, which still holds the lock.
    File {
        readers: Arc<Readers>,
        writer: Writer,
    },
    Memory(MemoryStore),
}

impl Database {
    /// Opens the database, alone, and brings its schema up to date.
    ///
    /// # Errors
    ///
    /// [`EmbeddedError::InUse`] when somebody else has the file open, [`EmbeddedError::NewerSchema`] when a newer program
    /// wrote it, [`EmbeddedError::File`], [`EmbeddedError::Open`] and [`EmbeddedError::Migration`] when the file cannot
    /// be made, read or migrated.
    pub fn open(location: Location, schema: Schema, durability: Durability) -> Result<Database, EmbeddedError> {
        let store = match location {
            Location::File(path) => open_file(&path, schema, durability)?,
            Location::Memory => {
                let mut connection = connection::open_memory()?;
                schema.migrate(&mut connection, Path::new(":memory:"))?;
                Store::Memory(MemoryStore::new(connection))
            }
        };
        Ok(Database { store: Arc::new(store) })
    }

    /// Runs `job` in a transaction and answers once what it wrote is as durable as asked.
    ///
    /// Jobs that wait at the same time share a transaction, in the order of their calls, and see each other's writes. A
    /// job that fails or panics is undone alone. Keep jobs short, and let them answer a refusal as a value: every job
    /// waits for those before it. Dropping the future does not undo a job that is already queued.
    ///
    /// # Errors
    ///
    /// [`EmbeddedError::Job`] and [`EmbeddedError::JobPanicked`] when the job failed, [`EmbeddedError::Commit`] and
    /// [`EmbeddedError::TransactionLost`] when its transaction did (a full disk): in all four nothing of it is stored.
    /// [`EmbeddedError::Closed`] when the writer is gone.
    pub async fn write<R: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<R> + Send + 'static,
    ) -> Result<R, EmbeddedError> {
        match &*self.store {
            Store::File { writer, .. } => writer.write(job).await,
            Store::Memory(memory) => memory.write(job),
        }
    }

    /// Runs `job` on one consistent snapshot, which holds every write answered before the call. Keep it short: there are
    /// few readers. The job cannot write.
    ///
    /// # Errors
    ///
    /// [`EmbeddedError::Job`] and [`EmbeddedError::JobPanicked`] when the job failed.
    pub async fn read<R: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<R> + Send + 'static,
    ) -> Result<R, EmbeddedError> {
        match &*self.store {
            Store::File { readers, .. } => readers.read(job).await,
            Store::Memory(memory) => memory.read(job),
        }
    }
}

fn open_file(path: &Path, schema: Schema, durability: Durability) -> Result<Store, EmbeddedError> {
    let path = connection::prepare_folder(path)?;
    let lock = FileLock::acquire(&path)?;
    connection::prepare_file(&path)?;
    let unreadable = |source| EmbeddedError::Open {
        path: path.clone(),
        source,
    };
    let mut connection = connection::open_writer(&path, durability).map_err(unreadable)?;
    schema.migrate(&mut connection, &path)?;
    let readers = Readers::open(&path).map_err(unreadable)?;
    connection::sync_folder(&path)?;
    let no_thread = |source| EmbeddedError::File {
        attempt: "start the threads of",
        path: path.clone(),
        source,
    };
    let checkpointer = Checkpointer::start(&path, durability)
        .map_err(unreadable)?
        .map_err(no_thread)?;
    let writer = Writer::start(connection, checkpointer, lock).map_err(no_thread)?;
    Ok(Store::File {
        readers: Arc::new(readers),
        writer,
    })
}
