//! How a client left a call that was still answered.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the client of a call has cancelled it. When the answer of a call is dropped before its end and this says that it was not
/// cancelled, the connection was lost: the client may still want the answer.
#[derive(Clone, Debug, Default)]
pub struct Departure {
    cancelled: Arc<AtomicBool>,
}

impl Departure {
    /// How the client of this request leaves. Where the connection cannot tell (HTTP/1.1, calls in the process), it never says
    /// cancelled.
    pub fn of<T>(request: &tonic::Request<T>) -> Self {
        request.extensions().get().cloned().unwrap_or_default()
    }

    /// Whether the client has cancelled the call: it ended the stream, and its connection goes on.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Acquire)
    }

    /// The client has reset the stream, or its connection is gone.
    pub(super) fn note(&self, reset: &Result<h2::Reason, h2::Error>) {
        if matches!(reset, Ok(h2::Reason::CANCEL | h2::Reason::NO_ERROR)) {
            self.cancelled.store(true, Ordering::Release);
        }
    }
}
