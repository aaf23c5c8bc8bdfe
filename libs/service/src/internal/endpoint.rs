//! One replica: connected to, lost, tried again.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http::uri::{Authority, Scheme};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::attempts::{Attempt, Attempts};
use super::connection::{Broken, Connection, Sender};
use super::dialer::Dialer;
use super::network::Network;
use crate::call::chain;

/// Between two attempts, however much somebody waits for the next.
const SHORTEST_PAUSE: Duration = Duration::from_millis(20);

/// Between two attempts that nobody waits for.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// A replica, kept connected by a task of its own.
#[derive(Debug)]
pub(super) struct Endpoint {
    pub(super) address: SocketAddr,
    scheme: Scheme,
    authority: Authority,
    attempts: Arc<Attempts>,
    state: Mutex<State>,
    /// Somebody waits for the next attempt, or doubts the connection.
    asked: Notify,
    over: CancellationToken,
}

#[derive(Debug, Default)]
struct State {
    sender: Option<Sender>,
    /// A call had no answer for long, and nothing has been heard since.
    in_doubt: bool,
    /// The last attempt that came to nothing, and why.
    failed: Attempt,
    error: Option<Arc<str>>,
}

/// Whether calls can go to a replica.
pub(super) enum Readiness {
    Ready(Sender),
    InDoubt(Sender),
    Unreachable,
}

impl Endpoint {
    /// A replica that is being connected to, until `over`.
    pub(super) fn keep(
        address: SocketAddr,
        authority: Authority,
        attempts: Arc<Attempts>,
        over: CancellationToken,
        dialer: Dialer<impl Network>,
    ) -> Arc<Self> {
        let endpoint = Arc::new(Self {
            address,
            scheme: dialer.credentials.scheme(),
            authority,
            attempts,
            state: Mutex::default(),
            asked: Notify::new(),
            over: over.clone(),
        });
        let kept = Arc::clone(&endpoint);
        tokio::spawn(async move { over.run_until_cancelled(kept.stay_connected(dialer)).await });
        endpoint
    }

    pub(super) fn scheme(&self) -> &Scheme {
        &self.scheme
    }

    /// Host and port as requests name them.
    pub(super) fn authority(&self) -> &Authority {
        &self.authority
    }

    pub(super) fn readiness(&self) -> Readiness {
        let state = self.state();
        match &state.sender {
            Some(sender) if sender.is_closed() => {
                drop(state);
                self.wake();
                Readiness::Unreachable
            }
            Some(sender) if state.in_doubt => Readiness::InDoubt(sender.clone()),
            Some(sender) => Readiness::Ready(sender.clone()),
            None => Readiness::Unreachable,
        }
    }

    /// Calls avoid the replica until it has been heard of.
    pub(super) fn doubt(&self) {
        self.state().in_doubt = true;
        self.wake();
    }

    /// Somebody waits: no long pause now.
    pub(super) fn wake(&self) {
        self.asked.notify_one();
    }

    /// Why the last attempt failed, if it began after `attempt`.
    pub(super) fn failed_after(&self, attempt: Attempt) -> Option<Arc<str>> {
        let state = self.state();
        state.error.clone().filter(|_| state.failed > attempt)
    }

    /// Leaves the replica. Calls that are waiting for it may still be answered.
    pub(super) fn leave(&self) {
        self.over.cancel();
        self.state().sender = None;
    }

    async fn stay_connected(&self, dialer: Dialer<impl Network>) {
        let mut pause = SHORTEST_PAUSE;
        loop {
            let attempt = self.attempts.begin();
            match Connection::open(&dialer, self.address, &self.authority).await {
                Ok(connection) => {
                    pause = SHORTEST_PAUSE;
                    self.reached(&connection);
                    let lost = self.until_lost(connection).await;
                    self.lost(&lost);
                }
                Err(error) => self.failed(attempt, &error),
            }
            sleep(SHORTEST_PAUSE).await;
            // Ends early when somebody asks; nothing is lost if nobody does.
            let _ = timeout(pause, self.asked.notified()).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Watches over a connection; asks the replica for a sign of life when it is doubted.
    async fn until_lost(&self, mut connection: Connection) -> Broken {
        loop {
            tokio::select! {
                error = connection.ended() => return error,
                () = self.asked.notified() => {}
            }
            if connection.sender.is_closed() {
                return "the other side is closing the connection".into();
            }
            if !self.state().in_doubt {
                continue;
            }
            if let Err(error) = connection.ask(&self.authority).await {
                connection.give_up();
                return error;
            }
            self.state().in_doubt = false;
            self.attempts.has_outcome();
        }
    }

    fn reached(&self, connection: &Connection) {
        let again = {
            let mut state = self.state();
            state.sender = Some(connection.sender.clone());
            state.in_doubt = false;
            state.error.take().is_some()
        };
        if again {
            tracing::info!(address = %self.address, "a service can be reached again");
        }
        self.attempts.has_outcome();
    }

    /// Not yet told: whoever closes a connection may be restarting, and the next attempt knows.
    fn lost(&self, error: &Broken) {
        self.state().sender = None;
        tracing::debug!(address = %self.address, error = chain(&**error), "a connection to a service has ended");
        self.attempts.has_outcome();
    }

    fn failed(&self, attempt: Attempt, error: &Broken) {
        let text = chain(&**error);
        let is_news = {
            let mut state = self.state();
            state.failed = attempt;
            state.error.replace(text.as_str().into()).is_none()
        };
        if is_news {
            tracing::warn!(address = %self.address, error = text, "a service cannot be reached");
        }
        self.attempts.has_outcome();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
