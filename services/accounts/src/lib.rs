//! Accounts: who plays, and the signed tokens that prove it.
//!
//! A guest gets an account and a token with one call. Tokens are signed with an Ed25519 key that is made at the first
//! start and never leaves the data folder; the public key is [published](signing::PUBLIC_KEYS_FILE), so that every
//! service verifies tokens by itself.

mod accounts;
mod config;
pub mod domain;
mod grpc;
pub mod signing;
pub mod store;

pub use accounts::Accounts;
pub use config::{DEFAULTS, Options};
