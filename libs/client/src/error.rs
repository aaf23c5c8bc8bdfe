//! What can go wrong, with the platform's reason.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use corners_proto::error::{DOMAIN, Reason};
use tonic::{Code, Status};
use tonic_types::StatusExt;

/// Why a call or a watch failed. [`Error::reason`] is what to switch on.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The text is no address of a server.
    #[error("{address:?} is not the address of a server: {why}")]
    BadAddress {
        /// The text.
        address: String,
        /// Why not.
        why: String,
    },
    /// Authorities that cannot be trusted, because they cannot be read.
    #[error("cannot trust the authorities in {name}: {why}")]
    BadCa {
        /// Where they were looked for.
        name: String,
        /// Why not.
        why: String,
    },
    /// Nobody answered at the address.
    #[error("cannot connect to {address}: {why}")]
    Connect {
        /// The address.
        address: String,
        /// The cause, innermost last.
        why: String,
    },
    /// A token that cannot travel in a header.
    #[error("the token is malformed: a token is printable ASCII")]
    BadToken,
    /// A move that is not movetext.
    #[error("{text:?} is not a move: write squares joined by hyphens, such as c3-d3 or c3-e3-e5")]
    BadMove {
        /// The text.
        text: String,
    },
    /// The server received the call and refused it.
    #[error("{call}: {refused}")]
    Refused {
        /// The method that was called.
        call: &'static str,
        /// The server's answer.
        refused: Box<Refused>,
    },
    /// The call did not get through, though it was sent again and again. Whether it was done is not known; the same
    /// call with the same request id is safe to send.
    #[error("{call} did not get through in {tries} tries over {waited:?}: {refused}")]
    Unreachable {
        /// The method that was called.
        call: &'static str,
        /// How often it was sent.
        tries: u32,
        /// For how long.
        waited: Duration,
        /// How the last try ended.
        refused: Box<Refused>,
    },
    /// The session has no next access token: its refresh was refused, as after a sign-out elsewhere, a revoked token or a
    /// ban. Somebody has to sign in again.
    #[error("the session is over, sign in again: {refused}")]
    SessionOver {
        /// The server's answer to the refresh.
        refused: Box<Refused>,
    },
    /// A watch missed or repeated an event: a fault of the platform, since versions are contiguous.
    #[error("table {table}: version {received} came where {expected} was due")]
    Gap {
        /// The table.
        table: String,
        /// The version that was due; 0 when a snapshot was.
        expected: u64,
        /// The version that came.
        received: u64,
    },
    /// The server sent something that the contract rules out.
    #[error("the server broke the contract: {0}")]
    Protocol(&'static str),
}

impl Error {
    /// The platform's reason in upper snake case, if the server gave one.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        self.refused()?.reason.as_deref()
    }

    /// Whether the server gave this reason.
    #[must_use]
    pub fn is(&self, reason: Reason) -> bool {
        self.reason() == Some(reason.as_str())
    }

    /// A value of the error's metadata, such as `why` and `squares` of `ILLEGAL_MOVE`.
    #[must_use]
    pub fn metadata(&self, key: &str) -> Option<&str> {
        self.refused()?.metadata.get(key).map(String::as_str)
    }

    /// The gRPC code, if there was an answer.
    #[must_use]
    pub fn code(&self) -> Option<Code> {
        self.refused().map(|refused| refused.code)
    }

    /// The server's answer, or what stands for it when there was none.
    #[must_use]
    pub fn refused(&self) -> Option<&Refused> {
        match self {
            Self::Refused { refused, .. } | Self::Unreachable { refused, .. } | Self::SessionOver { refused } => {
                Some(refused)
            }
            _ => None,
        }
    }
}

/// An answer that is no success.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The gRPC code.
    pub code: Code,
    /// The platform's reason; absent when the answer did not come from the platform (a proxy, a broken connection).
    pub reason: Option<String>,
    /// A sentence for developers.
    pub message: String,
    /// What else the server says, by key.
    pub metadata: BTreeMap<String, String>,
    /// What is wrong with which field of the request.
    pub violations: Vec<FieldViolation>,
    /// When the server asks to try again.
    pub retry_after: Option<Duration>,
}

/// What is wrong with one field of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldViolation {
    /// The field's path in the request.
    pub field: String,
    /// What is wrong with it.
    pub description: String,
}

impl From<Status> for Refused {
    fn from(status: Status) -> Self {
        let details = status.get_error_details();
        let info = details.error_info().filter(|info| info.domain == DOMAIN);
        let violations = details
            .bad_request()
            .map(|bad| bad.field_violations.as_slice())
            .unwrap_or_default();
        Self {
            code: status.code(),
            reason: info.map(|info| info.reason.clone()),
            message: status.message().to_owned(),
            metadata: info
                .map(|info| info.metadata.clone().into_iter().collect())
                .unwrap_or_default(),
            violations: violations
                .iter()
                .map(|violation| FieldViolation {
                    field: violation.field.clone(),
                    description: violation.description.clone(),
                })
                .collect(),
            retry_after: details.retry_info().and_then(|info| info.retry_delay),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Some(reason) => write!(formatter, "{reason}: {}", self.message),
            None => write!(formatter, "{:?}: {}", self.code, self.message),
        }
    }
}

/// An error with its causes, innermost last.
pub(crate) fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let inner_text = inner.to_string();
        if !text.ends_with(&inner_text) {
            text.push_str(": ");
            text.push_str(&inner_text);
        }
        cause = inner.source();
    }
    text
}
