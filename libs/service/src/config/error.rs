//! What is wrong with the settings.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use figment::Figment;

use super::known::Known;
use crate::internal::InvalidAddress;

/// Why the settings cannot be used. A `main` that gets one ends with exit code 64.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The command line has something that it cannot have.
    #[error("cannot read the command line: unexpected {unexpected:?}; expected at most --config <file>")]
    CommandLine {
        /// The argument.
        unexpected: String,
    },
    /// The operator's file cannot be read.
    #[error("cannot read the configuration file {path}; check its name and its permissions")]
    UnreadableFile {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// The text is not TOML.
    #[error("cannot read {origin}: {problem}")]
    Syntax {
        /// Which text.
        origin: String,
        /// Where and why.
        problem: String,
    },
    /// There is no such setting.
    #[error("unknown setting `{key}` in {origin}; expected one of: {known}")]
    UnknownKey {
        /// The dotted name.
        key: String,
        /// The place it came from.
        origin: String,
        /// What there is instead.
        known: String,
    },
    /// The value is not one that the setting can have.
    #[error("cannot use `{key}` from {origin}: {problem}")]
    BadValue {
        /// The dotted name of the setting, or of its section.
        key: String,
        /// The place it came from.
        origin: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The address of another service cannot be used.
    #[error(transparent)]
    Peer(#[from] InvalidAddress),
    /// The value is none that can be used here, or with the other settings.
    #[error("cannot use `{key}`: {problem}")]
    Unusable {
        /// The dotted name of the setting.
        key: &'static str,
        /// What is wrong, and what to do.
        problem: String,
    },
}

impl ConfigError {
    /// Finds the name and the origin of what is complained of.
    pub(super) fn from_figment(figment: &Figment, known: &Known, error: &figment::Error) -> Self {
        let problem = error.kind.to_string();
        let path = error.path.join(".");
        // A section that checks its ranges names its setting in the message only.
        let key = known
            .names()
            .filter(|name| path.is_empty() || name.strip_prefix(&path).is_some_and(|rest| rest.starts_with('.')))
            .find(|name| name.rsplit('.').next().is_some_and(|leaf| mentions(&problem, leaf)))
            .map_or(path, str::to_owned);
        let metadata = error.metadata.as_ref().or_else(|| figment.find_metadata(&key));
        Self::BadValue {
            origin: metadata.map_or("the defaults".into(), |found| found.name.to_string()),
            key,
            problem,
        }
    }
}

fn mentions(text: &str, word: &str) -> bool {
    text.split(|character: char| !character.is_alphanumeric() && character != '_')
        .any(|found| found == word)
}

/// A number is outside the range that its setting allows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key} must be from {min} to {max}, not {got}")]
pub struct OutOfRange {
    key: &'static str,
    min: u64,
    max: u64,
    got: u64,
}

/// Passes a number that is in the range of its setting `key`, for use in the `TryFrom` of a section.
///
/// # Errors
///
/// When it is outside.
pub fn in_range(key: &'static str, got: u64, range: RangeInclusive<u64>) -> Result<u64, OutOfRange> {
    if range.contains(&got) {
        return Ok(got);
    }
    Err(OutOfRange {
        key,
        min: *range.start(),
        max: *range.end(),
        got,
    })
}
