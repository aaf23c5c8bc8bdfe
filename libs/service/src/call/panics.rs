//! A handler that panics answers INTERNAL; everything else goes on.

use std::future::Future;
use std::panic::AssertUnwindSafe;

use corners_proto::error::{Reason, Refusal};
use futures::FutureExt;

/// Runs a handler and turns its panic into a refusal. What it said is logged where it happens (see
/// [`telemetry`](crate::telemetry)) and never told to the caller.
pub(crate) async fn catch_panic<T>(handler: impl Future<Output = T>) -> Result<T, Refusal> {
    // What a handler shares with others is behind locks that know of panics, or in a store with transactions.
    AssertUnwindSafe(handler)
        .catch_unwind()
        .await
        .map_err(|_| internal_fault())
}

/// What a caller is told of a fault of ours.
pub(crate) fn internal_fault() -> Refusal {
    Refusal::new(
        Reason::Internal,
        "the platform failed to answer the call; operators have been told",
    )
}
