//! The one thread that writes, and its group commit.
//!
//! An fsync costs far more than the statements of a job. While one runs, the jobs that arrive queue up; then all of them
//! share the next transaction and its fsync, and each is answered once that is done. A lone job waits for nobody.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use crate::checkpoint::{Checkpointer, watch_log};
use crate::error::EmbeddedError;
use crate::isolate::{execute, roll_back, run_in_savepoint};
use crate::lock::FileLock;

/// Jobs that may wait for the writer; a caller that finds the queue full waits for room.
const QUEUE: usize = 1024;

/// Jobs that share one transaction at most, so that no caller waits for a whole queue's statements.
const BATCH: usize = 256;

/// What a job leaves behind to be told once it is known whether its transaction was committed.
type Reply = Box<dyn FnOnce(Result<(), EmbeddedError>)>;

/// A job with its type and its caller hidden. It is given the connection inside a transaction, or why there is none.
type Job = Box<dyn FnOnce(Result<&Connection, EmbeddedError>) -> Reply + Send>;

/// The handle to the writer's thread. Dropping it lets the queued jobs finish, then closes the file.
#[derive(Debug)]
pub(crate) struct Writer {
    queue: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread; `lock` is released when it ends.
    pub(crate) fn start(
        connection: Connection,
        mut checkpointer: Checkpointer,
        lock: FileLock,
    ) -> std::io::Result<Self> {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let thread = thread::Builder::new()
            .name("embedded-writer".to_owned())
            .spawn(move || {
                watch_log(&connection);
                write_until_closed(&connection, &mut checkpointer, jobs);
                drop(checkpointer);
                drop(connection);
                drop(lock);
            })?;
        Ok(Writer {
            queue: Some(queue),
            thread: Some(thread),
        })
    }

    /// Runs `job` and answers once its transaction is committed. A caller that goes away while it waits for room has
    /// changed nothing; later its job runs all the same.
    pub(crate) async fn write<R: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<R> + Send + 'static,
    ) -> Result<R, EmbeddedError> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |transaction| {
            let result = transaction.and_then(|connection| run_in_savepoint(connection, job));
            // A caller that went away does not want to know.
            Box::new(move |committed| drop(answer.send(committed.and(result))))
        });
        let queue = self.queue.as_ref().ok_or(EmbeddedError::Closed)?;
        queue.send(job).await.map_err(|_| EmbeddedError::Closed)?;
        answered.await.map_err(|_| EmbeddedError::Closed)?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take()
            // The last handle may have been inside a job.
            && thread.thread().id() != thread::current().id()
        {
            // So that who opens the file again finds it closed. A panic of the thread was its jobs' business.
            let _ = thread.join();
        }
    }
}

fn write_until_closed(connection: &Connection, checkpointer: &mut Checkpointer, mut jobs: mpsc::Receiver<Job>) {
    while let Some(first) = jobs.blocking_recv() {
        let mut replies = Vec::new();
        let committed = write_batch(connection, first, &mut jobs, &mut replies);
        for reply in replies {
            reply(committed.clone().map_err(BatchFailure::into_error));
        }
        checkpointer.after_commit(connection);
    }
}

/// Why nothing of a batch was stored.
#[derive(Debug, Clone)]
enum BatchFailure {
    Statement(Arc<rusqlite::Error>),
    TransactionLost,
}

impl BatchFailure {
    fn into_error(self) -> EmbeddedError {
        match self {
            BatchFailure::Statement(error) => EmbeddedError::Commit(error),
            BatchFailure::TransactionLost => EmbeddedError::TransactionLost,
        }
    }
}

/// Runs the first job and those waiting behind it in one transaction.
fn write_batch(
    connection: &Connection,
    first: Job,
    jobs: &mut mpsc::Receiver<Job>,
    replies: &mut Vec<Reply>,
) -> Result<(), BatchFailure> {
    if let Err(error) = execute(connection, "BEGIN IMMEDIATE") {
        let failure = BatchFailure::Statement(Arc::new(error));
        replies.push(first(Err(failure.clone().into_error())));
        return Err(failure);
    }
    replies.push(first(Ok(connection)));
    while replies.len() < BATCH && !connection.is_autocommit() {
        match jobs.try_recv() {
            Ok(job) => replies.push(job(Ok(connection))),
            Err(_) => break,
        }
    }
    if connection.is_autocommit() {
        return Err(BatchFailure::TransactionLost);
    }
    execute(connection, "COMMIT").map_err(|error| {
        roll_back(connection);
        BatchFailure::Statement(Arc::new(error))
    })
}
