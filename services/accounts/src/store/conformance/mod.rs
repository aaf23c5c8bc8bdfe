//! What every store of accounts must do. Run it on each implementation.

mod access;
mod accounts;
mod commits;
mod ledger;
mod samples;

use std::sync::Arc;

use super::{AccountsStore, StoreError};

/// Runs the suite on new, empty stores.
///
/// # Errors
/// When a store cannot be reached.
///
/// # Panics
/// When a store does not do what it must.
pub async fn run<F>(open: F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Arc<dyn AccountsStore>, StoreError>,
{
    commits::run(&open).await?;
    accounts::run(&open).await?;
    access::run(&open).await?;
    ledger::run(&open).await
}
