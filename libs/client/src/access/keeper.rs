//! The task that renews a session's access token.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep_until};
use tonic::Code;

use super::grant::{Grant, Granted};
use super::held::{Bearer, Held, renewal_due};
use crate::{Corners, Error};

/// How long after a renewal that did not get through the next one begins, unless a call asks for it before.
const AGAIN_AFTER: Duration = Duration::from_secs(10);

/// Which token is no longer good, as calls have found out.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    generation: AtomicU64,
    notify: Notify,
}

impl Wanted {
    /// Asks for the token after this one.
    pub(super) fn ask(&self, generation: u64) {
        self.generation.fetch_max(generation, Ordering::AcqRel);
        self.notify.notify_one();
    }

    /// Resolves when the token after this one is asked for.
    async fn after(&self, generation: u64) {
        while self.generation.load(Ordering::Acquire) < generation {
            self.notify.notified().await;
        }
    }
}

/// Renews one session's token.
#[derive(Debug)]
pub(super) struct Renewal {
    pub(super) grant: Grant,
    pub(super) corners: Corners,
    pub(super) held: watch::Sender<Held>,
    pub(super) wanted: Arc<Wanted>,
    /// When to renew though no call was refused; none for never.
    pub(super) due: Option<Instant>,
}

impl Renewal {
    /// Renews until the session is over. Every pass waits for a time, or for a call that was refused.
    pub(super) async fn run(mut self) {
        loop {
            let generation = self.held.borrow().generation();
            tokio::select! {
                () = passed(self.due) => {}
                () = self.wanted.after(generation) => {}
            }
            match self.renew(generation + 1).await {
                Ok(()) => {}
                Err(over @ Error::SessionOver { .. }) => {
                    self.failed(over);
                    return;
                }
                Err(error) => {
                    tracing::debug!(%error, "the access token could not be renewed");
                    // Who asked until now is answered with this error, who asks from now on with the next renewal.
                    self.wanted.generation.store(generation - 1, Ordering::Release);
                    self.failed(error);
                    self.due = Some(Instant::now() + AGAIN_AFTER);
                }
            }
        }
    }

    async fn renew(&mut self, generation: u64) -> Result<(), Error> {
        let granted = self.grant.take(&self.corners).await.map_err(over_if_final)?;
        let Granted {
            access_token,
            expires,
            tokens,
            ..
        } = granted;
        let bearer = Bearer::new(&access_token, generation)?;
        self.due = renewal_due(expires);
        self.held.send_replace(Held::new(bearer, tokens));
        Ok(())
    }

    fn failed(&self, error: Error) {
        self.held.send_modify(|held| {
            held.failures += 1;
            held.trouble = Some(error);
        });
    }
}

async fn passed(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// A session whose refresh was refused is over; a server that could not answer may do better.
fn over_if_final(error: Error) -> Error {
    match error {
        Error::Refused { refused, .. }
            if matches!(
                refused.code,
                Code::Unauthenticated | Code::PermissionDenied | Code::InvalidArgument | Code::NotFound
            ) =>
        {
            Error::SessionOver { refused }
        }
        error => error,
    }
}
