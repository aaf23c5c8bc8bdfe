//! The connections: never more than so many, made when they are needed, kept for the next call.
//!
//! The driver has a pool too. This one is smaller and stricter: a server that refuses is reported at once instead of after
//! the whole wait, nothing waits for a connection that no longer answers, and no call pays a round trip for testing one
//! that has just been used.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, PgConnection};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout, timeout_at};

use crate::error::{PostgresFault, Reason};

/// One that has been idle for longer is asked whether it is there before it is used.
const TRUSTED: Duration = Duration::from_secs(1);

/// One that has been open for longer is not used again: names may point elsewhere by now.
const LIFE: Duration = Duration::from_secs(30 * 60);

/// How long one may take to become usable again after a call that was given up.
const RECOVERY: Duration = Duration::from_millis(500);

/// The connections to a database.
#[derive(Debug)]
pub(crate) struct Pool {
    options: PgConnectOptions,
    acquire_timeout: Duration,
    permits: Arc<Semaphore>,
    idle: Mutex<Vec<Idle>>,
}

#[derive(Debug)]
struct Idle {
    connection: PgConnection,
    opened: Instant,
    since: Instant,
}

impl Pool {
    pub(crate) fn new(options: PgConnectOptions, most: u32, acquire_timeout: Duration) -> Self {
        Self {
            options,
            acquire_timeout,
            permits: Arc::new(Semaphore::new(usize::try_from(most).unwrap_or(1))),
            idle: Mutex::default(),
        }
    }

    /// A connection that can be used, for one call.
    pub(crate) async fn acquire(self: &Arc<Self>) -> Result<Lease, PostgresFault> {
        let deadline = Instant::now() + self.acquire_timeout;
        let waiting = Arc::clone(&self.permits).acquire_owned();
        let Ok(Ok(permit)) = timeout_at(deadline, waiting).await else {
            let detail = "all connections are in use; raise postgres.max_connections if it stays so";
            return Err(PostgresFault::unavailable(Reason::TimedOut, detail));
        };
        let (connection, opened) = match self.take_idle(deadline).await {
            Some(found) => found,
            None => (self.open(deadline).await?, Instant::now()),
        };
        Ok(Lease {
            pool: Arc::clone(self),
            connection: Some(connection),
            opened,
            is_clean: false,
            permit: Some(permit),
        })
    }

    /// Forgets the idle connections: they lead to where nobody is, or to where no writes are taken.
    pub(crate) fn forget_idle(&self) {
        self.idle().clear();
    }

    async fn take_idle(&self, deadline: Instant) -> Option<(PgConnection, Instant)> {
        loop {
            // The one that was used last: what is not needed grows old and goes.
            let mut found = self.idle().pop()?;
            if found.opened.elapsed() > LIFE {
                continue;
            }
            if found.since.elapsed() < TRUSTED {
                return Some((found.connection, found.opened));
            }
            let answered = timeout_at(deadline, found.connection.ping()).await;
            if matches!(answered, Ok(Ok(()))) {
                return Some((found.connection, found.opened));
            }
        }
    }

    async fn open(&self, deadline: Instant) -> Result<PgConnection, PostgresFault> {
        let connecting = PgConnection::connect_with(&self.options);
        match timeout_at(deadline, connecting).await {
            Ok(connected) => Ok(connected?),
            Err(_) => Err(not_opened()),
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// There was no connection in time.
pub(crate) fn not_opened() -> PostgresFault {
    PostgresFault::unavailable(Reason::Unreachable, "no connection could be opened in time")
}

/// A connection for one call. It goes back to the pool when that is over.
#[derive(Debug)]
pub(crate) struct Lease {
    pool: Arc<Pool>,
    connection: Option<PgConnection>,
    opened: Instant,
    is_clean: bool,
    permit: Option<OwnedSemaphorePermit>,
}

impl Lease {
    /// The server has answered everything, and no transaction is open.
    pub(crate) fn finish(mut self) {
        self.is_clean = true;
    }

    /// Closes the connection without a word.
    pub(crate) fn discard(mut self) {
        self.connection = None;
    }

    /// The connection.
    pub(crate) fn connection(&mut self) -> Option<&mut PgConnection> {
        self.connection.as_mut()
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let (Some(mut connection), Some(permit)) = (self.connection.take(), self.permit.take()) else {
            return;
        };
        let (pool, opened) = (Arc::clone(&self.pool), self.opened);
        if self.is_clean {
            return put_back(&pool, connection, opened, permit);
        }
        // The call was given up by its caller, in the middle of an answer or of a transaction. What is still to come of it
        // is read and thrown away, and the connection counts meanwhile.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move {
                let recovered = timeout(RECOVERY, connection.ping()).await;
                if matches!(recovered, Ok(Ok(()))) {
                    put_back(&pool, connection, opened, permit);
                }
            });
        }
    }
}

/// Back to the idle ones first, so that whoever gets the permit finds it.
fn put_back(pool: &Pool, connection: PgConnection, opened: Instant, permit: OwnedSemaphorePermit) {
    let since = Instant::now();
    pool.idle().push(Idle {
        connection,
        opened,
        since,
    });
    drop(permit);
}
