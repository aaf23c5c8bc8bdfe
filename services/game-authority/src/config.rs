//! The settings of game-authority.

use std::time::Duration;

use corners_service::config::{OutOfRange, in_range};
use serde::Deserialize;

use crate::watch::WatchOptions;

/// The section `[game]` of the default configuration, with every setting explained.
pub const DEFAULTS: &str = include_str!("defaults.toml");

/// The settings of an authority: the section `[game]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Section")]
pub struct Options {
    /// How many folded tables are kept in memory.
    pub folds_kept: usize,
    /// How many finished tables may wait to be acknowledged before no new ones are made.
    pub most_finished: u64,
    /// How many live tables an account may sit at.
    pub tables_per_account: usize,
    /// What bounds a watcher.
    pub watch: WatchOptions,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    folds_kept: u64,
    most_finished: u64,
    tables_per_account: u64,
    heartbeat_ms: u64,
    patience_ms: u64,
}

impl Default for Options {
    /// What the default file says.
    fn default() -> Self {
        let watch = WatchOptions {
            heartbeat: Duration::from_secs(10),
            patience: Duration::from_secs(15),
        };
        Self {
            folds_kept: 20_000,
            most_finished: 100_000,
            tables_per_account: 200,
            watch,
        }
    }
}

impl TryFrom<Section> for Options {
    type Error = OutOfRange;

    fn try_from(section: Section) -> Result<Self, OutOfRange> {
        let millis = |key, got, range| in_range(key, got, range).map(Duration::from_millis);
        let tables_per_account = in_range("tables_per_account", section.tables_per_account, 1..=10_000)?;
        let folds_kept = in_range("folds_kept", section.folds_kept, 1..=10_000_000)?;
        Ok(Self {
            folds_kept: usize::try_from(folds_kept).unwrap_or(usize::MAX),
            most_finished: in_range("most_finished", section.most_finished, 1..=1_000_000_000)?,
            tables_per_account: usize::try_from(tables_per_account).unwrap_or(usize::MAX),
            watch: WatchOptions {
                heartbeat: millis("heartbeat_ms", section.heartbeat_ms, 1_000..=15_000)?,
                patience: millis("patience_ms", section.patience_ms, 100..=600_000)?,
            },
        })
    }
}
