//! What is read over plain HTTP: documents, such as the public keys, and the page.

use std::convert::Infallible;
use std::fmt::{self, Debug};
use std::iter;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures::future::{Either, Ready, ready};
use futures::stream;
use http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, STRICT_TRANSPORT_SECURITY};
use http::request::Parts;
use http::{HeaderValue, Method, Request, Response, StatusCode};
use http_body::Frame;
use http_body_util::StreamBody;
use tonic::body::Body;
use tower::{Layer, Service};

/// For how long readers may keep a document: as long as a new signing key waits before it signs.
const KEEP: HeaderValue = HeaderValue::from_static("public, max-age=60");

/// Browsers that have read something over TLS come back by TLS only (RFC 6797): for a day, because that goes for all ports of
/// the host, and what else is there may not be ours.
const COME_BACK_BY_TLS: HeaderValue = HeaderValue::from_static("max-age=86400");

/// What is handed to a connection at once, in bytes: a client has the server's patience for each part.
const PART: usize = 32 * 1024;

/// What can be read over plain HTTP on the port that takes calls.
pub trait Documents: Debug + Send + Sync + 'static {
    /// The answer to a GET or HEAD: the same for both, the server leaves the body of the second away and says its length
    /// in both. None if the request is for something else: then it goes on, in the end as a call. Does not wait.
    fn answer(&self, request: &Parts) -> Option<Response<Bytes>>;
}

/// The documents of a server, in the order in which they are asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Published(Vec<Arc<dyn Documents>>);

impl Published {
    pub(super) fn add(&mut self, documents: impl Documents) {
        self.0.push(Arc::new(documents));
    }

    fn answer(&self, request: &Parts) -> Option<Response<Bytes>> {
        if !matches!(request.method, Method::GET | Method::HEAD) {
            return None;
        }
        self.0.iter().find_map(|documents| documents.answer(request))
    }
}

/// One document at one path, as it is at each moment.
pub(super) struct Document<C> {
    pub(super) path: &'static str,
    pub(super) content_type: &'static str,
    pub(super) content: C,
}

impl<C: Fn() -> Bytes + Send + Sync + 'static> Documents for Document<C> {
    fn answer(&self, request: &Parts) -> Option<Response<Bytes>> {
        if request.uri.path() != self.path {
            return None;
        }
        let mut response = Response::new((self.content)());
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        headers.insert(CACHE_CONTROL, KEEP);
        Some(response)
    }
}

impl<C> Debug for Document<C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.path)
    }
}

/// Answers requests for documents before they are taken for calls.
#[derive(Clone, Debug)]
pub(super) struct PublishLayer {
    pub(super) published: Published,
    /// Whether the listener speaks TLS.
    pub(super) tls: bool,
}

impl<S> Layer<S> for PublishLayer {
    type Service = Publish<S>;

    fn layer(&self, inner: S) -> Publish<S> {
        Publish {
            inner,
            published: self.published.clone(),
            tls: self.tls,
        }
    }
}

/// A service with documents before it.
#[derive(Clone, Debug)]
pub(super) struct Publish<S> {
    inner: S,
    published: Published,
    tls: bool,
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
        let (head, body) = request.into_parts();
        match self.published.answer(&head) {
            Some(response) => Either::Right(ready(Ok(sent(response, &head.method, self.tls)))),
            None => Either::Left(self.inner.call(Request::from_parts(head, body))),
        }
    }
}

/// A response as it goes out.
fn sent(mut response: Response<Bytes>, method: &Method, tls: bool) -> Response<Body> {
    let (length, status) = (response.body().len(), response.status());
    let headers = response.headers_mut();
    if status != StatusCode::NOT_MODIFIED {
        headers.insert(CONTENT_LENGTH, length.into());
    }
    if tls {
        headers.insert(STRICT_TRANSPORT_SECURITY, COME_BACK_BY_TLS);
    }
    response.map(|content| match *method {
        Method::HEAD => Body::empty(),
        _ => in_parts(content),
    })
}

fn in_parts(mut content: Bytes) -> Body {
    if content.is_empty() {
        return Body::empty();
    }
    let parts = iter::from_fn(move || {
        let part = content.split_to(content.len().min(PART));
        (!part.is_empty()).then(|| Ok::<_, Infallible>(Frame::data(part)))
    });
    Body::new(StreamBody::new(stream::iter(parts)))
}
