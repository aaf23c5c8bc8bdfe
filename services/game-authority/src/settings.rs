//! The settings of game-authority as a process of its own.

use corners_game_authority::{DEFAULTS, Options};
use corners_redis::RedisConfig;
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

/// Where game-authority listens for other services.
const INTERNAL: &str = "127.0.0.1:8081";

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
    pub(crate) game: Options,
    pub(crate) internal: InternalConfig,
    pub(crate) peers: Peers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Peers {
    pub(crate) clock: Vec<String>,
    pub(crate) accounts: Vec<String>,
}

impl Settings {
    /// Reads the settings from the defaults, the file named on the command line, and the environment.
    pub(crate) fn load() -> Result<Self, ConfigError> {
        startup::settings(&[
            corners_service::DEFAULTS,
            data::DEFAULTS,
            corners_redis::DEFAULTS,
            DEFAULTS,
            &internal::defaults(INTERNAL),
            PEERS,
        ])
    }
}
