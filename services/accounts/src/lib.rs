//! Accounts: who plays, and the signed tokens that prove it.
//!
//! A guest gets an account and its tokens with one call; players register, sign in, own bots and give tokens to programs.
//! What is decided is decided in the [`domain`], which is pure; the [`store`] keeps it; the edge (gRPC) puts the two
//! together. Access tokens are signed with Ed25519 keys that never leave their [folder](signing::KEYS_FOLDER); the public
//! keys are told to every service, so that it verifies tokens by itself.

mod accounts;
mod call;
mod config;
pub mod domain;
mod grpc;
mod hashing;
mod identity;
mod limits;
mod operator;
mod refusals;
pub mod signing;
pub mod store;

pub use accounts::{Accounts, JWKS_PATH, JWKS_TYPE};
pub use config::{DEFAULTS, IssuerOptions, Options, operator_token_sha256};
pub use grpc::OPERATOR;
pub use operator::{OPERATOR_TOKEN_FILE, operator_token_in};
