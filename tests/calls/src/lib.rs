//! Calls to a service in the test's process, as after the token was verified.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use corners_proto::ids::AccountId;
use corners_service::auth::{AccountKind, Caller, Scopes, Source};
use corners_service::time::wall_clock;

/// A player's account with a token that has these scopes.
#[must_use]
pub fn caller(account: AccountId, scopes: &str) -> Caller {
    Caller {
        account,
        kind: AccountKind::Player,
        scopes: Scopes::parse(scopes),
        source: Source::Operator,
        issued_at: wall_clock(),
        expires_at: wall_clock() + Duration::from_secs(365 * 24 * 60 * 60),
    }
}

/// Puts a caller into each request, in place of the layer that verifies tokens.
#[derive(Clone, Debug)]
pub struct Callers<S> {
    server: S,
    caller: Caller,
}

impl<S> Callers<S> {
    /// A server that is called by nobody else.
    pub const fn of(server: S, caller: Caller) -> Self {
        Self { server, caller }
    }
}

impl<S> tower::Service<http::Request<tonic::body::Body>> for Callers<S>
where
    S: tower::Service<
            http::Request<tonic::body::Body>,
            Response = http::Response<tonic::body::Body>,
            Error = Infallible,
        > + Clone
        + Send
        + 'static,
    S::Future: Send,
{
    type Response = S::Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: http::Request<tonic::body::Body>) -> Self::Future {
        request.extensions_mut().insert(self.caller);
        let server = self.server.clone();
        Box::pin(async move { tower::ServiceExt::oneshot(server, request).await })
    }
}
