//! Who calls: tokens, the account behind them, and what it may do.
//!
//! A token is a JWT signed with Ed25519 by corners.accounts.v1. Every service verifies it by itself, with the public
//! keys that accounts publishes. The [layer](AuthLayer) does so for calls that bring one and leaves a [`Caller`] in the
//! request; handlers that need one ask for it with [`caller`].

mod cache;
mod caller;
mod claims;
mod keys;
mod layer;
mod verifier;

pub use caller::{AccountKind, Caller, Scope, Scopes, caller};
pub use claims::{AUDIENCE, Claims, ISSUER};
pub use keys::{KeySet, KeySetError};
pub use layer::{Auth, AuthLayer};
pub use verifier::{TokenError, Verifier};
