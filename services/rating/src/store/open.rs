//! The store that the settings name.

use std::path::Path;
use std::sync::Arc;

use corners_embedded::Location;
use corners_postgres::{ConnectError, PostgresConfig};

use super::{EmbeddedRatingStore, PostgresRatingStore, RatingStore, StoreError};

/// Why the store cannot be opened: one sentence says what to do.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] StoreError),
    /// Postgres cannot be used.
    #[error(transparent)]
    Postgres(#[from] ConnectError),
}

/// Opens the store that the settings name: Postgres, for any number of replicas; or, where there is no URL, a file in
/// `folder` for this process alone.
///
/// # Errors
/// When it cannot be used as it is.
pub async fn open(postgres: &PostgresConfig, folder: &Path) -> Result<Arc<dyn RatingStore>, OpenError> {
    if postgres.is_on() {
        return Ok(Arc::new(PostgresRatingStore::open(postgres).await?));
    }
    let file = Location::File(folder.join("rating.db"));
    Ok(Arc::new(EmbeddedRatingStore::open(file)?))
}
