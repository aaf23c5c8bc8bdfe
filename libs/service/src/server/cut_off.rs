//! When a stream has to end although its handler has more to say: here, when it has nothing to say just then.

use std::time::Duration;

use corners_proto::error::Refusal;
use futures::FutureExt;
use futures::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use super::methods::Method;
use crate::call::{Deadline, run_until};
use crate::drain::Drain;

/// Ends streams at their callers' deadlines and when the process drains.
///
/// Streams end themselves when a drain starts, with a hint from where to resume; one that has not by half of the limit is
/// cut off, so that its caller gets a status and not a broken connection. Those that tell about the server itself have
/// nothing to resume and end once they had the chance to tell of the drain.
#[derive(Debug)]
pub(super) struct CutOff {
    drain: Drain,
    told: CancellationToken,
    patience: Duration,
}

impl CutOff {
    /// `told` is cancelled once health says that the process drains.
    pub(super) fn new(drain: Drain, told: CancellationToken, drain_limit: Duration) -> Self {
        Self {
            drain,
            told,
            patience: drain_limit / 2,
        }
    }

    /// Resolves when a stream of this method, with this deadline, has to end.
    pub(super) fn of(&self, method: &Method, deadline: Option<Deadline>) -> BoxFuture<'static, Refusal> {
        let (drain, told, patience) = (self.drain.token(), self.told.clone(), self.patience);
        let is_infrastructure = method.is_infrastructure();
        let drained = async move {
            if is_infrastructure {
                told.cancelled().await;
            } else {
                drain.cancelled().await;
                tokio::time::sleep(patience).await;
            }
            Drain::refusal()
        };
        async move { run_until(deadline, drained).await.unwrap_or_else(|overdue| overdue) }.boxed()
    }
}
