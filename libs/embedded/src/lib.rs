//! The kit of the embedded stores.
//!
//! A club's server on one small machine has no Redis and no Postgres: each service keeps its data in one SQLite file,
//! through the same store trait as the real one. What those stores have in common is here: opening and locking the file,
//! migrating it, one writer thread that lets all waiting jobs share one transaction and one fsync, and a few reader
//! connections. In memory the same interface runs inline and deterministically, for tests and simulation.
//!
//! ```
//! use corners_embedded::{Database, Durability, Location, Schema};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), corners_embedded::EmbeddedError> {
//! let schema = Schema(&["CREATE TABLE note (text TEXT NOT NULL) STRICT"]);
//! let database = Database::open(Location::Memory, schema, Durability::Full)?;
//! database.write(|store| store.execute("INSERT INTO note VALUES ('hello')", [])).await?;
//! let notes: i64 = database.read(|store| store.query_row("SELECT count(*) FROM note", [], |row| row.get(0))).await?;
//! assert_eq!(notes, 1);
//! # Ok(())
//! # }
//! ```

mod checkpoint;
mod connection;
mod database;
mod error;
mod isolate;
mod lock;
mod memory;
mod readers;
mod schema;
mod writer;

pub use database::{Database, Durability, Location};
pub use error::{EmbeddedError, damaged};
pub use rusqlite;
pub use schema::Schema;
