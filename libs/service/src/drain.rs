//! Stopping without harm, told in one place.
//!
//! A process that is asked to stop (SIGTERM, SIGINT) first *drains*: it says NOT_SERVING, refuses new calls with
//! UNAVAILABLE `DRAINING`, and its streams end themselves with a hint from where to resume. Calls that are under way and
//! work that outlives its call finish. Then background loops are told that it is *over*, and the process exits. All of
//! that together has one limit, after which the process exits whatever is still open. A second signal exits at once.

use std::future::Future;
use std::time::Duration;

use corners_proto::error::{Reason, Refusal};
use tokio::task::{JoinError, JoinHandle, JoinSet};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long a background loop may take to end.
const LOOPS_END_WITHIN: Duration = Duration::from_secs(1);

/// The state of the process's one drain, shared by everything that has to stop. Clones are handles to the same drain.
#[derive(Clone, Debug, Default)]
pub struct Drain {
    started: CancellationToken,
    over: CancellationToken,
    work: TaskTracker,
}

impl Drain {
    /// A drain that has not started.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts draining. Doing it again changes nothing.
    pub fn start(&self) {
        self.started.cancel();
    }

    /// Whether new work is refused.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.started.is_cancelled()
    }

    /// Is cancelled when draining starts: streams watch it and end themselves.
    #[must_use]
    pub fn token(&self) -> CancellationToken {
        self.started.clone()
    }

    /// Is cancelled when calls and work are finished: background loops, which those still need, watch it and end.
    #[must_use]
    pub fn over(&self) -> CancellationToken {
        self.over.clone()
    }

    /// Runs work that outlives the call which asked for it; the drain waits for it.
    pub fn spawn<F>(&self, work: F) -> JoinHandle<F::Output>
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        self.work.spawn(work)
    }

    /// Waits for the work that outlives its calls, at most `limit`, then tells background loops to end. Answers whether
    /// all work was finished in time.
    pub async fn finish(&self, limit: Duration) -> bool {
        self.work.close();
        let finished = tokio::time::timeout(limit, self.work.wait()).await.is_ok();
        self.over.cancel();
        finished
    }

    /// Starts draining when the process is asked to stop, by SIGTERM or SIGINT. A second signal exits at once.
    ///
    /// # Errors
    ///
    /// When the signals cannot be listened for. Needs a runtime to be called in.
    #[cfg(unix)]
    pub fn start_on_signals(&self) -> std::io::Result<()> {
        use tokio::signal::unix::{SignalKind, signal};

        let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        let drain = self.clone();
        tokio::spawn(async move {
            let mut next = async || {
                tokio::select! {
                    _ = terminate.recv() => SignalKind::terminate(),
                    _ = interrupt.recv() => SignalKind::interrupt(),
                }
            };
            next().await;
            tracing::info!("asked to stop; once more stops at once");
            drain.start();
            let signal = next().await.as_raw_value();
            tracing::warn!("asked to stop again; what is still open is cut off");
            // As the shell reports a process that the signal ended.
            std::process::exit(128 + signal);
        });
        Ok(())
    }

    /// Waits for background loops that run until the drain is over. A process that has lost one of them does half of its
    /// work and seems well: it is drained instead, so that another takes its place.
    pub async fn while_all_run(self, mut loops: JoinSet<()>) {
        while let Some(ended) = loops.join_next().await {
            if !self.over.is_cancelled() {
                tracing::error!(
                    ?ended,
                    "a background loop has ended before its time: this process stops"
                );
                self.start();
            }
        }
    }

    /// Waits until background loops have ended, once the drain is over; those that do not end within a second, because
    /// a store or a peer hangs, are given up.
    ///
    /// # Errors
    ///
    /// When a loop panicked.
    pub async fn end_of(&self, loops: Vec<JoinHandle<()>>) -> Result<(), JoinError> {
        for background in loops {
            let abort = background.abort_handle();
            match tokio::time::timeout(LOOPS_END_WITHIN, background).await {
                Ok(ended) => ended?,
                Err(_) => {
                    tracing::warn!("a background loop does not end and is given up");
                    abort.abort();
                }
            }
        }
        Ok(())
    }

    /// What a call is answered that comes after the drain has started.
    #[must_use]
    pub fn refusal() -> Refusal {
        Refusal::new(
            Reason::Draining,
            "the process is shutting down; repeat the call with the same request id",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn work_that_outlives_its_call_is_waited_for_before_loops_end() {
        let drain = Drain::new();
        let (release, released) = tokio::sync::oneshot::channel::<()>();
        let over = drain.over();
        let work = drain.spawn(async move {
            released.await.unwrap();
            over.is_cancelled()
        });
        drain.start();
        assert!(drain.is_draining() && drain.token().is_cancelled() && !drain.over().is_cancelled());
        let mut finishing = std::pin::pin!(drain.finish(Duration::from_secs(10)));
        assert!(futures::poll!(finishing.as_mut()).is_pending());
        release.send(()).unwrap();
        assert!(finishing.await);
        assert!(!work.await.unwrap(), "loops had ended before the work was done");
        assert!(drain.over().is_cancelled());
    }

    #[tokio::test]
    async fn a_process_that_loses_a_background_loop_drains() {
        let drain = Drain::new();
        let mut loops = JoinSet::new();
        loops.spawn(async { panic!("a fault of the program") });
        drain.clone().while_all_run(loops).await;
        assert!(drain.is_draining());
    }

    #[tokio::test(start_paused = true)]
    async fn work_that_never_ends_is_waited_for_no_longer_than_the_limit() {
        let drain = Drain::new();
        let _stuck = drain.spawn(std::future::pending::<()>());
        drain.start();
        assert!(!drain.finish(Duration::from_secs(10)).await);
        assert!(drain.over().is_cancelled());
    }
}
