//! What happens around one call, whether it came over the network or from within the process.

mod deadline;
mod panics;

pub use deadline::Deadline;
pub(crate) use deadline::{deadline_exceeded, run_until, set_timeout, timeout_of};
pub(crate) use panics::{catch_panic, internal_fault};

use std::error::Error;

use corners_proto::error::Refusal;
use tonic::Status;
use tonic::body::Body;

/// The response to a call that is refused before it reaches its handler.
pub(crate) fn refuse(refusal: Refusal) -> http::Response<Body> {
    Status::from(refusal).into_http()
}

/// An error and its causes, for the log.
pub(crate) fn chain(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}
