//! The section `[metrics]`.

use std::time::Duration;

use serde::Deserialize;

use crate::config::{OutOfRange, in_range};

/// Where metrics are told: the section `[metrics]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Section")]
pub struct MetricsConfig {
    /// The collector; none to tell nobody.
    pub otlp_endpoint: Option<String>,
    /// How often it is told.
    pub interval: Duration,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    otlp_endpoint: String,
    interval_ms: u64,
}

/// Why the section cannot be used.
#[derive(Debug, thiserror::Error)]
enum SectionError {
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    #[error("otlp_endpoint must be a collector that speaks plain text, such as \"http://127.0.0.1:4317\", not {0:?}")]
    NotAnEndpoint(String),
}

impl TryFrom<Section> for MetricsConfig {
    type Error = SectionError;

    fn try_from(section: Section) -> Result<Self, SectionError> {
        let endpoint = section.otlp_endpoint;
        let uri = endpoint.parse::<http::Uri>().ok();
        let is_endpoint = uri.is_some_and(|uri| uri.scheme_str() == Some("http") && uri.authority().is_some());
        if !endpoint.is_empty() && !is_endpoint {
            return Err(SectionError::NotAnEndpoint(endpoint));
        }
        let interval_ms = in_range("interval_ms", section.interval_ms, 1000..=600_000)?;
        Ok(Self {
            otlp_endpoint: Some(endpoint).filter(|endpoint| !endpoint.is_empty()),
            interval: Duration::from_millis(interval_ms),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct Settings {
        metrics: MetricsConfig,
    }

    fn load(key: &str, value: &str) -> Result<MetricsConfig, String> {
        let overrides = [(key.to_owned(), value.to_owned())];
        let settings = crate::config::load::<Settings>(crate::DEFAULTS, None, [], overrides);
        settings
            .map(|settings| settings.metrics)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn nobody_is_told_unless_a_collector_is_named() {
        assert_eq!(load("metrics.interval_ms", "1000").unwrap().otlp_endpoint, None);
        let endpoint = "http://collector.example:4317";
        let told = load("metrics.otlp_endpoint", endpoint).unwrap();
        assert_eq!(told.otlp_endpoint.as_deref(), Some(endpoint));
    }

    #[test]
    fn what_cannot_be_told_to_is_refused() {
        for (key, value) in [
            ("metrics.otlp_endpoint", "collector.example:4317"),
            ("metrics.otlp_endpoint", "https://collector.example:4317"),
            ("metrics.otlp_endpoint", "http://"),
            ("metrics.interval_ms", "999"),
            ("metrics.interval_ms", "600001"),
        ] {
            let refused = load(key, value).unwrap_err();
            assert!(refused.contains(&format!("`{key}` from the command line")), "{refused}");
        }
    }
}
