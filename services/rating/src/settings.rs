//! The settings of the rating service as a program of its own.

use corners_postgres::PostgresConfig;
use corners_rating::{DEFAULTS, Options};
use corners_service::config::ConfigError;
use corners_service::data::{self, DataConfig};
use corners_service::internal::{self, InternalConfig};
use corners_service::limits::LimitsConfig;
use corners_service::metrics::MetricsConfig;
use corners_service::server::ServerConfig;
use corners_service::startup;
use corners_service::telemetry::TelemetryConfig;
use corners_service::tls::TlsConfig;
use serde::Deserialize;

const PEERS: &str = include_str!("peers.toml");

/// Where the rating service listens for other services.
const INTERNAL: &str = "127.0.0.1:8085";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub(crate) server: ServerConfig,
    pub(crate) tls: TlsConfig,
    pub(crate) limits: LimitsConfig,
    pub(crate) log: TelemetryConfig,
    pub(crate) metrics: MetricsConfig,
    pub(crate) data: DataConfig,
    pub(crate) postgres: PostgresConfig,
    pub(crate) rating: Options,
    pub(crate) internal: InternalConfig,
    pub(crate) peers: Peers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Peers {
    pub(crate) archive: Vec<String>,
    pub(crate) accounts: Vec<String>,
}

impl Settings {
    /// Reads them from the defaults, the file that the command line names, and the environment.
    pub(crate) fn load() -> Result<Self, ConfigError> {
        startup::settings(&[
            corners_service::DEFAULTS,
            data::DEFAULTS,
            corners_postgres::DEFAULTS,
            DEFAULTS,
            &internal::defaults(INTERNAL),
            PEERS,
        ])
    }
}
