//! The section `[server]`.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use http::HeaderValue;
use ipnet::IpNet;
use serde::Deserialize;

use crate::config::{OutOfRange, in_range};

/// How a server listens, what it bears, and how it stops: the section `[server]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Section")]
pub struct ServerConfig {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// Connections open at once.
    pub max_connections: usize,
    /// Unary calls being answered at once.
    pub max_calls: usize,
    /// Streams open at once.
    pub max_streams: usize,
    /// Calls and streams open on one HTTP/2 connection.
    pub max_streams_per_connection: u32,
    /// How long a unary call may take, and how long until a stream begins.
    pub call_timeout: Duration,
    /// How long a part of a response may wait for its client to take it.
    pub patience: Duration,
    /// How often a connection is pinged.
    pub keepalive_interval: Duration,
    /// How long the answer to a ping may take.
    pub keepalive_timeout: Duration,
    /// How long stopping may take.
    pub drain_limit: Duration,
    /// The web origins whose pages may call.
    pub cors_origins: CorsOrigins,
    /// Where proxies are whose word on their clients' addresses is taken.
    pub trusted_proxies: Vec<IpNet>,
    /// Whether plain text is allowed beyond the loopback.
    pub plaintext: bool,
}

/// The web origins whose pages may call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CorsOrigins {
    /// All.
    Any,
    /// Only these.
    These(Vec<HeaderValue>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    listen: SocketAddr,
    max_connections: u64,
    max_calls: u64,
    max_streams: u64,
    max_streams_per_connection: u64,
    call_timeout_ms: u64,
    patience_ms: u64,
    keepalive_interval_ms: u64,
    keepalive_timeout_ms: u64,
    drain_limit_ms: u64,
    cors_origins: Vec<String>,
    trusted_proxies: Vec<String>,
    plaintext: bool,
}

/// Why the section cannot be used.
#[derive(Debug, thiserror::Error)]
enum SectionError {
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    #[error("cors_origins must be \"*\" alone, or origins such as \"https://club.example\", not {0:?}")]
    NotAnOrigin(String),
    #[error("trusted_proxies must be ranges such as \"10.0.0.0/8\" or addresses, not {0:?}")]
    NotARange(String),
}

impl TryFrom<Section> for ServerConfig {
    type Error = SectionError;

    fn try_from(section: Section) -> Result<Self, SectionError> {
        let millis = |key, value, range| in_range(key, value, range).map(Duration::from_millis);
        let streams_per_connection = in_range(
            "max_streams_per_connection",
            section.max_streams_per_connection,
            1..=10_000,
        )?;
        Ok(Self {
            listen: section.listen,
            max_connections: count("max_connections", section.max_connections, 100_000)?,
            max_calls: count("max_calls", section.max_calls, 100_000)?,
            max_streams: count("max_streams", section.max_streams, 1_000_000)?,
            max_streams_per_connection: u32::try_from(streams_per_connection).unwrap_or(u32::MAX),
            call_timeout: millis("call_timeout_ms", section.call_timeout_ms, 100..=60_000)?,
            patience: millis("patience_ms", section.patience_ms, 100..=600_000)?,
            keepalive_interval: millis("keepalive_interval_ms", section.keepalive_interval_ms, 1000..=600_000)?,
            keepalive_timeout: millis("keepalive_timeout_ms", section.keepalive_timeout_ms, 1000..=60_000)?,
            drain_limit: millis("drain_limit_ms", section.drain_limit_ms, 0..=600_000)?,
            cors_origins: origins(section.cors_origins)?,
            trusted_proxies: section
                .trusted_proxies
                .into_iter()
                .map(range)
                .collect::<Result<_, _>>()?,
            plaintext: section.plaintext,
        })
    }
}

fn count(key: &'static str, value: u64, most: u64) -> Result<usize, OutOfRange> {
    Ok(usize::try_from(in_range(key, value, 1..=most)?).unwrap_or(usize::MAX))
}

fn origins(texts: Vec<String>) -> Result<CorsOrigins, SectionError> {
    if texts == ["*"] {
        return Ok(CorsOrigins::Any);
    }
    texts
        .into_iter()
        .map(origin)
        .collect::<Result<_, _>>()
        .map(CorsOrigins::These)
}

/// Scheme, host and port, as browsers send it: without a path.
fn origin(text: String) -> Result<HeaderValue, SectionError> {
    let is_origin = text.split_once("://").is_some_and(|(scheme, host)| {
        matches!(scheme, "http" | "https") && !host.is_empty() && !host.contains(['/', '*'])
    });
    match HeaderValue::from_str(&text) {
        Ok(value) if is_origin => Ok(value),
        _ => Err(SectionError::NotAnOrigin(text)),
    }
}

/// A range of addresses, or one address.
fn range(text: String) -> Result<IpNet, SectionError> {
    let one = |_| text.parse::<IpAddr>().map(IpNet::from);
    text.parse().or_else(one).map_err(|_| SectionError::NotARange(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::telemetry::TelemetryConfig;

    #[derive(Debug, Deserialize)]
    struct Settings {
        server: ServerConfig,
        #[serde(rename = "log")]
        _log: TelemetryConfig,
    }

    fn load(key: &str, value: &str) -> Result<ServerConfig, String> {
        let overrides = [(key.to_owned(), value.to_owned())];
        let settings: Result<Settings, _> = crate::config::load(crate::DEFAULTS, None, [], overrides);
        settings
            .map(|settings| settings.server)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn the_defaults_are_a_configuration() {
        let config = load("log.filter", "info").unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(config.cors_origins, CorsOrigins::Any);
        assert_eq!(config.drain_limit, Duration::from_secs(10));
    }

    #[test]
    fn every_number_out_of_range_is_named() {
        for (key, value) in [
            ("server.max_connections", "0"),
            ("server.max_calls", "100001"),
            ("server.max_streams", "0"),
            ("server.max_streams_per_connection", "10001"),
            ("server.call_timeout_ms", "99"),
            ("server.patience_ms", "99"),
            ("server.keepalive_interval_ms", "999"),
            ("server.keepalive_timeout_ms", "60001"),
            ("server.drain_limit_ms", "600001"),
            ("server.drain_limit_ms", "-1"),
        ] {
            let refused = load(key, value).unwrap_err();
            assert!(refused.contains(&format!("`{key}` from the command line")), "{refused}");
        }
    }

    #[test]
    fn origins_are_all_or_listed() {
        let listed = load("server.cors_origins", "https://club.example,http://localhost:5173").unwrap();
        assert!(matches!(listed.cors_origins, CorsOrigins::These(origins) if origins.len() == 2));
        for bad in [
            "*,https://club.example",
            "club.example",
            "https://club.example/",
            "https://*.example",
        ] {
            let refused = load("server.cors_origins", bad).unwrap_err();
            assert!(refused.contains("`server.cors_origins`"), "{refused}");
        }
    }

    #[test]
    fn trusted_proxies_are_ranges_or_single_addresses() {
        let config = load("server.trusted_proxies", "10.0.0.0/8,fd00::/8,192.0.2.7").unwrap();
        let ranges: Vec<_> = config.trusted_proxies.iter().map(ToString::to_string).collect();
        assert_eq!(ranges, ["10.0.0.0/8", "fd00::/8", "192.0.2.7/32"]);
        for bad in ["10.0.0.0/33", "proxy.example", "10.0.0.0-10.0.0.9"] {
            let refused = load("server.trusted_proxies", bad).unwrap_err();
            assert!(refused.contains("`server.trusted_proxies`"), "{refused}");
        }
    }
}
