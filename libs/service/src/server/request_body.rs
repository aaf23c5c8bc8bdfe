//! The body of a request, with the limit on its messages.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use corners_proto::error::{Reason, Refusal};
use http_body::{Body as HttpBody, Frame, SizeHint};
use tonic::Status;
use tonic::body::Body;

use super::MAX_REQUEST_BYTES;
use super::frames::{FrameScanner, TooLarge};

/// How much of an oversized message is read and thrown away, so that the client, which is still sending, hears the
/// refusal and not a broken connection. Beyond it the connection may break.
const MOST_DISCARDED: usize = 8 * 1024 * 1024;

/// Passes messages of up to [`MAX_REQUEST_BYTES`]; a larger one becomes an error that the handler never sees past.
pub(super) struct LimitedBody {
    inner: Body,
    scanner: FrameScanner,
    too_large: Option<TooLarge>,
    discarded: usize,
}

impl LimitedBody {
    pub(super) fn wrap(inner: Body) -> Body {
        let scanner = FrameScanner::new(MAX_REQUEST_BYTES);
        Body::new(Self {
            inner,
            scanner,
            too_large: None,
            discarded: 0,
        })
    }

    /// Reads on for the client's sake, then tells what was wrong.
    fn poll_discard(&mut self, context: &mut Context<'_>, TooLarge { size }: TooLarge) -> Poll<Status> {
        while self.discarded < MOST_DISCARDED {
            match ready!(Pin::new(&mut self.inner).poll_frame(context)) {
                Some(Ok(frame)) => self.discarded += frame.data_ref().map_or(0, Bytes::len),
                Some(Err(_)) | None => break,
            }
        }
        let message = format!("the request has {size} bytes and may have {MAX_REQUEST_BYTES}");
        let refusal = Refusal::new(Reason::MessageTooLarge, message).with("limit_bytes", MAX_REQUEST_BYTES);
        Poll::Ready(refusal.into())
    }
}

impl HttpBody for LimitedBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        if self.too_large.is_none() {
            let frame = match ready!(Pin::new(&mut self.inner).poll_frame(context)) {
                Some(Ok(frame)) => frame,
                end => return Poll::Ready(end),
            };
            let Some(Err(too_large)) = frame.data_ref().map(|data| self.scanner.scan(data)) else {
                return Poll::Ready(Some(Ok(frame)));
            };
            self.too_large = Some(too_large);
        }
        match self.too_large {
            Some(too_large) => self.poll_discard(context, too_large).map(|status| Some(Err(status))),
            None => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.too_large.is_none() && self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::default()
    }
}
