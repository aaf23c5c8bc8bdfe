//! What is wrong with a call, told from what is wrong with the database.

use corners_postgres::PostgresFault;
use sqlx::Error;

use crate::store::StoreError;
use crate::store::words::Unknown;

/// The database refuses a call for what it is: it would do so again.
#[derive(Clone, Debug, thiserror::Error)]
#[error("postgres refuses it: {0}")]
pub(super) struct Refusal(String);

/// A stored value that cannot be read.
pub(super) fn damaged(error: Unknown) -> Error {
    Error::Decode(Box::new(error))
}

/// Turns the errors that are refusals into an answer. All others (also a table that is missing, or a right) are the
/// database's fault: somebody will repair it, and the call may succeed then.
pub(super) fn refusal<T>(result: Result<T, Error>) -> Result<Result<T, Refusal>, Error> {
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

/// Without the values that a server repeats in the details of some errors.
fn words(error: &Error) -> String {
    match error {
        Error::Database(error) => format!("{} {}", error.code().unwrap_or_default(), error.message()),
        other => other.to_string(),
    }
}

/// What became of a call. `attempt` is as in "cannot read", `refused` as in "refuses to record".
pub(super) fn answer<T>(
    answered: Result<Result<T, Refusal>, PostgresFault>,
    attempt: &'static str,
    refused: &'static str,
) -> Result<T, StoreError> {
    match answered {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(refusal)) => Err(StoreError::refused(refused, refusal)),
        Err(fault) => Err(StoreError::unavailable(attempt, fault)),
    }
}
