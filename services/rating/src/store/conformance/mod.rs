//! What every store of ratings must do. Run it on each implementation.

mod annulments;
mod boards;
mod chains;
mod events;
mod model;
mod places;
mod policies;
mod races;
pub mod samples;
mod unrated;

use std::sync::Arc;

use super::{RatingStore, StoreError};

/// Two replicas' handles on one store.
pub type Replicas = [Arc<dyn RatingStore>; 2];

/// Runs the suite on new, empty stores.
///
/// # Errors
/// When a store cannot be reached.
///
/// # Panics
/// When a store does not do what it must.
pub async fn run<F>(open: F) -> Result<(), StoreError>
where
    F: AsyncFn() -> Result<Replicas, StoreError>,
{
    chains::run(&open).await?;
    places::run(&open).await?;
    annulments::run(&open).await?;
    unrated::run(&open).await?;
    policies::run(&open).await?;
    events::run(&open).await?;
    races::run(&open).await?;
    boards::run(&open).await
}
