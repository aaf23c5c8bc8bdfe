//! The settings of the whole platform: the sections of all its services.

use corners_service::data::DataConfig;
use corners_service::limits::LimitsConfig;
use corners_service::metrics::MetricsConfig;
use corners_service::server::ServerConfig;
use corners_service::telemetry::TelemetryConfig;
use corners_service::tls::TlsConfig;
use serde::Deserialize;

/// The settings of the platform in one process.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub(crate) server: ServerConfig,
    pub(crate) tls: TlsConfig,
    pub(crate) limits: LimitsConfig,
    pub(crate) log: TelemetryConfig,
    pub(crate) metrics: MetricsConfig,
    pub(crate) data: DataConfig,
    pub(crate) accounts: corners_accounts::Options,
    pub(crate) archive: corners_archive::Options,
    pub(crate) clock: corners_clock::Options,
    pub(crate) game: corners_game_authority::Options,
    pub(crate) matchmaking: corners_matchmaking::Options,
    pub(crate) rating: corners_rating::Options,
}

/// The commented file of defaults.
pub(crate) fn defaults() -> String {
    let sections = [
        corners_service::DEFAULTS,
        corners_service::data::DEFAULTS,
        corners_accounts::DEFAULTS,
        corners_archive::DEFAULTS,
        corners_clock::DEFAULTS,
        corners_game_authority::DEFAULTS,
        corners_matchmaking::DEFAULTS,
        corners_rating::DEFAULTS,
    ];
    sections.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_settings() {
        let loaded = corners_service::config::load::<Settings>(&defaults(), None, [], []);
        assert_eq!(loaded.unwrap().game, corners_game_authority::Options::default());
    }
}
