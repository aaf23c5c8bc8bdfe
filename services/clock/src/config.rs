//! The clock's settings.

use std::time::Duration;

use corners_service::config::{OutOfRange, in_range};
use serde::Deserialize;

/// The section `[clock]` of the default configuration, with every setting explained.
pub const DEFAULTS: &str = include_str!("defaults.toml");

/// The settings of a clock replica: the section `[clock]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Section")]
pub struct Options {
    beat_interval: Duration,
    deliveries_at_once: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    beat_interval_ms: u64,
    deliveries_at_once: u64,
}

impl Options {
    /// How often game-authority is probed for a beat.
    pub const fn beat_interval(&self) -> Duration {
        self.beat_interval
    }

    /// How many alarms are being delivered at once, at most.
    pub const fn deliveries_at_once(&self) -> usize {
        self.deliveries_at_once
    }
}

impl Default for Options {
    /// What the default file says.
    fn default() -> Self {
        Self {
            beat_interval: Duration::from_millis(200),
            deliveries_at_once: 256,
        }
    }
}

impl TryFrom<Section> for Options {
    type Error = OutOfRange;

    fn try_from(section: Section) -> Result<Self, OutOfRange> {
        let beat_interval_ms = in_range("beat_interval_ms", section.beat_interval_ms, 20..=300)?;
        let deliveries_at_once = in_range("deliveries_at_once", section.deliveries_at_once, 1..=10_000)?;
        Ok(Self {
            beat_interval: Duration::from_millis(beat_interval_ms),
            deliveries_at_once: usize::try_from(deliveries_at_once).unwrap_or(usize::MAX),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_file_says_what_the_defaults_are() {
        #[derive(Debug, Deserialize)]
        struct File {
            clock: Options,
        }
        let file: File = corners_service::config::load(DEFAULTS, None, [], []).unwrap();
        assert_eq!(file.clock, Options::default());
    }

    #[test]
    fn settings_out_of_range_name_their_key() {
        let refused = |beat_interval_ms, deliveries_at_once| {
            Options::try_from(Section {
                beat_interval_ms,
                deliveries_at_once,
            })
            .unwrap_err()
            .to_string()
        };
        assert_eq!(refused(19, 256), "beat_interval_ms must be from 20 to 300, not 19");
        assert_eq!(refused(301, 256), "beat_interval_ms must be from 20 to 300, not 301");
        assert_eq!(refused(200, 0), "deliveries_at_once must be from 1 to 10000, not 0");
    }
}
