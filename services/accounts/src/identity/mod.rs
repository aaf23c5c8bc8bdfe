//! Outside issuers (OpenID Connect): whose ID tokens sign players in.

mod client;
mod issuer;
mod jwks;

use std::time::SystemTime;

use crate::config::IssuerOptions;
use crate::store::Identity;
use issuer::Issuer;

/// Our issuers' tokens have a few kilobytes at most.
const LONGEST_TOKEN: usize = 16 * 1024;

/// Somebody whom an outside issuer vouches for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Vouched {
    pub(crate) identity: Identity,
    /// What the issuer calls them; empty if it does not say.
    pub(crate) suggestion: String,
}

/// Why nobody is vouched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IdentityError {
    /// The token is malformed, or its signature or claims are wrong.
    Invalid,
    /// It was good, once.
    Expired,
    /// Its issuer is none that is trusted.
    NoSuchIssuer,
    /// The issuer's keys are not known and cannot be had at the moment.
    NoKeys,
}

/// The issuers that are trusted.
#[derive(Debug, Default)]
pub(crate) struct Issuers(Vec<Issuer>);

impl Issuers {
    pub(crate) fn new(options: &[IssuerOptions]) -> Self {
        Self(options.iter().cloned().map(Issuer::new).collect())
    }

    /// Whom an ID token vouches for at a moment.
    pub(crate) async fn verify(&self, token: &str, now: SystemTime) -> Result<Vouched, IdentityError> {
        if token.len() > LONGEST_TOKEN {
            return Err(IdentityError::Invalid);
        }
        let named = issuer::named_in(token).ok_or(IdentityError::Invalid)?;
        let issuer = self.0.iter().find(|issuer| issuer.is_called(&named));
        issuer.ok_or(IdentityError::NoSuchIssuer)?.verify(token, now).await
    }
}
