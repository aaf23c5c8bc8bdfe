//! The layer that turns a token into a [`Caller`](super::Caller).

use std::convert::Infallible;
use std::task::{Context, Poll};

use futures::future::{Either, Ready, ready};
use http::header::AUTHORIZATION;
use http::{HeaderValue, Request, Response};
use tonic::body::Body;
use tower::{Layer, Service};

use super::{TokenError, Verifier};
use crate::call::refuse;
use crate::time::wall_clock;

/// Verifies the tokens of calls. A call without one passes, for its handler to judge; one with a bad token does not.
#[derive(Clone, Debug)]
pub struct AuthLayer {
    verifier: Verifier,
}

impl AuthLayer {
    /// A layer that trusts what `verifier` trusts.
    #[must_use]
    pub fn new(verifier: Verifier) -> Self {
        Self { verifier }
    }
}

impl<S> Layer<S> for AuthLayer {
    type Service = Auth<S>;

    fn layer(&self, inner: S) -> Auth<S> {
        Auth {
            inner,
            verifier: self.verifier.clone(),
        }
    }
}

/// A service behind an [`AuthLayer`].
#[derive(Clone, Debug)]
pub struct Auth<S> {
    inner: S,
    verifier: Verifier,
}

impl<S> Service<Request<Body>> for Auth<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Either<S::Future, Ready<Result<Response<Body>, Infallible>>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        match self.verifier.authenticate(&mut request) {
            Ok(()) => Either::Left(self.inner.call(request)),
            Err(error) => Either::Right(ready(Ok(refuse(error.into())))),
        }
    }
}

impl Verifier {
    /// Takes the token out of the request, so that nothing behind can leak it, and puts the caller in.
    fn authenticate<B>(&self, request: &mut Request<B>) -> Result<(), TokenError> {
        let Some(header) = request.headers_mut().remove(AUTHORIZATION) else {
            return Ok(());
        };
        let token = bearer_token(&header).ok_or(TokenError::Invalid)?;
        let caller = self.verify(token, wall_clock())?;
        request.extensions_mut().insert(caller);
        Ok(())
    }
}

/// The scheme's name has no case (RFC 9110).
fn bearer_token(header: &HeaderValue) -> Option<&str> {
    let (scheme, token) = header.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim_matches(' '))
}
