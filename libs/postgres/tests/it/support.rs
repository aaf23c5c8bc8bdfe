use std::future::Future;
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use corners_postgres::{Database, PostgresConfig, PostgresFault};
use corners_test_postgres::{Durability, Server};
use sqlx::migrate::Migrator;
use tokio::time::{Instant, sleep};
use tracing::subscriber::DefaultGuard;

pub(crate) static NOTES: Migrator = sqlx::migrate!("tests/it/migrations");
pub(crate) static NEWER: Migrator = sqlx::migrate!("tests/it/migrations_newer");
pub(crate) static BROKEN: Migrator = sqlx::migrate!("tests/it/migrations_broken");

/// The longest that a call may take with [`quick`] settings.
pub(crate) const LONGEST: Duration = Duration::from_millis(500 + 500 + 500);

/// Settings of little patience.
pub(crate) fn quick(url: &str) -> PostgresConfig {
    PostgresConfig {
        max_connections: 4,
        acquire_timeout: Duration::from_millis(500),
        statement_timeout: Duration::from_millis(500),
        lock_timeout: Duration::from_millis(250),
        ..PostgresConfig::of(url)
    }
}

pub(crate) async fn connect(config: &PostgresConfig) -> Database {
    Database::connect(config, "notes", &NOTES).await.unwrap()
}

/// A server of its own, and a database on it.
pub(crate) async fn server() -> (Server, Database) {
    let server = Server::start(Durability::Unsynced).await.unwrap();
    let database = server.database().await.unwrap();
    let database = connect(&quick(&database.url())).await;
    (server, database)
}

/// A database on the server that tests share.
pub(crate) async fn database() -> Database {
    let database = corners_test_postgres::database().await.unwrap();
    connect(&quick(&database.url())).await
}

/// Writes: the value of the key becomes one higher.
pub(crate) async fn counted(database: &Database, key: &str) -> Result<i64, PostgresFault> {
    let count =
        "INSERT INTO note VALUES ($1, 1) ON CONFLICT (key) DO UPDATE SET value = note.value + 1 RETURNING value";
    database
        .run(async |connection| sqlx::query_scalar(count).bind(key).fetch_one(connection).await)
        .await
}

/// Calls until a call succeeds; every one that fails says that Postgres is not available, in a bounded time.
pub(crate) async fn until_answered<T, F>(mut call: impl FnMut() -> F) -> T
where
    F: Future<Output = Result<T, PostgresFault>>,
{
    let end = Instant::now() + Duration::from_secs(30);
    while Instant::now() < end {
        let asked = Instant::now();
        match call().await {
            Ok(answer) => return answer,
            Err(PostgresFault::Unavailable { .. }) => assert!(asked.elapsed() < LONGEST * 2),
            Err(fault) => panic!("{fault}"),
        }
        sleep(Duration::from_millis(10)).await;
    }
    panic!("postgres did not come back");
}

/// What is logged on this thread, where everything runs.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    pub(crate) fn listen(&self) -> DefaultGuard {
        let log = self.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_max_level(tracing::Level::TRACE)
            .with_writer(move || log.clone())
            .finish();
        tracing::subscriber::set_default(subscriber)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }

    /// The lines for whoever looks after the service: warnings, and news.
    pub(crate) fn lines(&self) -> Vec<String> {
        let text = self.text();
        let lines = text.lines().filter(|line| line.contains("corners_postgres"));
        lines.map(str::to_owned).collect()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
