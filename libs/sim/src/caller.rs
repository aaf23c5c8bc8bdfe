//! Who calls: in place of what verifies tokens, the token is the account's id itself.

use std::time::{Duration, SystemTime};

use corners_proto::ids::SessionId;
use corners_service::auth::{AccountKind, Authenticator, Caller, Scopes, Source, TokenError};
use futures::FutureExt;
use futures::future::{BoxFuture, pending};

/// Tokens outlive every simulation.
const VALID_FOR: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Takes the token for the id of the account.
#[derive(Debug)]
pub(crate) struct AccountIds;

impl Authenticator for AccountIds {
    fn authenticate(&self, token: &str, now: SystemTime) -> Result<Caller, TokenError> {
        Ok(Caller {
            account: token.parse().map_err(|_| TokenError::Invalid)?,
            kind: AccountKind::Guest,
            scopes: Scopes::parse("play watch"),
            source: Source::Session(SessionId::from_bytes([0; 16])),
            issued_at: now,
            expires_at: now + VALID_FOR,
        })
    }

    fn revoked(&self, _: Caller) -> BoxFuture<'static, TokenError> {
        pending().boxed()
    }
}
