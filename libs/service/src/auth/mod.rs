//! Who calls: tokens, the account behind them, and what it may do.
//!
//! A token is a JWT signed with Ed25519 by corners.accounts.v1. Every service verifies it by itself, with the keys that it
//! [trusts](Trust); accounts tells it every ten seconds which those are, and what was revoked. Every call is judged once,
//! before its handler sees it, by the rule that its method declares in the contract (`corners.access.v1`). A handler that
//! wants to know who calls asks with [`caller`].

mod access;
mod bearer;
mod cache;
mod caller;
mod claims;
mod follow;
mod keys;
mod right;
mod trust;
mod verifier;

pub(crate) use access::{authorise, closed_to_the_public};
pub(crate) use bearer::{take_credential, token_of};
pub use caller::{AccountKind, Caller, Scope, Scopes, Source, caller};
pub use claims::{AUDIENCE, Claims, ISSUER};
pub use keys::{KeySet, KeySetError};
pub(crate) use right::Right;
pub use right::end_of_right;
pub use trust::{LONGEST_TOKEN_LIFE, Trust};
pub use verifier::{Authenticator, TokenError, Verifier};
