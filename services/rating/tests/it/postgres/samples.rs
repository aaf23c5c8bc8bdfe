//! Stores to test.

use std::sync::Arc;
use std::time::Duration;

use corners_postgres::PostgresConfig;
use corners_rating::store::{PostgresRatingStore, RatingStore};
use corners_test_postgres::Database;

pub type Store = Arc<dyn RatingStore>;

/// Settings of some patience with a machine that has other things to do, too.
pub fn config(database: &Database) -> PostgresConfig {
    PostgresConfig {
        max_connections: 4,
        acquire_timeout: Duration::from_secs(10),
        statement_timeout: Duration::from_secs(20),
        lock_timeout: Duration::from_secs(10),
        ..PostgresConfig::of(&database.url())
    }
}

pub async fn open(database: &Database) -> Store {
    Arc::new(PostgresRatingStore::open(&config(database)).await.unwrap())
}
