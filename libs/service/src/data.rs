//! The section `[data]` of programs that keep their data in files.

use std::path::PathBuf;

use serde::Deserialize;

/// The section `[data]` of the default configuration, with every setting explained.
pub const DEFAULTS: &str = include_str!("data.toml");

/// Where the files are: the section `[data]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataConfig {
    /// The folder of the files.
    pub folder: PathBuf,
}
