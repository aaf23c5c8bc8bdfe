//! The settings of accounts as a program of its own.

use corners_accounts::{DEFAULTS, Options};
use corners_postgres::PostgresConfig;
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

/// Where accounts listens for other services.
const INTERNAL: &str = "127.0.0.1:8082";

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
    pub(crate) internal: InternalConfig,
    pub(crate) accounts: Options,
}

impl Settings {
    /// Reads them from the defaults, the file that the command line names, and the environment.
    pub(crate) fn load() -> Result<Self, ConfigError> {
        startup::settings(&[
            corners_service::DEFAULTS,
            data::DEFAULTS,
            corners_postgres::DEFAULTS,
            &internal::defaults(INTERNAL),
            DEFAULTS,
        ])
    }
}
