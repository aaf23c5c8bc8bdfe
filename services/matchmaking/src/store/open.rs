//! The store that the settings name.

use std::path::Path;
use std::sync::Arc;

use corners_embedded::Location;
use corners_redis::{Mode, Redis, RedisConfig};
use corners_service::time::wall_clock_ms;

use super::{EmbeddedMatchmakingStore, MatchmakingStore, RedisMatchmakingStore, StoreError};

/// Opens the store that the settings name: Redis, for any number of replicas; or, where that is off, a file in `folder` for this
/// process alone.
///
/// # Errors
/// When it cannot be used as it is: one sentence says what to do.
pub async fn open(redis: &RedisConfig, folder: &Path) -> Result<Arc<dyn MatchmakingStore>, StoreError> {
    if redis.mode == Mode::Off {
        let file = Location::File(folder.join("matchmaking.db"));
        return Ok(Arc::new(EmbeddedMatchmakingStore::open(file, Arc::new(wall_clock_ms))?));
    }
    let redis = Redis::connect(redis)
        .await
        .map_err(|error| StoreError::new("open", error))?;
    Ok(Arc::new(RedisMatchmakingStore::new(redis)))
}
