//! What is logged and counted of calls: refusals at debug, faults of ours at error, an outage when it begins and ends.
//! Never what is in a header: tokens are there.

use std::error::Error;
use std::sync::Arc;

use http::HeaderMap;
use tokio::time::Instant;
use tonic::{Code, Status};

use super::methods::{Kind, Method, Methods};
use crate::call::chain;
use crate::metrics::CallMeters;

/// One call, from its arrival until its outcome is told, once.
pub(super) struct CallLog {
    method: Arc<Method>,
    server_started: Instant,
    arrived: Instant,
    told: bool,
    meters: Arc<CallMeters>,
}

impl CallLog {
    pub(super) fn new(method: Arc<Method>, methods: &Methods, meters: Arc<CallMeters>) -> Self {
        Self {
            meters,
            method,
            server_started: methods.started(),
            arrived: Instant::now(),
            told: false,
        }
    }

    /// Tells the outcome that stands in the head or the trailers of a response.
    pub(super) fn tell_headers(&mut self, headers: &HeaderMap) {
        match Status::from_header_map(headers) {
            Some(status) => self.tell(&status),
            None => self.tell(&Status::unknown("the response has no gRPC status")),
        }
    }

    /// Tells the outcome.
    pub(super) fn tell(&mut self, status: &Status) {
        if std::mem::replace(&mut self.told, true) {
            return;
        }
        let (method, because, code) = (&*self.method.path, status.message(), status.code());
        let elapsed = self.arrived.elapsed();
        let cause = status.source().map(chain);
        let cause = cause.as_deref();
        match code {
            Code::Ok => tracing::trace!(method, ?elapsed, "call answered"),
            Code::Internal | Code::Unknown | Code::DataLoss => {
                tracing::error!(method, ?code, because, cause, ?elapsed, "call failed");
            }
            _ => tracing::debug!(method, ?code, because, cause, ?elapsed, "call refused"),
        }
        if code != Code::Ok {
            self.meters.refused(method, status);
        }
        self.note_availability(status);
    }

    fn note_availability(&self, status: &Status) {
        let unavailable = match status.code() {
            Code::Ok => false,
            Code::Unavailable if !is_draining(status) => true,
            _ => return,
        };
        if !self.method.note_unavailable(unavailable, self.server_started) {
            return;
        }
        let method = &*self.method.path;
        if unavailable {
            let cause = status.source().map(chain);
            tracing::warn!(method, because = status.message(), cause, "calls are unavailable");
        } else {
            tracing::info!(method, "calls are answered again");
        }
    }
}

impl Drop for CallLog {
    fn drop(&mut self) {
        // A stream that its client closes has ended as it should.
        if !self.told && self.method.kind == Kind::Unary {
            self.tell(&Status::cancelled("the caller went away"));
        }
    }
}

fn is_draining(status: &Status) -> bool {
    corners_proto::error::reason_of(status).as_deref() == Some(corners_proto::error::Reason::Draining.as_str())
}
