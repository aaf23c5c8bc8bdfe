//! Stores to test, and what they have to come to.

use std::sync::Arc;
use std::time::Duration;

use corners_embedded::Location;
use corners_postgres::PostgresConfig;
use corners_rating::domain::{Policy, Told};
use corners_rating::store::conformance::samples::Taker;
use corners_rating::store::{EmbeddedRatingStore, PostgresRatingStore, RatingStore};
use corners_test_postgres::Database;
use sqlx::{Connection, PgConnection};

pub type Store = Arc<dyn RatingStore>;

/// More than there are.
pub const ALL: u32 = 100_000;

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

/// So many replicas over one database, in which the default policy is in force.
pub async fn replicas(database: &Database, count: usize) -> Vec<Store> {
    let mut stores = Vec::new();
    for _ in 0..count {
        stores.push(open(database).await);
    }
    stores[0].adopt(&Policy::default()).await.unwrap();
    stores
}

pub async fn connect(database: &Database) -> PgConnection {
    PgConnection::connect_with(&database.connect_options()).await.unwrap()
}

/// Executes statements of an operator.
pub async fn execute(database: &Database, statements: &'static str) {
    let mut connection = connect(database).await;
    sqlx::raw_sql(statements).execute(&mut connection).await.unwrap();
}

/// A number that the database tells.
pub async fn count(database: &Database, question: &'static str) -> i64 {
    let mut connection = connect(database).await;
    sqlx::query_scalar(question).fetch_one(&mut connection).await.unwrap()
}

/// Nobody has waited for who waited for it.
pub async fn assert_no_deadlock(database: &Database) {
    let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    assert_eq!(count(database, deadlocks).await, 0);
}

/// The store has what one that nothing happened to would have, to the last bit.
pub async fn assert_has_taken(store: &Store, feed: &[Told]) {
    let other: Store = Arc::new(EmbeddedRatingStore::open(Location::Memory).unwrap());
    let mut taker = Taker::new(&other, &Policy::default()).await.unwrap();
    taker.take(feed, 1).await.unwrap();
    let events = store.events_after(0, ALL).await.unwrap();
    assert_eq!(events, other.events_after(0, ALL).await.unwrap());
    assert_eq!(events.len(), feed.len(), "each game has one event");
    let chains = store.chains(None, ALL).await.unwrap();
    assert_eq!(chains, other.chains(None, ALL).await.unwrap());
    for chain in chains {
        let history = store.changes(&chain.player, None, ALL).await.unwrap();
        assert_eq!(history.first(), chain.last.as_ref());
        assert_eq!(history.first().map(|last| last.after), Some(chain.standing.rating));
        for pair in history.windows(2) {
            assert_eq!((pair[0].number, pair[0].before), (pair[1].number + 1, pair[1].after));
        }
    }
    assert_eq!(store.place().await.unwrap().unwrap().sequence, feed.len() as u64);
}
