//! Errors as clients see them.

use corners_proto::error::{Reason, Refusal};
use corners_proto::ids::TableId;
use corners_service::failure::caused_by;
pub(super) use corners_service::failure::fault;
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
        "no rated game of table {table} is known: it was not to be rated, has only just ended, or there was none"
    );
    Refusal::new(Reason::GameNotFound, message).with("table", table).into()
}
