//! The section `[archive]`.

use corners_feed::FeedOptions;
use corners_service::config::OutOfRange;
use serde::Deserialize;

/// The section `[archive]` of the default configuration, with every setting explained.
pub const DEFAULTS: &str = include_str!("defaults.toml");

/// The longest source, in characters.
const LONGEST_SOURCE: usize = 200;

/// The settings of an archive: the section `[archive]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Section")]
pub struct Options {
    /// The `source` of result events, a URI reference.
    pub source: String,
    /// What bounds the result feed.
    pub feed: FeedOptions,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    source: String,
    events_kept: u64,
    patience_ms: u64,
}

impl Default for Options {
    /// What the default file says.
    fn default() -> Self {
        Self {
            source: "/corners".to_owned(),
            feed: FeedOptions::default(),
        }
    }
}

/// A setting of the section that cannot be used.
#[derive(Debug, thiserror::Error)]
enum Unusable {
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    #[error("`source` has to be a URI reference of 1 to {LONGEST_SOURCE} characters, such as \"/corners\", not {0:?}")]
    Source(String),
}

impl TryFrom<Section> for Options {
    type Error = Unusable;

    fn try_from(section: Section) -> Result<Self, Unusable> {
        let feed = FeedOptions::of_settings(section.events_kept, section.patience_ms)?;
        if !is_uri_reference(&section.source) {
            return Err(Unusable::Source(section.source));
        }
        Ok(Self {
            source: section.source,
            feed,
        })
    }
}

/// Whether a text has only characters that a URI reference can have (RFC 3986).
fn is_uri_reference(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=%".contains(&byte);
    (1..=LONGEST_SOURCE).contains(&text.len()) && text.bytes().all(is_allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct Settings {
        archive: Options,
    }

    fn load(key: &str, value: &str) -> Result<Options, String> {
        let overrides = [(key.to_owned(), value.to_owned())];
        let settings: Result<Settings, _> = corners_service::config::load(DEFAULTS, None, [], overrides);
        settings
            .map(|settings| settings.archive)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn the_defaults_are_what_the_file_says() {
        assert_eq!(load("archive.events_kept", "10000"), Ok(Options::default()));
    }

    #[test]
    fn what_cannot_be_used_is_named() {
        for (key, value) in [
            ("archive.events_kept", "999"),
            ("archive.events_kept", "1000001"),
            ("archive.patience_ms", "99"),
            ("archive.patience_ms", "600001"),
            ("archive.source", ""),
            ("archive.source", "the club"),
        ] {
            let name = key.split_once('.').unwrap().1;
            assert!(load(key, value).unwrap_err().contains(name), "{key}");
        }
    }
}
