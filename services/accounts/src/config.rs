//! The section `[accounts]`.

use std::time::Duration;

use corners_service::config::{OutOfRange, in_range};
use serde::Deserialize;

/// The section `[accounts]` of the default configuration, with every setting explained.
pub const DEFAULTS: &str = include_str!("defaults.toml");

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The settings of an accounts replica: the section `[accounts]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Section")]
pub struct Options {
    /// How long a token is valid.
    pub(crate) token_lifetime: Duration,
    /// Guests that can be made in an hour.
    pub(crate) guests_per_hour: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    token_days: u64,
    guests_per_hour: u64,
}

impl TryFrom<Section> for Options {
    type Error = OutOfRange;

    fn try_from(section: Section) -> Result<Self, OutOfRange> {
        let days = in_range("token_days", section.token_days, 1..=1)?;
        Ok(Self {
            token_lifetime: DAY * u32::try_from(days).unwrap_or(1),
            guests_per_hour: in_range("guests_per_hour", section.guests_per_hour, 1..=10_000_000)?,
        })
    }
}

impl Default for Options {
    /// What the default file says.
    fn default() -> Self {
        Self {
            token_lifetime: DAY,
            guests_per_hour: 100_000,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct Settings {
        accounts: Options,
    }

    fn load(key: &str, value: &str) -> Result<Options, String> {
        let overrides = [(key.to_owned(), value.to_owned())];
        let settings: Result<Settings, _> = corners_service::config::load(DEFAULTS, None, [], overrides);
        settings
            .map(|settings| settings.accounts)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn the_defaults_are_what_the_file_says() {
        assert_eq!(load("accounts.token_days", "1"), Ok(Options::default()));
    }

    #[test]
    fn what_is_out_of_range_is_named() {
        for (key, value) in [
            ("accounts.token_days", "0"),
            ("accounts.token_days", "2"),
            ("accounts.guests_per_hour", "0"),
        ] {
            assert!(load(key, value).unwrap_err().contains(key));
        }
    }
}
