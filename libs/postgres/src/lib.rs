//! The kit of the Postgres stores.
//!
//! A store runs checked queries (`sqlx::query!` and its kin) on a [connection](Database::run) or in a
//! [transaction](Database::transaction). What those have in common is here:
//!
//! - [`Database::connect`] checks the server, brings the schema of the service up to date under a lock, and says in one
//!   sentence what is wrong. Every service keeps its tables in a schema of its own, so that one database can serve all.
//! - There is a fixed number of connections, whatever the load; a call waits a bounded time for one.
//! - A call is answered within a bounded time, one way or another. While Postgres is away, all calls but a few that try
//!   are [`PostgresFault::Unavailable`] at once. Nothing has to be done after an outage.
//! - A transaction that loses against another is tried again.
//! - The log has one line when Postgres turns bad and one when it is good again.
//!
//! ```
//! use corners_postgres::{Database, PostgresConfig};
//! use sqlx::migrate::{Migration, MigrationType, Migrator};
//! use sqlx::{Executor, SqlSafeStr};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let url = corners_test_postgres::database().await?.url();
//! // A service has `sqlx::migrate!("src/store/postgres/migrations")`.
//! let table = "CREATE TABLE note (text TEXT NOT NULL)".into_sql_str();
//! let migration = Migration::new(1, "notes".into(), MigrationType::Simple, table, false);
//! let migrator = Migrator::with_migrations(vec![migration]);
//! let database = Database::connect(&PostgresConfig::of(&url), "notes", &migrator).await?;
//! database.run(async |connection| connection.execute("INSERT INTO note VALUES ('hello')").await).await?;
//! let count = "SELECT count(*) FROM note";
//! let notes: i64 = database.run(async |connection| sqlx::query_scalar(count).fetch_one(connection).await).await?;
//! assert_eq!(notes, 1);
//! # Ok(())
//! # }
//! ```

mod check;
mod config;
mod connection;
mod database;
mod error;
mod health;
mod migrate;
mod pool;
mod refusal;
mod secret;
mod sqlstate;

pub use config::{DEFAULTS, InvalidConfig, PostgresConfig};
pub use database::Database;
pub use error::{ConnectError, PostgresFault, Reason};
pub use refusal::{LED_BY_INDEXES, ONE_SNAPSHOT, Refusal, SORTED_BY_INDEXES, damaged};
pub use secret::Secret;
