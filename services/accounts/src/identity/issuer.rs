//! One outside issuer: its keys, kept for a while, and what its tokens must say.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use corners_service::time::millis_since_1970;
use data_encoding::BASE64URL_NOPAD;
use jsonwebtoken::{Algorithm, Validation, decode, decode_header};
use serde_json::Value;
use tokio::sync::Mutex;

use super::jwks::{self, Key};
use super::{IdentityError, Vouched, client};
use crate::config::IssuerOptions;
use crate::store::Identity;

/// How long keys are used before they are fetched again: a key that the issuer takes back is good for no longer.
const FRESH_FOR: Duration = Duration::from_secs(60 * 60);

/// Between two fetches, however many tokens name keys that are not known.
const AT_MOST_EVERY: Duration = Duration::from_secs(30);

/// How far the issuer's clock may differ from ours.
const SKEW_SECONDS: u64 = 60;

/// Bytes of a subject.
const LONGEST_SUBJECT: usize = 255;

/// An issuer that is trusted.
pub(super) struct Issuer {
    options: IssuerOptions,
    known: RwLock<Known>,
    /// Held while the keys are fetched; when that was last tried.
    fetched: Mutex<Option<SystemTime>>,
}

/// Keys, and when they were fetched.
#[derive(Clone, Default)]
struct Known {
    keys: Arc<[Key]>,
    at: Option<SystemTime>,
}

impl Issuer {
    pub(super) fn new(options: IssuerOptions) -> Self {
        Self {
            options,
            known: RwLock::default(),
            fetched: Mutex::default(),
        }
    }

    pub(super) fn is_called(&self, issuer: &str) -> bool {
        self.options.issuer == issuer
    }

    pub(super) async fn verify(&self, token: &str, now: SystemTime) -> Result<Vouched, IdentityError> {
        let header = decode_header(token).map_err(|_| IdentityError::Invalid)?;
        if !matches!(header.alg, Algorithm::RS256 | Algorithm::ES256 | Algorithm::EdDSA) {
            return Err(IdentityError::Invalid);
        }
        let key = self.key(header.kid.as_deref(), header.alg, now).await?;
        let mut validation = Validation::new(header.alg);
        validation.set_issuer(&[&self.options.issuer]);
        validation.set_audience(&[&self.options.audience]);
        validation.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
        // Checked here, by the time that is passed in.
        validation.validate_exp = false;
        validation.validate_nbf = false;
        let read = decode::<Value>(token, &key.key, &validation).map_err(|_| IdentityError::Invalid)?;
        self.vouched(&read.claims, now)
    }

    /// What the claims of a token with a good signature say.
    fn vouched(&self, claims: &Value, now: SystemTime) -> Result<Vouched, IdentityError> {
        // Of several audiences, one must be named that it was issued to (OpenID Connect Core, 3.1.3.7).
        let audiences = claims.get("aud").and_then(Value::as_array).map_or(1, Vec::len);
        if audiences > 1 && claims.get("azp").is_none() {
            return Err(IdentityError::Invalid);
        }
        let seconds = |name: &str| claims.get(name).and_then(Value::as_f64);
        let now_seconds = millis_since_1970(now) / 1000;
        #[allow(clippy::cast_precision_loss, reason = "seconds are far below 2^52")]
        let (earliest, latest) = (
            now_seconds.saturating_sub(SKEW_SECONDS) as f64,
            (now_seconds + SKEW_SECONDS) as f64,
        );
        if seconds("exp").ok_or(IdentityError::Invalid)? <= earliest {
            return Err(IdentityError::Expired);
        }
        // Of somebody else's program (OpenID Connect Core, section 3.1.3.7), or not yet good.
        let other_party = claims
            .get("azp")
            .is_some_and(|azp| azp.as_str() != Some(&self.options.audience));
        if other_party || seconds("nbf").is_some_and(|from| latest < from) {
            return Err(IdentityError::Invalid);
        }
        let text = |claim: &str| match claims.get(claim) {
            Some(Value::String(text)) => Some(text.clone()),
            Some(Value::Number(number)) => Some(number.to_string()),
            _ => None,
        };
        let subject = text(&self.options.subject_claim);
        let subject = subject.filter(|subject| !subject.is_empty() && subject.len() <= LONGEST_SUBJECT);
        Ok(Vouched {
            identity: Identity {
                issuer: self.options.issuer.clone(),
                subject: subject.ok_or(IdentityError::Invalid)?,
            },
            suggestion: text(&self.options.name_claim).unwrap_or_default(),
        })
    }

    /// The key that a token names, fetched if it is not known.
    async fn key(&self, id: Option<&str>, algorithm: Algorithm, now: SystemTime) -> Result<Key, IdentityError> {
        let find = |known: &Known| jwks::find(&known.keys, id, algorithm).cloned();
        let known = self.known();
        if let Some(key) = find(&known)
            && is_within(FRESH_FOR, known.at, now)
        {
            return Ok(key);
        }
        let known = self.fetch(now).await;
        match find(&known) {
            Some(key) => Ok(key),
            None if known.at.is_none() => Err(IdentityError::NoKeys),
            None => Err(IdentityError::Invalid),
        }
    }

    /// Fetches the keys, unless that was tried a moment ago. Where it fails, those fetched before go on to count.
    async fn fetch(&self, now: SystemTime) -> Known {
        let mut tried = self.fetched.lock().await;
        if is_within(AT_MOST_EVERY, *tried, now) {
            return self.known();
        }
        *tried = Some(now);
        let answer = match client::get(&self.options.jwks).await {
            Ok(json) => jwks::read(&json).ok_or_else(|| "it is no JWKS".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        match answer {
            Ok(keys) => {
                let known = Known {
                    keys: keys.into(),
                    at: Some(now),
                };
                *self.known.write().unwrap_or_else(PoisonError::into_inner) = known.clone();
                known
            }
            Err(error) => {
                tracing::warn!(
                    issuer = self.options.issuer,
                    error,
                    "cannot fetch the keys of an outside issuer"
                );
                self.known()
            }
        }
    }

    fn known(&self) -> Known {
        self.known.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl fmt::Debug for Issuer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Issuer").field(&self.options.issuer).finish()
    }
}

/// The issuer that a token names, whoever signed it.
pub(super) fn named_in(token: &str) -> Option<String> {
    let payload = BASE64URL_NOPAD.decode(token.split('.').nth(1)?.as_bytes()).ok()?;
    let claims: Value = serde_json::from_slice(&payload).ok()?;
    claims.get("iss")?.as_str().map(str::to_owned)
}

/// Whether it was less than `period` ago. A clock that was set back makes nothing last longer.
fn is_within(period: Duration, at: Option<SystemTime>, now: SystemTime) -> bool {
    at.and_then(|at| now.duration_since(at).ok())
        .is_some_and(|passed| passed < period)
}
