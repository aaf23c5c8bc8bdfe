//! Documents that are read over plain HTTP, such as the public keys.

use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures::future::{Either, Ready, ready};
use http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderValue, Method, Request, Response};
use http_body_util::{BodyExt, Full};
use tonic::body::Body;
use tower::{Layer, Service};

/// For how long readers may keep a document: as long as a new signing key waits before it signs.
const KEEP: HeaderValue = HeaderValue::from_static("public, max-age=60");

/// The documents of a server.
#[derive(Clone, Default)]
pub(super) struct Published(Vec<Document>);

#[derive(Clone)]
struct Document {
    path: &'static str,
    content_type: HeaderValue,
    content: Arc<dyn Fn() -> Bytes + Send + Sync>,
}

impl Published {
    pub(super) fn add(
        &mut self,
        path: &'static str,
        content_type: &'static str,
        content: impl Fn() -> Bytes + Send + Sync + 'static,
    ) {
        self.0.push(Document {
            path,
            content_type: HeaderValue::from_static(content_type),
            content: Arc::new(content),
        });
    }

    fn answer(&self, request: &Request<Body>) -> Option<Response<Body>> {
        let document = self.0.iter().find(|document| document.path == request.uri().path())?;
        let content = match *request.method() {
            Method::GET => (document.content)(),
            Method::HEAD => Bytes::new(),
            _ => return None,
        };
        let length = content.len();
        let mut response = Response::new(Body::new(Full::new(content).map_err(|never| match never {})));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, document.content_type.clone());
        headers.insert(CACHE_CONTROL, KEEP);
        if *request.method() == Method::GET {
            headers.insert(CONTENT_LENGTH, length.into());
        }
        Some(response)
    }
}

impl fmt::Debug for Published {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_list()
            .entries(self.0.iter().map(|document| document.path))
            .finish()
    }
}

/// Answers requests for documents before they are taken for calls.
#[derive(Clone, Debug)]
pub(super) struct PublishLayer(pub(super) Published);

impl<S> Layer<S> for PublishLayer {
    type Service = Publish<S>;

    fn layer(&self, inner: S) -> Publish<S> {
        Publish {
            inner,
            published: self.0.clone(),
        }
    }
}

/// A service with documents before it.
#[derive(Clone, Debug)]
pub(super) struct Publish<S> {
    inner: S,
    published: Published,
}

impl<S> Service<Request<Body>> for Publish<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Either<S::Future, Ready<Result<Response<Body>, Infallible>>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        match self.published.answer(&request) {
            Some(response) => Either::Right(ready(Ok(response))),
            None => Either::Left(self.inner.call(request)),
        }
    }
}
