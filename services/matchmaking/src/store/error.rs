//! What can go wrong with a store.

use std::error::Error;

/// The store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[error("cannot {attempt} the store of matchmaking")]
pub struct StoreError {
    attempt: &'static str,
    source: Box<dyn Error + Send + Sync>,
}

impl StoreError {
    /// An error of an attempt, as in "cannot open the store of matchmaking", with its cause.
    pub fn new(attempt: &'static str, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self {
            attempt,
            source: source.into(),
        }
    }
}
