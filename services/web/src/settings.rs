//! The settings of the program.

use corners_service::config::ConfigError;
use corners_service::limits::LimitsConfig;
use corners_service::metrics::MetricsConfig;
use corners_service::server::ServerConfig;
use corners_service::telemetry::TelemetryConfig;
use corners_service::tls::TlsConfig;
use corners_service::{defaults_listening_at, startup};
use serde::Deserialize;

/// Where it listens, behind the proxy that has the page and the calls on one origin.
const LISTEN: &str = "127.0.0.1:7901";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub(crate) server: ServerConfig,
    pub(crate) tls: TlsConfig,
    pub(crate) limits: LimitsConfig,
    pub(crate) log: TelemetryConfig,
    pub(crate) metrics: MetricsConfig,
}

impl Settings {
    /// Reads them from the defaults, the file that the command line names, and the environment.
    pub(crate) fn load() -> Result<Self, ConfigError> {
        startup::settings(&[&defaults_listening_at(LISTEN)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_listens_beside_the_other_programs() {
        let settings: Settings = corners_service::config::load(&defaults_listening_at(LISTEN), None, [], []).unwrap();
        assert_eq!(settings.server.listen.to_string(), LISTEN);
    }
}
