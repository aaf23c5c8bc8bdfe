//! The section `[accounts]`.

use std::time::Duration;

use corners_service::config::{OutOfRange, in_range};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::domain::{Digest, SecretText};

/// The section `[accounts]` of the default configuration, with every setting explained.
pub const DEFAULTS: &str = include_str!("defaults.toml");

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The settings of an accounts replica: the section `[accounts]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Section")]
pub struct Options {
    /// How long an access token is valid.
    pub access_token_lifetime: Duration,
    /// How long a session lasts after its last refresh.
    pub session_lifetime: Duration,
    /// Guests that can be made in an hour.
    pub guests_per_hour: u64,
    /// Guests that can be made in an hour from one network address.
    pub guests_per_address_per_hour: u64,
    /// How long the audit log is kept.
    pub audit_kept: Duration,
    /// The SHA-256 of the operator's token, if there is one.
    pub operator_token: Option<Digest>,
    /// The outside issuers that are trusted.
    pub issuers: Vec<IssuerOptions>,
}

/// An outside issuer (OpenID Connect) that is trusted: a table of `[[accounts.issuers]]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IssuerOptions {
    /// The claim `iss`, exactly.
    pub issuer: String,
    /// The claim `aud`: our client id there.
    pub audience: String,
    /// Where its public keys are: an https URL, or a file.
    pub jwks: String,
    /// The claim that tells people apart.
    #[serde(default = "subject_claim")]
    pub subject_claim: String,
    /// The claim that suggests a display name.
    #[serde(default = "name_claim")]
    pub name_claim: String,
}

fn subject_claim() -> String {
    "sub".to_owned()
}

fn name_claim() -> String {
    "preferred_username".to_owned()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    access_token_seconds: u64,
    session_days: u64,
    guests_per_hour: u64,
    guests_per_address_per_hour: u64,
    audit_days: u64,
    operator_token_sha256: String,
    issuers: Vec<IssuerOptions>,
}

/// A setting of the section that cannot be used.
#[derive(Debug, thiserror::Error)]
enum Unusable {
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    #[error("`operator_token_sha256` is not a SHA-256: expected 64 hexadecimal digits, or nothing")]
    Digest,
    #[error("`issuers` names {0:?} twice; give each issuer one table")]
    Twice(String),
    #[error("the keys of the issuer {0:?} are at a plain http URL, where anybody between could change them; use https")]
    PlainHttp(String),
}

impl TryFrom<Section> for Options {
    type Error = Unusable;

    fn try_from(section: Section) -> Result<Self, Unusable> {
        let seconds = in_range("access_token_seconds", section.access_token_seconds, 60..=86_400)?;
        let days = |key, got, most| in_range(key, got, 1..=most).map(|days| DAY * u32::try_from(days).unwrap_or(1));
        let guests = |key, got| in_range(key, got, 1..=10_000_000);
        check_issuers(&section.issuers)?;
        Ok(Self {
            access_token_lifetime: Duration::from_secs(seconds),
            session_lifetime: days("session_days", section.session_days, 366)?,
            guests_per_hour: guests("guests_per_hour", section.guests_per_hour)?,
            guests_per_address_per_hour: guests("guests_per_address_per_hour", section.guests_per_address_per_hour)?,
            audit_kept: days("audit_days", section.audit_days, 3660)?,
            operator_token: read_digest(&section.operator_token_sha256)?,
            issuers: section.issuers,
        })
    }
}

fn check_issuers(issuers: &[IssuerOptions]) -> Result<(), Unusable> {
    for (index, issuer) in issuers.iter().enumerate() {
        if issuers[..index].iter().any(|other| other.issuer == issuer.issuer) {
            return Err(Unusable::Twice(issuer.issuer.clone()));
        }
        if issuer.jwks.starts_with("http://") && !is_loopback(&issuer.jwks) {
            return Err(Unusable::PlainHttp(issuer.issuer.clone()));
        }
    }
    Ok(())
}

/// Whether the URL stays on this machine.
fn is_loopback(url: &str) -> bool {
    let host = url.strip_prefix("http://").unwrap_or_default();
    ["127.0.0.1", "[::1]", "localhost"].iter().any(|local| {
        host.strip_prefix(local)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '/']))
    })
}

fn read_digest(text: &str) -> Result<Option<Digest>, Unusable> {
    if text.is_empty() {
        return Ok(None);
    }
    let bytes = data_encoding::HEXLOWER_PERMISSIVE
        .decode(text.as_bytes())
        .map_err(|_| Unusable::Digest)?;
    let bytes = bytes.try_into().map_err(|_| Unusable::Digest)?;
    Ok(Some(Digest::from_bytes(bytes)))
}

/// What `accounts.operator_token_sha256` is to be for this token.
#[must_use]
pub fn operator_token_sha256(token: &SecretText) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(token.as_str().as_bytes()))
}

impl Default for Options {
    /// What the default file says.
    fn default() -> Self {
        Self {
            access_token_lifetime: Duration::from_secs(3600),
            session_lifetime: 90 * DAY,
            guests_per_hour: 100_000,
            guests_per_address_per_hour: 100,
            audit_kept: 180 * DAY,
            operator_token: None,
            issuers: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::operator_token;

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

    fn load_file(text: &str) -> Result<Options, String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let settings: Result<Settings, _> = corners_service::config::load(DEFAULTS, Some(file.path()), [], []);
        settings
            .map(|settings| settings.accounts)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn the_defaults_are_what_the_file_says() {
        assert_eq!(load("accounts.session_days", "90"), Ok(Options::default()));
    }

    #[test]
    fn what_is_out_of_range_is_named() {
        for (key, value) in [
            ("accounts.access_token_seconds", "59"),
            ("accounts.access_token_seconds", "86401"),
            ("accounts.session_days", "0"),
            ("accounts.guests_per_hour", "0"),
            ("accounts.guests_per_address_per_hour", "0"),
            ("accounts.audit_days", "0"),
            ("accounts.operator_token_sha256", "copt_secret"),
        ] {
            let name = key.split_once('.').unwrap().1;
            assert!(load(key, value).unwrap_err().contains(name), "{key}");
        }
    }

    #[test]
    fn the_operators_token_is_known_by_its_digest() {
        let token = operator_token([1; 32]);
        let options = load("accounts.operator_token_sha256", &operator_token_sha256(&token)).unwrap();
        assert_eq!(options.operator_token, Some(token.digest()));
    }

    #[test]
    fn issuers_are_tables() {
        let table = |issuer, jwks| {
            format!("[[accounts.issuers]]\nissuer = \"{issuer}\"\naudience = \"corners\"\njwks = \"{jwks}\"\n")
        };
        let both = table("https://a.example", "https://a.example/jwks") + &table("b", "b.json");
        let options = load_file(&both).unwrap();
        assert_eq!(options.issuers.len(), 2);
        assert_eq!(options.issuers[1].subject_claim, "sub");
        let twice = table("a", "a.json") + &table("a", "b.json");
        assert!(load_file(&twice).unwrap_err().contains("twice"));
        let plain = load_file(&table("a", "http://a.example/jwks"));
        assert!(plain.unwrap_err().contains("https"));
        assert!(load_file(&table("a", "http://127.0.0.1:80/jwks")).is_ok());
        assert!(load_file(&(table("a", "a.json") + "keys = 3\n")).is_err());
    }
}
