//! Carrying the write-ahead log over into the database file, beside the writer.
//!
//! SQLite would do it inside the commit that makes the log long, and whoever waits for that commit would wait for two
//! more fsyncs and a thousand pages. A thread of its own does it instead, while the writer goes on. The log can only
//! start over when all of it has been carried over, which the thread never quite manages while there are new writes; so
//! once the log is long, the writer itself carries over the few pages that are left after the thread.

use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use rusqlite::Connection;

use crate::connection;
use crate::database::Durability;

/// Pages (of 4 KiB) in the log between two rounds of the thread.
const DUE: u32 = 1000;

/// From here on the writer helps, so that the log can start over.
const LONG: u32 = 4000;

/// From here on the writer does what the thread has not done.
const TOO_LONG: u32 = 8000;

thread_local! {
    /// Pages in the log after the last commit on this thread, which has one connection.
    static LOG_PAGES: Cell<u32> = const { Cell::new(0) };
}

/// The writer's end of the thread.
pub(crate) struct Checkpointer {
    wake: Option<SyncSender<()>>,
    caught_up: Arc<AtomicBool>,
    next_round: u32,
    thread: Option<JoinHandle<()>>,
}

impl Checkpointer {
    /// Starts the thread for the database at `path`.
    pub(crate) fn start(path: &Path, durability: Durability) -> rusqlite::Result<std::io::Result<Self>> {
        let connection = connection::open_writer(path, durability)?;
        let (wake, woken) = sync_channel(1);
        let caught_up = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&caught_up);
        let thread = thread::Builder::new()
            .name("embedded-checkpoints".to_owned())
            .spawn(move || checkpoint_when_woken(&connection, &woken, &told));
        Ok(thread.map(|thread| Self {
            wake: Some(wake),
            caught_up,
            next_round: DUE,
            thread: Some(thread),
        }))
    }

    /// Looks at the log after a commit of the writer, on the writer's thread.
    pub(crate) fn after_commit(&mut self, writer: &Connection) {
        let pages = LOG_PAGES.get();
        if pages < DUE {
            self.next_round = DUE;
            return;
        }
        if (pages >= LONG && self.caught_up.swap(false, Ordering::Relaxed)) || pages >= TOO_LONG {
            carry_over(writer);
        }
        if pages >= self.next_round {
            self.next_round = pages + DUE;
            if let Some(wake) = &self.wake {
                // If it is at work already, that is the round.
                let _ = wake.try_send(());
            }
        }
    }
}

impl Drop for Checkpointer {
    fn drop(&mut self) {
        self.wake = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Makes commits on this connection, which must be the only one of its thread, tell how long the log is.
pub(crate) fn watch_log(writer: &Connection) {
    writer.wal_hook(Some(|_, pages| {
        LOG_PAGES.set(u32::try_from(pages).unwrap_or(0));
        Ok(())
    }));
}

fn checkpoint_when_woken(connection: &Connection, woken: &Receiver<()>, caught_up: &AtomicBool) {
    while woken.recv().is_ok() {
        carry_over(connection);
        caught_up.store(true, Ordering::Relaxed);
    }
}

/// Carries over as much as can be without waiting for anybody. If it fails (a full disk), the log keeps what it has, and
/// the next round tries again.
fn carry_over(connection: &Connection) {
    let _ = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
}
