//! Why a server of a test does not do what it should.

use corners_test_servers::ServerError;

/// Something went wrong with a server.
#[derive(Debug, thiserror::Error)]
pub enum TestRedisError {
    /// The operating system refused something.
    #[error("cannot {attempt} for redis-server (Debian: package redis-server)")]
    System {
        /// What was attempted.
        attempt: &'static str,
        /// What it said.
        source: std::io::Error,
    },
    /// The server ended, or did not begin to serve in time.
    #[error("redis-server does not serve; its last words:\n{log}")]
    NotServing {
        /// The end of its log.
        log: String,
    },
    /// The server refused a command.
    #[error("redis-server refused a command")]
    Refused(#[from] redis::RedisError),
    /// The server's clock is the machine's.
    #[error("redis-server has no clock of its own: start it with Options::own_clock")]
    NoOwnClock,
    /// Something that was waited for did not come about.
    #[error("redis-server: {0} did not come about in time")]
    NeverCame(&'static str),
}

impl TestRedisError {
    pub(crate) fn system(attempt: &'static str) -> impl FnOnce(std::io::Error) -> Self {
        move |source| Self::System { attempt, source }
    }
}

impl From<ServerError> for TestRedisError {
    fn from(error: ServerError) -> Self {
        match error {
            ServerError::System { attempt, source } => Self::System { attempt, source },
            ServerError::NeverCame(what) => Self::NeverCame(what),
            ServerError::NotServing { log } => Self::NotServing { log },
        }
    }
}
