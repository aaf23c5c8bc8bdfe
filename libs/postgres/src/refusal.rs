//! What is wrong with a call, told from what is wrong with the database.

use std::error::Error as StdError;

use sqlx::{Error, Executor, PgConnection};

use crate::database::Database;
use crate::error::{PostgresFault, words};

/// What a transaction says first whose statements are to be led by indexes, as far as these are read, whatever Postgres
/// believes about the tables: what it believed of a table when it was empty, or of one player among thousands, must not make
/// it read all of one that is large. A plan is made once.
pub const LED_BY_INDEXES: &str = "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; \
                                  SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL jit = off; \
                                  SET LOCAL plan_cache_mode = force_generic_plan";

/// What it says next whose statements are to read, in the order of an index, no more than they answer.
pub const SORTED_BY_INDEXES: &str = "SET LOCAL enable_sort = off; SET LOCAL enable_incremental_sort = off";

/// What a transaction that only reads says first, so that all its statements see the same.
pub const ONE_SNAPSHOT: &str = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// The database refuses a call for what it is: it would do so again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("postgres refuses it: {0}")]
pub struct Refusal(String);

/// A stored value that cannot be read, as the error of a query.
pub fn damaged(error: impl StdError + Send + Sync + 'static) -> Error {
    Error::Decode(Box::new(error))
}

impl Database {
    /// Runs statements, each of which is a transaction of its own, and tells what is refused for what it is.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub async fn run_unless_refused<T>(
        &self,
        work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, Error>,
    ) -> Result<Result<T, Refusal>, PostgresFault> {
        let run = async |connection: &mut PgConnection| refusal(work(connection).await);
        self.run(run).await
    }

    /// Does all of something in one transaction, or nothing, and tells what is refused for what it is.
    ///
    /// # Errors
    /// As [`transaction`](Self::transaction).
    pub async fn transaction_unless_refused<T>(
        &self,
        work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, Error> + Clone,
    ) -> Result<Result<T, Refusal>, PostgresFault> {
        let work = async |connection: &mut PgConnection| {
            let done = async {
                let done = work(&mut *connection).await?;
                // What is to be checked at the commit is checked now, when it is known what was refused.
                connection.execute("SET CONSTRAINTS ALL IMMEDIATE").await?;
                Ok(done)
            };
            refusal(done.await)
        };
        self.transaction_unless(work).await
    }
}

/// Turns the errors that are refusals into an answer. All others (also a table that is missing, or a right) are the
/// database's fault: somebody will repair it, and the call may succeed then.
fn refusal<T>(result: Result<T, Error>) -> Result<Result<T, Refusal>, Error> {
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(error) if is_refusal(&error) => Ok(Err(Refusal(words(&error)))),
        Err(error) => Err(error),
    }
}

fn is_refusal(error: &Error) -> bool {
    match error {
        // Source: PostgreSQL documentation, appendix A: data exceptions, violated constraints and changes by triggers, views
        // that check, limits of the program, and what triggers raise by themselves.
        Error::Database(error) => {
            let code = error.code().unwrap_or_default();
            ["22", "23", "27", "44", "54", "P0"]
                .iter()
                .any(|class| code.starts_with(class))
        }
        Error::Decode(_) | Error::ColumnDecode { .. } | Error::Encode(_) => true,
        _ => false,
    }
}
