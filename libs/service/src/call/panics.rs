//! A handler that panics answers INTERNAL; everything else goes on.

use std::future::Future;
use std::panic::AssertUnwindSafe;

use corners_proto::error::{Reason, Refusal};
use futures::FutureExt;

/// Runs a handler and turns its panic into a refusal. What it said goes to the log, never to the caller.
pub(crate) async fn catch_panic<T>(handler: impl Future<Output = T>) -> Result<T, Refusal> {
    // What a handler shares with others is behind locks that know of panics, or in a store with transactions.
    AssertUnwindSafe(handler).catch_unwind().await.map_err(|panic| {
        tracing::error!(panic = message_of(&*panic), "a handler panicked");
        internal_fault()
    })
}

/// What a caller is told of a fault of ours.
pub(crate) fn internal_fault() -> Refusal {
    Refusal::new(
        Reason::Internal,
        "the platform failed to answer the call; operators have been told",
    )
}

/// What the panic said, if it was a text.
pub(crate) fn message_of(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("it did not say why")
}
