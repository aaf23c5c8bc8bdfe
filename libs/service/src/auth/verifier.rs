//! From a token to its caller.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use corners_proto::error::{Reason, Refusal};
use futures::FutureExt;
use futures::future::BoxFuture;
use jsonwebtoken::{Algorithm, Validation, decode, decode_header};

use super::cache::{GENERATION, TokenCache, TokenDigest};
use super::trust::{Keys, LONGEST_TOKEN_LIFE};
use super::{AUDIENCE, Caller, Claims, ISSUER, Scopes, Source, Trust};
use crate::metrics::observe_lookups;

/// Our tokens have about 500 bytes.
const LONGEST_TOKEN: usize = 4096;

/// How far the clocks of the platform's machines may differ.
const CLOCK_SKEW: Duration = Duration::from_secs(60);

/// Why a token proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It is not a token of this platform: malformed, signed by another key, or with other claims.
    #[error("the token is not one of this platform's; get a new one")]
    Invalid,
    /// It was one, once.
    #[error("the token has expired: get a new one, and resume streams with it")]
    Expired,
    /// What it was made from, or its account, was revoked.
    #[error("the token was revoked: sign in again")]
    Revoked,
    /// It is not known yet which keys sign tokens.
    #[error("this service has just started and does not know yet which tokens to trust; repeat the call")]
    KeysUnknown,
}

impl From<TokenError> for Refusal {
    fn from(error: TokenError) -> Self {
        let reason = match error {
            TokenError::Invalid => Reason::TokenInvalid,
            TokenError::Expired => Reason::TokenExpired,
            TokenError::Revoked => Reason::TokenRevoked,
            TokenError::KeysUnknown => Reason::KeysUnknown,
        };
        Self::new(reason, error.to_string())
    }
}

/// What turns a token into its caller: a [`Verifier`], or what a simulation has in its place.
pub trait Authenticator: std::fmt::Debug + Send + Sync + 'static {
    /// Who the token stands for at the moment `now`.
    ///
    /// # Errors
    ///
    /// Why it stands for nobody.
    fn authenticate(&self, token: &str, now: SystemTime) -> Result<Caller, TokenError>;

    /// Resolves when the caller's token is no longer good although its time is not over.
    fn revoked(&self, caller: Caller) -> BoxFuture<'static, TokenError>;
}

/// Verifies tokens with the keys that are trusted. Clones share the memory of tokens already verified.
#[derive(Clone, Debug)]
pub struct Verifier {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    trust: Trust,
    validation: Validation,
    verified: Mutex<Verified>,
    found: Arc<AtomicU64>,
    missed: Arc<AtomicU64>,
}

/// Tokens that were verified with the keys of one version.
#[derive(Debug)]
struct Verified {
    keys: u64,
    tokens: TokenCache,
}

impl Verified {
    fn with_keys(version: u64) -> Self {
        Self {
            keys: version,
            tokens: TokenCache::new(GENERATION),
        }
    }
}

impl Verifier {
    /// A verifier that trusts what `trust` says at each moment.
    #[must_use]
    pub fn new(trust: Trust) -> Self {
        let mut validation = Validation::new(Algorithm::EdDSA);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[AUDIENCE]);
        validation.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
        // Checked against the time that is passed in, also for tokens that are remembered.
        validation.validate_exp = false;
        let (found, missed) = (Arc::default(), Arc::default());
        observe_lookups(Arc::clone(&found), Arc::clone(&missed));
        Self {
            inner: Arc::new(Inner {
                trust,
                validation,
                verified: Mutex::new(Verified::with_keys(0)),
                found,
                missed,
            }),
        }
    }

    /// Who the token stands for at the moment `now`.
    ///
    /// # Errors
    ///
    /// [`TokenError::Expired`] and [`TokenError::Revoked`] for a token of ours whose time is over,
    /// [`TokenError::KeysUnknown`] before there are keys, [`TokenError::Invalid`] for anything else.
    pub fn verify(&self, token: &str, now: SystemTime) -> Result<Caller, TokenError> {
        if token.len() > LONGEST_TOKEN {
            return Err(TokenError::Invalid);
        }
        let keys = self.inner.trust.keys().ok_or(TokenError::KeysUnknown)?;
        let digest = TokenDigest::of(token);
        let remembered = self.verified(&keys).tokens.get(digest);
        let lookups = if remembered.is_some() {
            &self.inner.found
        } else {
            &self.inner.missed
        };
        lookups.fetch_add(1, Ordering::Relaxed);
        let caller = match remembered {
            Some(caller) => caller,
            None => self.verify_signature(token, &keys)?,
        };
        if caller.expires_at <= now {
            return Err(TokenError::Expired);
        }
        self.inner.trust.check(&caller)?;
        if remembered.is_none() {
            if caller.issued_at > now + CLOCK_SKEW {
                return Err(TokenError::Invalid);
            }
            self.verified(&keys).tokens.insert(digest, caller);
        }
        Ok(caller)
    }

    fn verify_signature(&self, token: &str, keys: &Keys) -> Result<Caller, TokenError> {
        let header = decode_header(token).map_err(|_| TokenError::Invalid)?;
        let key_id = header.kid.filter(|_| header.alg == Algorithm::EdDSA);
        let key_id = key_id.ok_or(TokenError::Invalid)?;
        let Some(key) = keys.set.find(&key_id) else {
            self.inner.trust.ask();
            return Err(TokenError::Invalid);
        };
        let token = decode::<Claims>(token, key, &self.inner.validation).map_err(|_| TokenError::Invalid)?;
        caller_of(&token.claims).ok_or(TokenError::Invalid)
    }

    /// What was verified with these keys; what was verified with others is forgotten.
    fn verified(&self, keys: &Keys) -> MutexGuard<'_, Verified> {
        let mut verified = self.inner.verified.lock().unwrap_or_else(PoisonError::into_inner);
        if verified.keys != keys.version {
            *verified = Verified::with_keys(keys.version);
        }
        verified
    }
}

impl Authenticator for Verifier {
    fn authenticate(&self, token: &str, now: SystemTime) -> Result<Caller, TokenError> {
        self.verify(token, now)
    }

    fn revoked(&self, caller: Caller) -> BoxFuture<'static, TokenError> {
        self.inner.trust.clone().revoked(caller).boxed()
    }
}

/// A token that lives longer than any of ours is none: revocations are not remembered for so long.
fn caller_of(claims: &Claims) -> Option<Caller> {
    let moment = |seconds| SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds));
    let (issued_at, expires_at) = (moment(claims.iat)?, moment(claims.exp)?);
    if expires_at.duration_since(issued_at).ok()? > LONGEST_TOKEN_LIFE {
        return None;
    }
    Some(Caller {
        account: claims.sub.parse().ok()?,
        kind: claims.kind.parse().ok()?,
        scopes: Scopes::parse(&claims.scope),
        source: Source::parse(&claims.src, claims.sid.as_deref())?,
        issued_at,
        expires_at,
    })
}
