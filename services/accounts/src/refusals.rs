//! Refusals that several methods share.

use std::time::Duration;

use corners_proto::error::{Reason, Refusal};
pub(crate) use corners_service::failure::caused_by;
use tonic::Status;

use crate::store::StoreError;

pub(crate) fn unavailable(error: StoreError) -> Status {
    let message = "cannot reach the store of accounts; repeat the call with the same request id";
    caused_by(Refusal::new(Reason::StoreUnavailable, message), error)
}

/// Too many changed the same thing at the same moment.
pub(crate) fn contended() -> Status {
    let message = "too many calls change this account at the same time; repeat the call with the same request id";
    let refusal = Refusal::new(Reason::StoreUnavailable, message);
    refusal.retry_after(Duration::from_millis(250)).into()
}

pub(crate) fn account_not_found() -> Status {
    Refusal::new(Reason::AccountNotFound, "there is no such account, or it is not yours").into()
}

pub(crate) fn account_banned() -> Status {
    Refusal::new(
        Reason::AccountBanned,
        "an operator has closed the account to further play",
    )
    .into()
}

pub(crate) fn guest_not_allowed() -> Status {
    Refusal::new(Reason::GuestNotAllowed, "a guest cannot do this: register first").into()
}

pub(crate) fn wrong_credentials() -> Status {
    Refusal::new(Reason::WrongCredentials, "the name or the secret is wrong").into()
}

pub(crate) fn token_invalid() -> Status {
    Refusal::new(
        Reason::TokenInvalid,
        "the token is not one of this platform's; sign in again",
    )
    .into()
}

pub(crate) fn token_expired() -> Status {
    Refusal::new(Reason::TokenExpired, "the token has expired; sign in again").into()
}

pub(crate) fn token_revoked() -> Status {
    Refusal::new(Reason::TokenRevoked, "the token was revoked; sign in again").into()
}

pub(crate) fn rate_limited(message: &str, wait_ms: u64) -> Status {
    let refusal = Refusal::new(Reason::RateLimited, message);
    refusal.retry_after(Duration::from_millis(wait_ms)).into()
}
