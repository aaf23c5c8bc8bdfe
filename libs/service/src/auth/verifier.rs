//! From a token to its caller.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use corners_proto::error::{Reason, Refusal};
use jsonwebtoken::{Algorithm, Validation, decode, decode_header};

use super::cache::{TokenCache, TokenDigest};
use super::{AUDIENCE, Caller, Claims, ISSUER, KeySet, Scopes};

/// Our tokens have about 400 bytes.
const LONGEST_TOKEN: usize = 4096;

/// Why a token proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It is not a token of this platform: malformed, signed by another key, or with other claims.
    #[error("the token is not one of this platform's; get a new one")]
    Invalid,
    /// It was one, once.
    #[error("the token has expired; get a new one")]
    Expired,
}

impl From<TokenError> for Refusal {
    fn from(error: TokenError) -> Self {
        let reason = match error {
            TokenError::Invalid => Reason::TokenInvalid,
            TokenError::Expired => Reason::TokenExpired,
        };
        Self::new(reason, error.to_string())
    }
}

/// Verifies tokens with a set of public keys. Clones share the memory of tokens already verified.
#[derive(Clone, Debug)]
pub struct Verifier {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    keys: KeySet,
    validation: Validation,
    verified: Mutex<TokenCache>,
}

impl Verifier {
    /// A verifier that trusts these keys.
    #[must_use]
    pub fn new(keys: KeySet) -> Self {
        let mut validation = Validation::new(Algorithm::EdDSA);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[AUDIENCE]);
        validation.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
        // Checked against the time that is passed in, also for tokens that are remembered.
        validation.validate_exp = false;
        Self {
            inner: Arc::new(Inner {
                keys,
                validation,
                verified: Mutex::default(),
            }),
        }
    }

    /// Who the token stands for at the moment `now`.
    ///
    /// # Errors
    ///
    /// [`TokenError::Expired`] for a token of ours whose time is over, [`TokenError::Invalid`] for anything else.
    pub fn verify(&self, token: &str, now: SystemTime) -> Result<Caller, TokenError> {
        if token.len() > LONGEST_TOKEN {
            return Err(TokenError::Invalid);
        }
        let digest = TokenDigest::of(token);
        let remembered = self.verified().get(digest);
        let caller = match remembered {
            Some(caller) => caller,
            None => self.verify_signature(token)?,
        };
        if caller.expires_at <= now {
            return Err(TokenError::Expired);
        }
        if remembered.is_none() {
            self.verified().insert(digest, caller);
        }
        Ok(caller)
    }

    fn verify_signature(&self, token: &str) -> Result<Caller, TokenError> {
        let key_id = decode_header(token)
            .ok()
            .and_then(|header| header.kid)
            .ok_or(TokenError::Invalid)?;
        let key = self.inner.keys.find(&key_id).ok_or(TokenError::Invalid)?;
        let token = decode::<Claims>(token, key, &self.inner.validation).map_err(|_| TokenError::Invalid)?;
        caller_of(&token.claims).ok_or(TokenError::Invalid)
    }

    fn verified(&self) -> std::sync::MutexGuard<'_, TokenCache> {
        self.inner.verified.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn caller_of(claims: &Claims) -> Option<Caller> {
    Some(Caller {
        account: claims.sub.parse().ok()?,
        kind: claims.kind.parse().ok()?,
        scopes: Scopes::parse(&claims.scope),
        expires_at: SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(claims.exp))?,
    })
}
