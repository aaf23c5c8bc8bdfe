//! Calls that failed for something that is not theirs. What it was goes to the log, and only there.

use std::error::Error;
use std::sync::Arc;

use corners_proto::error::{Reason, Refusal};
use tonic::Status;

/// A refusal with its cause, which the log of calls tells and the client does not.
pub fn caused_by(refusal: Refusal, cause: impl Error + Send + Sync + 'static) -> Status {
    let mut status = Status::from(refusal);
    status.set_source(Arc::new(cause));
    status
}

/// The answer to a call that a fault of the platform has ended: said in the log at once.
pub fn fault(cause: impl Error + Send + Sync + 'static) -> Status {
    tracing::error!(error = &cause as &dyn Error, "a call failed");
    let message = "the call failed inside the platform; the operators have been told";
    caused_by(Refusal::new(Reason::Internal, message), cause)
}
