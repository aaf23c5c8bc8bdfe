//! The settings of a connection to Postgres.

use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;
use sqlx::postgres::PgConnectOptions;

use crate::connection::parse;
use crate::secret::Secret;

/// The section `[postgres]` of the default configuration, with every setting explained.
pub const DEFAULTS: &str = include_str!("defaults.toml");

/// The settings: the section `[postgres]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Section")]
pub struct PostgresConfig {
    /// Where the database is, as an URL that may hold a password; empty: there is none, and the embedded store is used.
    pub url: Secret,
    /// The file whose first line is the password; empty for none.
    pub password_file: PathBuf,
    /// Connections of this replica: 1 to 100.
    pub max_connections: u32,
    /// How long a call may wait for a connection: 50 ms to 10 s.
    pub acquire_timeout: Duration,
    /// How long a call may take once it has a connection: 50 ms to 60 s.
    pub statement_timeout: Duration,
    /// How long a statement may wait for another's lock: 50 ms to 60 s.
    pub lock_timeout: Duration,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    url: Secret,
    password_file: PathBuf,
    max_connections: u32,
    acquire_timeout_ms: u64,
    statement_timeout_ms: u64,
    lock_timeout_ms: u64,
}

/// The settings cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidConfig(pub(crate) String);

impl PostgresConfig {
    /// The default settings, for this URL.
    pub fn of(url: &str) -> Self {
        Self {
            url: Secret::new(url),
            password_file: PathBuf::new(),
            max_connections: 10,
            acquire_timeout: Duration::from_secs(1),
            statement_timeout: Duration::from_secs(2),
            lock_timeout: Duration::from_secs(1),
        }
    }

    /// Whether there is a database to connect to.
    pub fn is_on(&self) -> bool {
        !self.url.reveal().is_empty()
    }

    /// The URL, taken apart.
    ///
    /// # Errors
    /// What is wrong with it. The URL itself, which may hold a password, is not in the message.
    pub(crate) fn options(&self) -> Result<PgConnectOptions, InvalidConfig> {
        parse(self.url.reveal()).map_err(|problem| InvalidConfig(format!("url: {problem}")))
    }
}

impl TryFrom<Section> for PostgresConfig {
    type Error = InvalidConfig;

    fn try_from(section: Section) -> Result<Self, InvalidConfig> {
        if !(1..=100).contains(&section.max_connections) {
            let found = section.max_connections;
            return Err(InvalidConfig(format!(
                "max_connections must be from 1 to 100, not {found}"
            )));
        }
        let config = Self {
            url: section.url,
            password_file: section.password_file,
            max_connections: section.max_connections,
            acquire_timeout: milliseconds("acquire_timeout_ms", section.acquire_timeout_ms, 10_000)?,
            statement_timeout: milliseconds("statement_timeout_ms", section.statement_timeout_ms, 60_000)?,
            lock_timeout: milliseconds("lock_timeout_ms", section.lock_timeout_ms, 60_000)?,
        };
        if config.is_on() {
            config.options()?;
        }
        Ok(config)
    }
}

fn milliseconds(name: &str, value: u64, most: u64) -> Result<Duration, InvalidConfig> {
    if (50..=most).contains(&value) {
        return Ok(Duration::from_millis(value));
    }
    Err(InvalidConfig(format!("{name} must be from 50 to {most}, not {value}")))
}
