//! Errors as clients see them.

use corners_proto::error::{Reason, Refusal};
use corners_service::failure::{caused_by, fault};
use tonic::Status;

use crate::desk::DeskError;
use crate::store::StoreError;

/// A change that did not happen. The cause goes to the log, and only there.
pub(crate) fn desk(error: DeskError) -> Status {
    match error {
        DeskError::Refused(refusal) => refusal.into(),
        DeskError::Store(error) => store(error),
        error @ DeskError::Damaged { .. } => fault(error),
    }
}

/// The store did not do what it was asked.
pub(crate) fn store(error: StoreError) -> Status {
    let message = "the store of matchmaking cannot be reached: repeat the call with the same request_id";
    caused_by(Refusal::new(Reason::StoreUnavailable, message), error)
}

/// Another service did not do what it was asked.
pub(crate) fn peer(reason: Reason, who: &str, status: Status) -> Status {
    let message = format!("{who} cannot be asked now: repeat the call with the same request_id");
    caused_by(Refusal::new(reason, message), status)
}
