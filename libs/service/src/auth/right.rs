//! The right of a stream's caller to hear more: it ends with its token.

use std::sync::Arc;

use futures::FutureExt;
use futures::future::{BoxFuture, pending};

use super::{Authenticator, Caller, TokenError};

/// What the caller of a stream may go on to hear. Found in the extensions of a request for a stream with a token.
#[derive(Clone, Debug)]
pub(crate) struct Right {
    authenticator: Arc<dyn Authenticator>,
    caller: Caller,
}

impl Right {
    pub(crate) fn new(authenticator: Arc<dyn Authenticator>, caller: Caller) -> Self {
        Self { authenticator, caller }
    }

    /// Resolves when it is over, to the reason.
    pub(crate) fn end(&self) -> BoxFuture<'static, TokenError> {
        let (revoked, valid_for) = (self.authenticator.revoked(self.caller), self.caller.valid_for());
        async move {
            tokio::time::timeout(valid_for, revoked)
                .await
                .unwrap_or(TokenError::Expired)
        }
        .boxed()
    }
}

/// Resolves when the token of a request expires or is revoked, for a stream that says where to resume; never for a request
/// without one. A stream that goes on is cut off a second later.
pub fn end_of_right<T>(request: &tonic::Request<T>) -> BoxFuture<'static, TokenError> {
    match request.extensions().get::<Right>() {
        Some(right) => right.end(),
        None => pending().boxed(),
    }
}
