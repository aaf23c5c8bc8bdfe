//! The token that the services of one machine share.

use std::fmt;
use std::path::Path;

use data_encoding::BASE32_NOPAD;
use http::HeaderValue;
use subtle::ConstantTimeEq;

use crate::config::ConfigError;
use crate::secret_file::{SecretFileError, read_or_make};

/// What a token begins with, for those who look for secrets that got lost.
const PREFIX: &str = "cst_";

/// Bytes of chance in a token that is made here.
const BYTES: usize = 32;

/// The shortest and the longest text that is taken for a token, in characters.
const SHORTEST: usize = 32;
const LONGEST: usize = 512;

/// The setting that names the file.
const SETTING: &str = "internal.token_file";

/// A token. It is not shown.
#[derive(Clone)]
pub struct ServiceToken(HeaderValue);

impl ServiceToken {
    /// A new one.
    #[must_use]
    pub fn random() -> Self {
        // It is a header's value by its alphabet.
        Self::parse(&random_text()).unwrap_or_else(|| Self(HeaderValue::from_static(PREFIX)))
    }

    /// The one in a file, which is made if it does not exist.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or made, or holds no token.
    pub fn read_or_make(path: &Path) -> Result<Self, ConfigError> {
        let text = read_or_make(path, "service token", || Ok::<_, SecretFileError>(random_text()));
        Self::of_file(path, &text.map_err(|error| unusable(error.to_string()))?)
    }

    /// The one in a file.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or holds no token.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| unusable(format!("cannot read {}: {error}", path.display())))?;
        Self::of_file(path, &text)
    }

    fn of_file(path: &Path, text: &str) -> Result<Self, ConfigError> {
        let problem = || {
            format!(
                "{} holds no token of {SHORTEST} to {LONGEST} letters, digits and signs; delete it to have one made",
                path.display()
            )
        };
        Self::parse(text).ok_or_else(|| unusable(problem()))
    }

    /// Takes a text for a token, if it is one: 32 to 512 visible characters of ASCII, whatever white space is around.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim_ascii();
        let fits = (SHORTEST..=LONGEST).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        let mut value = HeaderValue::from_str(text).ok().filter(|_| fits)?;
        // Neither shown by `Debug` nor kept in the tables of a connection.
        value.set_sensitive(true);
        Some(Self(value))
    }

    pub(super) fn header(&self) -> HeaderValue {
        self.0.clone()
    }

    /// Whether `shown` is the token; how long that takes tells nothing of where it differs.
    pub(super) fn is(&self, shown: &[u8]) -> bool {
        self.0.as_bytes().ct_eq(shown).into()
    }
}

impl fmt::Debug for ServiceToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ServiceToken(..)")
    }
}

fn random_text() -> String {
    format!("{PREFIX}{}", BASE32_NOPAD.encode(&rand::random::<[u8; BYTES]>()))
}

fn unusable(problem: String) -> ConfigError {
    ConfigError::Unusable { key: SETTING, problem }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn services_that_name_the_same_file_have_the_same_token() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("service-token");
        let (one, other) = (
            ServiceToken::read_or_make(&path).unwrap(),
            ServiceToken::read_or_make(&path).unwrap(),
        );
        assert!(one.is(other.header().as_bytes()));
        assert!(one.is(ServiceToken::read(&path).unwrap().header().as_bytes()));
        assert!(!one.is(ServiceToken::random().header().as_bytes()));
        assert!(!one.is(b"") && !one.is(&one.header().as_bytes()[1..]));
    }

    #[test]
    fn a_file_that_holds_no_token_is_refused_and_not_repeated() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("service-token");
        for text in ["", "short", &"a b".repeat(20), &"x".repeat(513)] {
            std::fs::write(&path, text).unwrap();
            let refused = ServiceToken::read_or_make(&path).unwrap_err().to_string();
            assert!(refused.contains("`internal.token_file`"), "{refused}");
            assert!(text.is_empty() || !refused.contains(text), "{refused}");
        }
        assert!(ServiceToken::read(&folder.path().join("none")).is_err());
    }

    #[test]
    fn a_line_end_behind_it_is_no_part_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("service-token");
        let text = random_text();
        std::fs::write(&path, format!("{text}\n")).unwrap();
        assert!(ServiceToken::read(&path).unwrap().is(text.as_bytes()));
    }

    #[test]
    fn it_is_shown_nowhere() {
        let token = ServiceToken::random();
        let text = token.header().to_str().unwrap().to_owned();
        assert!(!format!("{token:?}{:?}", token.header()).contains(&text));
    }
}
