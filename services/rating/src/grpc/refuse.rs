//! Errors as clients see them.

use std::error::Error;
use std::sync::Arc;

use corners_proto::error::{Reason, Refusal};
use corners_proto::ids::TableId;
use tonic::Status;

use crate::store::StoreError;

/// The store did not do what it was asked. The cause goes to the log, and only there.
pub(super) fn store(error: StoreError) -> Status {
    match error {
        StoreError::Unavailable { .. } => {
            let message = "the store of ratings cannot be reached: repeat the call";
            caused_by(Refusal::new(Reason::StoreUnavailable, message), error)
        }
        StoreError::Refused { .. } => fault(error),
    }
}

/// There is no such game.
pub(super) fn not_found(table: TableId) -> Status {
    let message = format!(
        "nothing is known of a rated game of table {table}: it was none, or has only just ended, or there was none"
    );
    Refusal::new(Reason::GameNotFound, message).with("table", table).into()
}

/// A fault of the platform. The cause goes to the log, and only there.
pub(super) fn fault(cause: impl Error + Send + Sync + 'static) -> Status {
    tracing::error!(error = &cause as &dyn Error, "a call failed");
    let message = "the call failed inside the platform; the operators have been told";
    caused_by(Refusal::new(Reason::Internal, message), cause)
}

fn caused_by(refusal: Refusal, cause: impl Error + Send + Sync + 'static) -> Status {
    let mut status = Status::from(refusal);
    status.set_source(Arc::new(cause));
    status
}
