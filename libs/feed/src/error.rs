//! What can go wrong with a feed.

use corners_proto::error::{Reason, Refusal};
use tokio::task::JoinError;
use tonic::Status;

/// Why events could not be read; `E` is the error of the store.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FeedError<E> {
    /// The store could not be read.
    #[error(transparent)]
    Store(#[from] E),
    /// What an event tells cannot be read.
    #[error("the event at position {position} cannot be read")]
    Event {
        /// Where it is.
        position: u64,
        /// Why.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The work ended without an answer: a fault of the program.
    #[error("the reading ended without an answer")]
    Fault(#[source] JoinError),
    /// Positions are missing.
    #[error("the event behind position {position} is missing in the feed")]
    Gap {
        /// The last one that is there.
        position: u64,
    },
}

/// Why a consumer cannot start where it wants; `E` is the error of the store.
#[derive(Debug, thiserror::Error)]
pub enum CannotStart<E> {
    /// The place is beyond the end of its feed.
    #[error(
        "the cursor is beyond the end of the feed; if {owner} was restored from a copy of its files, its operator has to \
         start another epoch"
    )]
    BeyondTheEnd {
        /// Whose feed it is.
        owner: &'static str,
    },
    /// The feed of the place is not known here.
    #[error(
        "the cursor is of a feed that is not known here: it was restored from a backup that is older than the feed"
    )]
    Lost,
    /// The store is away.
    #[error(transparent)]
    Store(#[from] E),
}

impl<E: std::error::Error> CannotStart<E> {
    /// The error as a client sees it; `store` says it of an error of the store.
    pub fn status(self, store: impl FnOnce(E) -> Status) -> Status {
        let message = self.to_string();
        match self {
            Self::Store(error) => store(error),
            Self::BeyondTheEnd { .. } => invalid_cursor(&message).into(),
            Self::Lost => Refusal::new(Reason::CursorLost, format!("{message}; start from a time")).into(),
        }
    }
}

/// A cursor that cannot be used for what it is.
pub(crate) fn invalid_cursor(why: &str) -> Refusal {
    Refusal::new(Reason::InvalidCursor, format!("cursor: {why}")).violation("cursor", why)
}
