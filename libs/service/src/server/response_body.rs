//! The body of a response: ends in time, ends properly, and is not larger than promised.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use corners_proto::error::{Reason, Refusal};
use futures::future::BoxFuture;
use http::HeaderMap;
use http_body::{Body as HttpBody, Frame, SizeHint};
use tonic::Status;
use tonic::body::Body;

use super::MAX_RESPONSE_BYTES;
use super::call_log::CallLog;
use super::frames::FrameScanner;
use super::gate::Room;
use crate::call::internal_fault;

/// A response under way. Whatever ends it, a panic included, the caller gets a status.
pub(super) struct CallBody {
    inner: Body,
    scanner: FrameScanner,
    log: CallLog,
    /// Resolves when the response must end although its handler has more to say.
    cut_off: Option<BoxFuture<'static, Refusal>>,
    /// Resolves when the caller has no right to hear more, whatever is ready for it.
    right_ends: Option<BoxFuture<'static, Refusal>>,
    /// What the response occupies until it has ended.
    _room: Option<Room>,
    ended: bool,
}

/// When a stream ends although its handler has more to say.
pub(super) struct Ends {
    /// As soon as it has nothing to say just then.
    pub(super) cut_off: Option<BoxFuture<'static, Refusal>>,
    /// At once: the caller's right to hear it is over.
    pub(super) right: Option<BoxFuture<'static, Refusal>>,
}

impl CallBody {
    pub(super) fn wrap(inner: Body, log: CallLog, ends: Ends, room: Option<Room>) -> Body {
        let scanner = FrameScanner::new(MAX_RESPONSE_BYTES);
        Body::new(Self {
            inner,
            scanner,
            log,
            cut_off: ends.cut_off,
            right_ends: ends.right,
            _room: room,
            ended: false,
        })
    }

    /// Drops the handler's stream and ends the response with a refusal of our own.
    fn end_with(&mut self, refusal: Refusal) -> Frame<Bytes> {
        let status = Status::from(refusal);
        self.log.tell(&status);
        self.ended = true;
        self.inner = Body::empty();
        let mut trailers = HeaderMap::new();
        // Cannot fail: the parts of a refusal are valid in headers, encoded where they have to be.
        let _ = status.add_header(&mut trailers);
        Frame::trailers(trailers)
    }

    fn pass(&mut self, frame: Frame<Bytes>) -> Frame<Bytes> {
        if let Some(trailers) = frame.trailers_ref() {
            self.log.tell_headers(trailers);
            self.ended = true;
            return frame;
        }
        match frame.data_ref().map(|data| self.scanner.scan(data)) {
            Some(Err(too_large)) => {
                let size = too_large.size;
                tracing::error!(size, limit = MAX_RESPONSE_BYTES, "a response is too large");
                let message = format!("the response has {size} bytes and may have {MAX_RESPONSE_BYTES}; ask for less");
                self.end_with(Refusal::new(Reason::MessageTooLarge, message).with("limit_bytes", MAX_RESPONSE_BYTES))
            }
            _ => frame,
        }
    }

    fn poll_inner(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        // A stream that panicked is dropped and not polled again.
        match catch_unwind(AssertUnwindSafe(|| Pin::new(&mut self.inner).poll_frame(context))) {
            Ok(polled) => polled,
            Err(_) => {
                let trailers = self.end_with(internal_fault());
                Poll::Ready(Some(Ok(trailers)))
            }
        }
    }
}

impl HttpBody for CallBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        if self.ended {
            return Poll::Ready(None);
        }
        if let Some(Poll::Ready(refusal)) = self.right_ends.as_mut().map(|ends| ends.as_mut().poll(context)) {
            return Poll::Ready(Some(Ok(self.end_with(refusal))));
        }
        match self.poll_inner(context) {
            Poll::Ready(Some(Ok(frame))) if !self.ended => Poll::Ready(Some(Ok(self.pass(frame)))),
            Poll::Ready(frame) => Poll::Ready(frame),
            // Only now: what the handler has ready to say, it may say.
            Poll::Pending => {
                let Some(cut_off) = &mut self.cut_off else {
                    return Poll::Pending;
                };
                let refusal = ready!(cut_off.as_mut().poll(context));
                Poll::Ready(Some(Ok(self.end_with(refusal))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.ended || self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::default()
    }
}
