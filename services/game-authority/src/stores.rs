//! Where the tables of this process are kept.

use std::sync::Arc;

use corners_embedded::{Durability, Location};
use corners_game_authority::store::{EmbeddedTables, RedisTables, TableStore};
use corners_redis::{Mode, Redis};
use corners_service::startup::MainError;

use crate::settings::Settings;

/// In Redis, for any number of replicas; or, where that is off, in a file of this process alone.
pub(crate) async fn open(settings: &Settings) -> Result<Arc<dyn TableStore>, MainError> {
    if settings.redis.mode == Mode::Off {
        let location = Location::File(settings.data.folder.join("game.db"));
        return Ok(Arc::new(EmbeddedTables::open(location, Durability::Full).await?));
    }
    let redis = Redis::connect(&settings.redis).await?;
    Ok(Arc::new(RedisTables::new(redis)))
}
