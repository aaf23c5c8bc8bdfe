//! The store that the settings name.

use std::path::Path;
use std::sync::Arc;

use corners_embedded::{Durability, EmbeddedError, Location};
use corners_redis::{ConnectError, Mode, Redis, RedisConfig};

use super::{EmbeddedTables, RedisTables, TableStore};

/// Why the store cannot be opened: one sentence says what to do.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] EmbeddedError),
    /// Redis cannot be used.
    #[error(transparent)]
    Redis(#[from] ConnectError),
}

/// Opens the store that the settings name: Redis, for any number of replicas; or, where that is off, a file in `folder`
/// for this process alone.
///
/// # Errors
/// When it cannot be used as it is.
pub async fn open(redis: &RedisConfig, folder: &Path) -> Result<Arc<dyn TableStore>, OpenError> {
    if redis.mode == Mode::Off {
        let file = Location::File(folder.join("game.db"));
        return Ok(Arc::new(EmbeddedTables::open(file, Durability::Full).await?));
    }
    Ok(Arc::new(RedisTables::new(Redis::connect(redis).await?)))
}
