//! Postgres as an operator would run it.

use std::sync::Arc;
use std::time::Duration;

use corners_archive::store::PostgresArchiveStore;
use corners_postgres::PostgresConfig;
use corners_test_postgres::{Database, Durability, Options, Server};
use sqlx::{Connection, PgConnection};

use crate::Failure;
use crate::figures::processor_us;

pub const DESCRIPTION: &str = "PostgreSQL with fsync, synchronous_commit, full_page_writes and autovacuum on, shared_buffers 1 GB, \
                               max_wal_size 1 GB, wal_level replica";

/// A server with an empty database.
pub struct Operated {
    _server: Server,
    pub database: Database,
}

impl Operated {
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

    /// A store as a replica has it, with as many connections as the default settings give it.
    pub async fn store(&self) -> Result<Arc<PostgresArchiveStore>, Failure> {
        let config = PostgresConfig {
            acquire_timeout: Duration::from_secs(10),
            statement_timeout: Duration::from_secs(60),
            lock_timeout: Duration::from_secs(10),
            ..PostgresConfig::of(&self.database.url())
        };
        Ok(Arc::new(PostgresArchiveStore::open(&config).await?))
    }

    pub async fn connect(&self) -> Result<PgConnection, Failure> {
        Ok(PgConnection::connect_with(&self.database.connect_options()).await?)
    }

    /// Processor time that the processes of the server which there are now have used, in microseconds.
    pub async fn processor_us(&self) -> Result<u64, Failure> {
        let pids = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()";
        let pids: Vec<i32> = sqlx::query_scalar(pids).fetch_all(&mut self.connect().await?).await?;
        Ok(pids.iter().map(|pid| processor_us(&pid.to_string())).sum())
    }
}
