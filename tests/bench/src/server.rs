//! Postgres as an operator would run it.

use std::time::Duration;

use corners_postgres::PostgresConfig;
use corners_test_postgres::{Database, Durability, Options, Server};
use sqlx::{Connection, PgConnection};

use crate::Failure;
use crate::figures::processor_us;

/// What the server is and how it is set.
pub const DESCRIPTION: &str = "PostgreSQL with fsync, synchronous_commit, full_page_writes and autovacuum on, shared_buffers 1 GB, \
                               max_wal_size 1 GB, wal_level replica";

/// A server with an empty database.
#[derive(Debug)]
pub struct Operated {
    _server: Server,
    /// The database.
    pub database: Database,
}

impl Operated {
    /// Starts one.
    ///
    /// # Errors
    /// When it cannot be started.
    pub async fn start() -> Result<Self, Failure> {
        let options = Options::of(Durability::Synced)
            .set("shared_buffers", "1GB")
            .set("effective_cache_size", "4GB")
            .set("maintenance_work_mem", "256MB")
            .set("max_wal_size", "1GB")
            .set("wal_compression", "lz4")
            .set("wal_level", "replica")
            .set("max_wal_senders", "4")
            .set("autovacuum", "on")
            .set("random_page_cost", "1.1");
        let server = Server::with(options).await?;
        let database = server.database().await?;
        Ok(Self {
            _server: server,
            database,
        })
    }

    /// What a replica is told of it, with as many connections as the default settings give it.
    #[must_use]
    pub fn config(&self) -> PostgresConfig {
        PostgresConfig {
            acquire_timeout: Duration::from_secs(10),
            statement_timeout: Duration::from_secs(60),
            lock_timeout: Duration::from_secs(10),
            ..PostgresConfig::of(&self.database.url())
        }
    }

    /// A connection of the bench's own.
    ///
    /// # Errors
    /// When the server refuses it.
    pub async fn connect(&self) -> Result<PgConnection, Failure> {
        Ok(PgConnection::connect_with(&self.database.connect_options()).await?)
    }

    /// Processor time that the processes of the server which there are now have used, in microseconds.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn processor_us(&self) -> Result<u64, Failure> {
        let pids = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()";
        let pids: Vec<i32> = sqlx::query_scalar(pids).fetch_all(&mut self.connect().await?).await?;
        Ok(pids.iter().map(|pid| processor_us(&pid.to_string())).sum())
    }
}
