//! The settings of matchmaking as a program of its own.

use corners_matchmaking::{DEFAULTS, Options};
use corners_redis::RedisConfig;
use corners_service::config::ConfigError;
use corners_service::data::{self, DataConfig};
use corners_service::internal::{self, CredentialsConfig};
use corners_service::limits::LimitsConfig;
use corners_service::metrics::MetricsConfig;
use corners_service::server::ServerConfig;
use corners_service::startup;
use corners_service::telemetry::TelemetryConfig;
use corners_service::tls::TlsConfig;
use serde::Deserialize;

const PEERS: &str = include_str!("peers.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub(crate) server: ServerConfig,
    pub(crate) tls: TlsConfig,
    pub(crate) limits: LimitsConfig,
    pub(crate) log: TelemetryConfig,
    pub(crate) metrics: MetricsConfig,
    pub(crate) data: DataConfig,
    pub(crate) redis: RedisConfig,
    pub(crate) matchmaking: Options,
    pub(crate) internal: CredentialsConfig,
    pub(crate) peers: Peers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Peers {
    pub(crate) game_authority: Vec<String>,
    pub(crate) rating: Vec<String>,
    pub(crate) accounts: Vec<String>,
    pub(crate) archive: Vec<String>,
}

impl Settings {
    /// Reads them from the defaults, the file that the command line names, and the environment.
    pub(crate) fn load() -> Result<Self, ConfigError> {
        startup::settings(&[
            corners_service::DEFAULTS,
            data::DEFAULTS,
            corners_redis::DEFAULTS,
            DEFAULTS,
            &internal::defaults_of_a_caller(),
            PEERS,
        ])
    }
}
