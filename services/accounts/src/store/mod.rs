//! What accounts keeps: the accounts, and for an hour the calls that made them.

mod embedded;

pub mod conformance;

use std::error::Error;

use async_trait::async_trait;

use crate::guest::{Guest, RequestDigest};

pub use embedded::EmbeddedAccountsStore;

/// A guest to be stored.
#[derive(Clone, Copy, Debug)]
pub struct Creation {
    /// The call that makes it.
    pub request: RequestDigest,
    /// The guest. Its time is the time of the call.
    pub guest: Guest,
    /// Until when the call is remembered, in milliseconds since 1970.
    pub remember_until_ms: u64,
    /// How many calls may be remembered at once.
    pub most_remembered: u64,
}

/// What became of a creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The guest is stored.
    Created(Guest),
    /// The call is remembered: this is the guest that it made.
    Remembered(Guest),
    /// As many calls are remembered as may be. Nothing was stored.
    Full {
        /// When the oldest one is forgotten, in milliseconds since 1970.
        room_at_ms: u64,
    },
}

/// The store of accounts. Several replicas may share one. Every call is atomic.
#[async_trait]
pub trait AccountsStore: Send + Sync + 'static {
    /// Stores a guest and remembers the call that made it, unless the call is remembered already. Calls whose time is
    /// over are deleted by the way.
    ///
    /// # Errors
    /// When the store cannot be reached; the guest may then be stored, and repeating the call finds it.
    async fn create_guest(&self, creation: Creation) -> Result<Outcome, StoreError>;
}

/// The store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[error("cannot {attempt} the store of accounts")]
pub struct StoreError {
    attempt: &'static str,
    source: Box<dyn Error + Send + Sync>,
}

impl StoreError {
    /// An error of an attempt, as in "cannot open the store of accounts", with its cause.
    pub fn new(attempt: &'static str, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self {
            attempt,
            source: source.into(),
        }
    }
}
