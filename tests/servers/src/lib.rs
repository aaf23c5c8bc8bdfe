//! What the kits of real servers for tests share.
//!
//! A [port] that stays a server's own while it is down, and a server [beside a shell that watches it](watched), so that it
//! ends with the test whatever becomes of that.

pub mod port;
pub mod watched;

/// Why a server does not serve.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The operating system refused something.
    #[error("cannot {attempt}")]
    System {
        /// What was attempted.
        attempt: &'static str,
        /// What it said.
        source: std::io::Error,
    },
    /// Something that was waited for did not come about.
    #[error("{0} did not come about in time")]
    NeverCame(&'static str),
    /// The server ended, or did not begin to serve in time.
    #[error("the server does not serve; its last words:\n{log}")]
    NotServing {
        /// The end of its log.
        log: String,
    },
}

impl ServerError {
    fn system(attempt: &'static str) -> impl FnOnce(std::io::Error) -> Self {
        move |source| Self::System { attempt, source }
    }
}
