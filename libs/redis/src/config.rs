//! The settings of a connection to Redis.

use std::fmt;
use std::time::Duration;

use serde::Deserialize;

use crate::address::NodeAddress;

/// The section `[redis]` of the default configuration, with every setting explained.
pub const DEFAULTS: &str = include_str!("defaults.toml");

/// What there is to connect to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Nothing: the embedded store is used.
    Off,
    /// One server.
    Single,
    /// The master that sentinels name.
    Sentinel,
    /// A Redis Cluster.
    Cluster,
}

impl Mode {
    /// As it is written in the settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Single => "single",
            Self::Sentinel => "sentinel",
            Self::Cluster => "cluster",
        }
    }
}

/// A text that no log and no message shows.
#[derive(Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Keeps a text secret.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.is_empty() { "none" } else { "***" })
    }
}

/// The settings: the section `[redis]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Section")]
pub struct RedisConfig {
    /// What there is to connect to.
    pub mode: Mode,
    /// The server, the sentinels, or some nodes of the cluster; at least one.
    pub nodes: Vec<NodeAddress>,
    /// The sentinels' name of the master.
    pub master: String,
    /// The user on the servers; empty for the default one.
    pub username: String,
    /// The user's password; empty for none.
    pub password: Secret,
    /// Whether to speak TLS.
    pub tls: bool,
    /// Connections for commands to each server: 1 to 16.
    pub connections: usize,
    /// How long a call may take: 50 to 900 ms.
    pub timeout: Duration,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    mode: Mode,
    nodes: Vec<String>,
    master: String,
    username: String,
    password: Secret,
    tls: bool,
    connections: usize,
    timeout_ms: u64,
}

/// The settings cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidConfig(String);

impl RedisConfig {
    /// The default settings, of this mode and for these nodes.
    pub fn of(mode: Mode, nodes: Vec<NodeAddress>) -> Self {
        Self {
            mode,
            nodes,
            master: "mymaster".to_owned(),
            username: String::new(),
            password: Secret::default(),
            tls: false,
            connections: 1,
            timeout: Duration::from_millis(500),
        }
    }
}

impl TryFrom<Section> for RedisConfig {
    type Error = InvalidConfig;

    fn try_from(section: Section) -> Result<Self, InvalidConfig> {
        let nodes = section
            .nodes
            .iter()
            .map(|text| text.parse())
            .collect::<Result<Vec<NodeAddress>, _>>()
            .map_err(|error| InvalidConfig(format!("nodes: {error}")))?;
        if nodes.is_empty() {
            return refuse("nodes must name at least one address");
        }
        if section.mode == Mode::Single && nodes.len() > 1 {
            return refuse(
                "nodes must name one address when mode is \"single\"; for several, mode is \"sentinel\" or \"cluster\"",
            );
        }
        if section.mode == Mode::Sentinel && section.master.is_empty() {
            return refuse("master must be the name of the master when mode is \"sentinel\"");
        }
        if !(1..=16).contains(&section.connections) {
            return refuse(&format!(
                "connections must be from 1 to 16, not {}",
                section.connections
            ));
        }
        if !(50..=900).contains(&section.timeout_ms) {
            return refuse(&format!(
                "timeout_ms must be from 50 to 900, not {}",
                section.timeout_ms
            ));
        }
        Ok(Self {
            mode: section.mode,
            nodes,
            master: section.master,
            username: section.username,
            password: section.password,
            tls: section.tls,
            connections: section.connections,
            timeout: Duration::from_millis(section.timeout_ms),
        })
    }
}

fn refuse(problem: &str) -> Result<RedisConfig, InvalidConfig> {
    Err(InvalidConfig(problem.to_owned()))
}
