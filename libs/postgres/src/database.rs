//! The handle that stores hold.

use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::{Connection, PgConnection};
use tokio::time::{Instant, sleep, timeout_at};

use crate::check;
use crate::config::PostgresConfig;
use crate::connection::{Place, bounded, connect_options};
use crate::error::{ConnectError, PostgresFault, Reason};
use crate::health::Health;
use crate::migrate::migrate;
use crate::pool::{self, Lease, Pool};

/// The server ends a statement by itself when its time is over; who has not even heard that by then hears nothing.
const GRACE: Duration = Duration::from_millis(500);

/// How often a transaction is tried that loses against others.
const TRIES: u32 = 5;

/// The pause after the first try; it doubles with each.
const PAUSE: Duration = Duration::from_millis(5);

/// A Postgres database, and in it the schema of one service. Clones are handles to the same connections; the last one
/// dropped closes them.
///
/// Every call is answered within a bounded time, also while Postgres is away; what was not answered in time may still be
/// carried out. Nothing has to be done after an outage.
#[derive(Clone)]
pub struct Database {
    shared: Arc<Shared>,
}

struct Shared {
    place: Place,
    pool: Arc<Pool>,
    health: Health,
    longest_wait: Duration,
    longest_work: Duration,
}

impl Database {
    /// Connects, checks that the server is what stores need, and brings the schema up to date. Services that start at the
    /// same time wait for each other.
    ///
    /// `schema` is a name that needs no quotes; it is made if it is not there.
    ///
    /// # Errors
    /// One sentence that says what is wrong with Postgres or with the settings, and what to do.
    pub async fn connect(
        config: &PostgresConfig,
        schema: &'static str,
        migrator: &Migrator,
    ) -> Result<Self, ConnectError> {
        let options = connect_options(config, schema)?;
        let place = Place::of(&options);
        let mut connection = check::connect(&options, &place, config.acquire_timeout).await?;
        check::check(&mut connection, &place, config.max_connections).await?;
        migrate(&mut connection, &place, schema, migrator).await?;
        // It has answered all that matters.
        let _ = connection.close().await;
        let options = bounded(options, config.statement_timeout, config.lock_timeout);
        let pool = Pool::new(options, config.max_connections, config.acquire_timeout);
        Ok(Self {
            shared: Arc::new(Shared {
                health: Health::new(place.clone()),
                place,
                pool: Arc::new(pool),
                longest_wait: config.acquire_timeout,
                longest_work: config.statement_timeout + GRACE,
            }),
        })
    }

    /// Runs statements, each of which is a transaction of its own.
    ///
    /// # Errors
    /// [`PostgresFault::Unavailable`] when there was no answer in time, or the server does not take it now;
    /// [`PostgresFault::Failed`] when the work failed.
    pub async fn run<T>(
        &self,
        work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, PostgresFault> {
        let (mut lease, deadline) = self.begin().await?;
        let Some(connection) = lease.connection() else {
            return Err(gone());
        };
        let worked = timeout_at(deadline, work(connection)).await;
        self.end(lease, worked.map_err(|_| silent()).and_then(|worked| Ok(worked?)))
    }

    /// Runs statements in one transaction, which is committed when the work succeeds. When it loses against another
    /// transaction, it is undone and the work begins anew, some times at most: so work is something that can be cloned, which
    /// a closure can that changes nothing outside.
    ///
    /// # Errors
    /// As [`run`](Self::run); nothing is stored then, unless it is [`PostgresFault::Unavailable`], when that is not known.
    pub async fn transaction<T>(
        &self,
        work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error> + Clone,
    ) -> Result<T, PostgresFault> {
        let always = async |connection: &mut PgConnection| Ok(Ok(work(connection).await?));
        match self.transaction_unless::<T, Infallible>(always).await? {
            Ok(value) => Ok(value),
            Err(never) => match never {},
        }
    }

    /// Runs statements in one transaction, which is committed unless the work says that there is another answer: then it is
    /// undone. Otherwise like [`transaction`](Self::transaction).
    ///
    /// # Errors
    /// As [`transaction`](Self::transaction).
    pub async fn transaction_unless<T, U>(
        &self,
        work: impl AsyncFnOnce(&mut PgConnection) -> Result<Result<T, U>, sqlx::Error> + Clone,
    ) -> Result<Result<T, U>, PostgresFault> {
        let (mut lease, deadline) = self.begin().await?;
        let Some(connection) = lease.connection() else {
            return Err(gone());
        };
        let trying = async {
            let mut tries = 1;
            loop {
                let fault = match once(connection, work.clone()).await {
                    Ok(answer) => return Ok(answer),
                    Err(fault) => fault,
                };
                if !is_conflict(&fault) || tries == TRIES {
                    return Err(fault);
                }
                sleep(PAUSE * 2_u32.pow(tries - 1)).await;
                tries += 1;
            }
        };
        let tried = timeout_at(deadline, trying).await;
        self.end(lease, tried.unwrap_or_else(|_| Err(silent())))
    }

    /// Asks the server whether it is there.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub async fn ping(&self) -> Result<(), PostgresFault> {
        self.run(async |connection| connection.ping().await).await
    }

