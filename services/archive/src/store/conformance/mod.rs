//! What every store of finished games must do. Run it on each implementation.

mod feed;
mod games;
mod lists;
mod samples;
mod scans;

use std::sync::Arc;

use super::{ArchiveStore, StoreError};

/// Runs the suite on new, empty stores.
///
/// # Errors
/// When a store cannot be reached.
///
/// # Panics
/// When a store does not do what it must.
pub async fn run<F>(open: F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Arc<dyn ArchiveStore>, StoreError>,
{
    games::run(&open).await?;
    feed::run(&open).await?;
    lists::run(&open).await?;
    scans::run(&open).await
}
