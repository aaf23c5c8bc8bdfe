//! What can go wrong with Postgres.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use sqlx::Error;

use crate::config::InvalidConfig;
use crate::sqlstate;

/// Why a call may succeed later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nobody answers, or nobody lets us in.
    Unreachable,
    /// The server takes no writes.
    ReadOnly,
    /// The server has no room left: on its disk, in its memory, or for connections.
    Full,
    /// There was no answer, no connection or no lock in time.
    TimedOut,
    /// The call lost against others as often as it was tried.
    Conflict,
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Unreachable => "it cannot be reached",
            Self::ReadOnly => "it takes no writes",
            Self::Full => "it has no room left",
            Self::TimedOut => "it did not answer in time",
            Self::Conflict => "others changed the same at the same time",
        })
    }
}

/// Why a call was not answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PostgresFault {
    /// Postgres is away, slow, or does not take this call now; the same call may succeed later. Whether it has been carried
    /// out is not known. It has been logged where the trouble began: callers need not.
    #[error("postgres is not available: {reason} ({detail})")]
    Unavailable {
        /// What is the matter.
        reason: Reason,
        /// What was said about it; nothing that is secret.
        detail: String,
    },
    /// Postgres refused the call for what it is, or answered what nobody expected: a mistake in a query or in its caller.
    #[error("postgres cannot do what it was asked: {0}")]
    Failed(String),
}

impl PostgresFault {
    pub(crate) fn unavailable(reason: Reason, detail: impl Into<String>) -> Self {
        Self::Unavailable {
            reason,
            detail: detail.into(),
        }
    }
}

impl From<Error> for PostgresFault {
    fn from(error: Error) -> Self {
        let reason = match &error {
            Error::Io(_) | Error::Tls(_) | Error::PoolClosed | Error::WorkerCrashed => Some(Reason::Unreachable),
            // A connection that ends in the middle of an answer; and an answer that was given up before.
            Error::Protocol(_) => Some(Reason::Unreachable),
            Error::PoolTimedOut => Some(Reason::TimedOut),
            Error::Database(error) => error.code().and_then(|code| sqlstate::reason(&code)),
            _ => None,
        };
        match reason {
            Some(reason) => Self::unavailable(reason, words(&error)),
            None => Self::Failed(words(&error)),
        }
    }
}

/// What an error says, without the values that a server repeats in the details of some errors.
pub(crate) fn words(error: &Error) -> String {
    match error {
        Error::Database(error) => match error.code() {
            Some(code) => format!("{code} {}", error.message()),
            None => error.message().to_owned(),
        },
        Error::PoolTimedOut => "no connection in time".to_owned(),
        other => other.to_string(),
    }
}

/// Why the service cannot start on this Postgres.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ConnectError {
    /// The settings cannot be used.
    #[error("cannot connect to postgres: {0}; correct the section [postgres]")]
    Config(#[from] InvalidConfig),
    /// The file of the password cannot be read.
    #[error("cannot read the password of postgres from {path}; correct postgres.password_file")]
    PasswordFile {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: Arc<std::io::Error>,
    },
    /// Nobody answers.
    #[error("cannot connect to postgres at {place}: {reason}; start it, or correct postgres.url")]
    Unreachable {
        /// Who was asked.
        place: String,
        /// What happened.
        reason: String,
    },
    /// The server does not let us in.
    #[error(
        "cannot log in to postgres at {place}: {reason}; correct the user, the password or the database in postgres.url"
    )]
    Login {
        /// Who was asked.
        place: String,
        /// What it said.
        reason: String,
    },
    /// The server is too old.
    #[error("cannot use postgres at {place}: it is version {version}, and 14 or newer is needed; upgrade it")]
    Version {
        /// The server.
        place: String,
        /// Its version.
        version: String,
    },
    /// The server is not what a store needs.
    #[error("cannot use postgres at {place}: {problem}")]
    Unsuitable {
        /// The server.
        place: String,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// The schema was made by a newer version of the program.
    #[error(
        "cannot use the schema {schema} of postgres at {place}: it has migration {found}, which this program does not \
         know; run the newer program, or restore a backup made before the upgrade"
    )]
    NewerSchema {
        /// The server.
        place: String,
        /// The schema.
        schema: String,
        /// The migration.
        found: i64,
    },
    /// A migration failed; the schema is as it was before that one.
    #[error("cannot migrate the schema {schema} of postgres at {place}: {reason}")]
    Migration {
        /// The server.
        place: String,
        /// The schema.
        schema: String,
        /// What happened.
        reason: String,
    },
}
