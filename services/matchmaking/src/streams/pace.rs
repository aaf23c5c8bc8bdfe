//! What all streams wait for: signs of life, the end of the caller's right, the end of the process.

use std::time::Duration;

use corners_proto::error::Refusal;
use corners_service::auth::TokenError;
use corners_service::drain::Drain;
use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

/// When a stream has to say something, or to end.
pub(crate) struct Pace {
    every: Duration,
    next: Instant,
    right: BoxFuture<'static, TokenError>,
    drain: CancellationToken,
}

/// What has passed.
pub(crate) enum Passed {
    /// It is time for a sign of life.
    Beat,
    /// The stream has to end.
    Over(Refusal),
}

impl Pace {
    /// A sign of life after each `every` without another message.
    pub(crate) fn new(every: Duration, right: BoxFuture<'static, TokenError>, drain: CancellationToken) -> Self {
        Self {
            every,
            next: Instant::now() + every,
            right,
            drain,
        }
    }

    /// Something was said.
    pub(crate) fn said(&mut self) {
        self.next = Instant::now() + self.every;
    }

    /// The refusal to end with, if the stream has to end now.
    pub(crate) fn over(&mut self) -> Option<Refusal> {
        if self.drain.is_cancelled() {
            return Some(Drain::refusal());
        }
        (&mut self.right).now_or_never().map(Refusal::from)
    }

    /// Waits for the next thing. Safe to cancel.
    pub(crate) async fn passed(&mut self) -> Passed {
        tokio::select! {
            () = self.drain.cancelled() => Passed::Over(Drain::refusal()),
            error = &mut self.right => Passed::Over(error.into()),
            () = sleep_until(self.next) => {
                self.next = Instant::now() + self.every;
                Passed::Beat
            }
        }
    }
}
