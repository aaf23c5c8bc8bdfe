//! What is counted of calls, streams and connections.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use corners_proto::error::{Reason, reason_of};
use opentelemetry::KeyValue;
use opentelemetry::metrics::Counter;
use tokio::sync::Semaphore;
use tonic::{Code, Status};

use super::meter;
use crate::limits::LimitName;

/// The counters of a server.
#[derive(Debug)]
pub(crate) struct CallMeters {
    refused: Counter<u64>,
    limited: Counter<u64>,
}

impl CallMeters {
    pub(crate) fn new() -> Self {
        let meter = meter();
        let refused = meter
            .u64_counter("corners.calls.refused")
            .with_unit("{call}")
            .with_description("Calls and streams that did not end well, by method and reason");
        let limited = meter
            .u64_counter("corners.limits.refused")
            .with_unit("{refusal}")
            .with_description("Calls, streams and connections beyond a limit of their caller, by limit and method");
        Self {
            refused: refused.build(),
            limited: limited.build(),
        }
    }

    /// Counts a call that did not end well.
    pub(crate) fn refused(&self, method: &str, status: &Status) {
        let reason = reason_of(status).and_then(|named| {
            let known = Reason::ALL.iter().find(|reason| reason.as_str() == named);
            known.map(|reason| reason.as_str())
        });
        let error = reason.unwrap_or_else(|| without_reason(status.code()));
        self.refused
            .add(1, &[rpc_method(method), KeyValue::new("error.type", error)]);
    }

    /// Counts what was refused for a limit; without a method a connection.
    pub(crate) fn limited(&self, limit: LimitName, method: Option<&str>) {
        let limit = KeyValue::new("corners.limit", limit);
        match method {
            Some(method) => self.limited.add(1, &[limit, rpc_method(method)]),
            None => self.limited.add(1, &[limit]),
        }
    }

    /// Tells how many streams are open: as many as the room for `most` has lost.
    pub(crate) fn observe_streams(&self, server: &'static str, room: Arc<Semaphore>, most: usize) {
        observe_taken("corners.streams.open", "{stream}", server, room, most);
    }

    /// Tells how many connections are open.
    pub(crate) fn observe_connections(&self, server: &'static str, room: Arc<Semaphore>, most: usize) {
        observe_taken("corners.connections.open", "{connection}", server, room, most);
    }
}

/// What a call ended with that none of our refusals ended: the caller went away, or the library answered.
const fn without_reason(code: Code) -> &'static str {
    match code {
        Code::Cancelled => "CANCELLED",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        _ => "_OTHER",
    }
}

/// Methods as OpenTelemetry names them: without the slash in front, and `_OTHER` for what is no method.
fn rpc_method(path: &str) -> KeyValue {
    let method = path.strip_prefix('/').unwrap_or("_OTHER");
    KeyValue::new("rpc.method", method.to_owned())
}

fn observe_taken(name: &'static str, unit: &'static str, server: &'static str, room: Arc<Semaphore>, most: usize) {
    let _registered = meter()
        .i64_observable_up_down_counter(name)
        .with_unit(unit)
        .with_callback(move |observer| {
            let taken = most.saturating_sub(room.available_permits());
            let server = KeyValue::new("corners.server", server);
            observer.observe(i64::try_from(taken).unwrap_or(i64::MAX), &[server]);
        })
        .build();
}

/// Tells how many tokens were looked for among those verified before, by whether they were found.
pub(crate) fn observe_lookups(found: Arc<AtomicU64>, missed: Arc<AtomicU64>) {
    let _registered = meter()
        .u64_observable_counter("corners.tokens.lookups")
        .with_unit("{lookup}")
        .with_description("Tokens looked for among those verified before, by whether they were found")
        .with_callback(move |observer| {
            for (count, found) in [(&found, true), (&missed, false)] {
                observer.observe(count.load(Ordering::Relaxed), &[KeyValue::new("corners.found", found)]);
            }
        })
        .build();
}
