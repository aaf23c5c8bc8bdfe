//! The section `[rating]`.

use corners_feed::FeedOptions;
use corners_service::config::OutOfRange;
use serde::Deserialize;

use crate::domain::{InvalidPolicy, Policy, Rulebook};

/// The section `[rating]` of the default configuration, with every setting explained.
pub const DEFAULTS: &str = include_str!("defaults.toml");

/// The settings of the rating service: the section `[rating]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Section")]
pub struct Options {
    /// How ratings are made.
    pub rulebook: Rulebook,
    /// What bounds the stream of rating events.
    pub feed: FeedOptions,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    events_kept: u64,
    patience_ms: u64,
    policy: Policy,
}

/// A setting of the section that cannot be used.
#[derive(Debug, thiserror::Error)]
enum Unusable {
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    #[error("policy: {0}")]
    Policy(#[from] InvalidPolicy),
}

impl TryFrom<Section> for Options {
    type Error = Unusable;

    fn try_from(section: Section) -> Result<Self, Unusable> {
        Ok(Self {
            rulebook: Rulebook::new(section.policy)?,
            feed: FeedOptions::of_settings(section.events_kept, section.patience_ms)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct Settings {
        rating: Options,
    }

    fn load(key: &str, value: &str) -> Result<Options, String> {
        let overrides = [(key.to_owned(), value.to_owned())];
        let settings: Result<Settings, _> = corners_service::config::load(DEFAULTS, None, [], overrides);
        settings
            .map(|settings| settings.rating)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn the_defaults_are_what_the_file_says() {
        let options = load("rating.events_kept", "10000").unwrap();
        assert_eq!(*options.rulebook.policy(), Policy::default());
        assert_eq!(options.feed, FeedOptions::default());
    }

    #[test]
    fn a_first_move_advantage_is_for_a_variant_that_has_ratings() {
        let options = load("rating.policy.first_move_advantage.classic-3x4", "12.5").unwrap();
        let advantage = |variant| {
            options
                .rulebook
                .system(variant)
                .unwrap()
                .parameters()
                .first_move_advantage
        };
        assert_eq!((advantage("classic-3x4"), advantage("classic-3x3")), (12.5, 0.0));
        let refused = load("rating.policy.first_move_advantage.triangle", "12.5").unwrap_err();
        assert!(refused.contains("triangle"), "{refused}");
    }

    #[test]
    fn what_cannot_be_used_is_named() {
        for (key, value) in [
            ("rating.events_kept", "999"),
            ("rating.patience_ms", "99"),
            ("rating.policy.tau", "0"),
            ("rating.policy.start_deviation", "501"),
            ("rating.policy.weight_against_bots", "0"),
            ("rating.policy.weight_against_bots", "1.5"),
            ("rating.policy.fewest_plies", "1"),
            ("rating.policy.pair_games_a_day", "0"),
            ("rating.policy.listed_to", "nan"),
            ("rating.policy.provisional_from", "0"),
        ] {
            let name = key.rsplit_once('.').unwrap().1;
            let refused = load(key, value).unwrap_err();
            assert!(refused.contains(name), "{key}: {refused}");
        }
    }
}
