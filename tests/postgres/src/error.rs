//! Why a server of a test does not do what it should.

use corners_test_servers::ServerError;

/// Something went wrong with a server.
#[derive(Debug, thiserror::Error)]
pub enum TestPostgresError {
    /// The operating system refused something.
    #[error("cannot {attempt} for PostgreSQL (Debian: package postgresql)")]
    System {
        /// What was attempted.
        attempt: &'static str,
        /// What it said.
        source: std::io::Error,
    },
    /// This process is root's, whom PostgreSQL refuses, and there is nobody else to run it as.
    #[error(
        "cannot run PostgreSQL as root, and /etc/passwd names no user postgres; install Debian's package postgresql"
    )]
    NoUser,
    /// A program failed.
    #[error("{program} failed; its last words:\n{words}")]
    Program {
        /// Its name.
        program: &'static str,
        /// What it wrote.
        words: String,
    },
    /// The server ended, or did not begin to serve in time.
    #[error("the PostgreSQL server does not serve; its last words:\n{log}")]
    NotServing {
        /// The end of its log.
        log: String,
    },
    /// The server refused a statement.
    #[error("the PostgreSQL server refused a statement")]
    Refused(#[from] sqlx::Error),
    /// Something that was waited for did not come about.
    #[error("PostgreSQL server: {0} did not come about in time")]
    NeverCame(&'static str),
}

impl TestPostgresError {
    pub(crate) fn system(attempt: &'static str) -> impl FnOnce(std::io::Error) -> Self {
        move |source| Self::System { attempt, source }
    }
}

impl From<ServerError> for TestPostgresError {
    fn from(error: ServerError) -> Self {
        match error {
            ServerError::System { attempt, source } => Self::System { attempt, source },
            ServerError::NeverCame(what) => Self::NeverCame(what),
            ServerError::NotServing { log } => Self::NotServing { log },
        }
    }
}