    async fn begin(&self) -> Result<(Lease, Instant), PostgresFault> {
        let shared = &self.shared;
        shared.health.admit(shared.longest_wait + shared.longest_work)?;
        match shared.pool.acquire().await {
            Ok(lease) => Ok((lease, Instant::now() + shared.longest_work)),
            Err(fault) => {
                let fault = shared.judge(fault);
                shared.note(&fault);
                Err(fault)
            }
        }
    }

    /// Gives the connection back, or away with it.
    fn end<T>(&self, lease: Lease, result: Result<T, PostgresFault>) -> Result<T, PostgresFault> {
        match &result {
            Ok(_) => {
                lease.finish();
                self.shared.health.succeeded();
            }
            Err(fault) => {
                if leads_nowhere(fault) {
                    lease.discard();
                } else {
                    drop(lease);
                }
                self.shared.note(fault);
            }
        }
        result
    }
}

impl Shared {
    /// Where calls are answered, a connection that is slow to open tells of a crowd and not of a server that is gone: it must
    /// not keep others from the connections that there are.
    fn judge(&self, fault: PostgresFault) -> PostgresFault {
        if fault == pool::not_opened() && self.health.has_answered_within(self.longest_wait) {
            let detail = "no new connection in time, while others are answered";
            return PostgresFault::unavailable(Reason::TimedOut, detail);
        }
        fault
    }

    fn note(&self, fault: &PostgresFault) {
        if leads_nowhere(fault) {
            self.pool.forget_idle();
        }
        self.health.failed(fault);
    }
}

async fn once<T, U>(
    connection: &mut PgConnection,
    work: impl AsyncFnOnce(&mut PgConnection) -> Result<Result<T, U>, sqlx::Error>,
) -> Result<Result<T, U>, PostgresFault> {
    let mut transaction = connection.begin().await?;
    match work(&mut transaction).await {
        Ok(Ok(value)) => {
            transaction.commit().await?;
            Ok(Ok(value))
        }
        Ok(Err(otherwise)) => {
            transaction.rollback().await?;
            Ok(Err(otherwise))
        }
        Err(error) => {
            // Where it fails the connection has, and the server undoes the transaction by itself.
            let _ = transaction.rollback().await;
            Err(error.into())
        }
    }
}

fn is_conflict(fault: &PostgresFault) -> bool {
    matches!(
        fault,
        PostgresFault::Unavailable {
            reason: Reason::Conflict,
            ..
        }
    )
}

/// Whether other connections to the same server are of no use either.
fn leads_nowhere(fault: &PostgresFault) -> bool {
    matches!(
        fault,
        PostgresFault::Unavailable {
            reason: Reason::Unreachable | Reason::ReadOnly,
            ..
        }
    )
}

fn silent() -> PostgresFault {
    PostgresFault::unavailable(Reason::Unreachable, "no answer in time")
}

fn gone() -> PostgresFault {
    PostgresFault::unavailable(Reason::Unreachable, "the connection is closed")
}

impl fmt::Debug for Database {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_tuple("Database")
            .field(&self.shared.place.to_string())
            .finish()
    }
}
