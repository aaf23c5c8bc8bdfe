//! One server: its connections, and a bound on the calls that wait for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use redis::{Cmd, Pipeline, Value};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::address::NodeAddress;
use crate::error::RedisFault;
use crate::health::Health;
use crate::link::{Link, Purpose};

/// Calls (a pipeline counts as one) that wait for one server at once; more are refused, since each of them would take
/// longer than it may.
const IN_FLIGHT: usize = 8192;

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) address: NodeAddress,
    links: Vec<Link>,
    next: AtomicUsize,
    places: Semaphore,
    health: Health,
}

impl Node {
    /// Begins to connect.
    pub(crate) fn open(address: NodeAddress, purpose: &Purpose) -> Arc<Self> {
        let links = (0..purpose.settings.connections.max(1))
            .map(|_| Link::open(address.clone(), purpose.clone()))
            .collect();
        Arc::new(Self {
            address,
            links,
            next: AtomicUsize::new(0),
            places: Semaphore::new(IN_FLIGHT),
            health: Health::default(),
        })
    }

    /// Sends one command. The answer may be an error of the server, as a value: [`judge`](Self::judge) it.
    pub(crate) async fn send(&self, command: &Cmd, deadline: Instant) -> Result<Value, RedisFault> {
        let _place = self.places.try_acquire().map_err(|_| self.crowded())?;
        let answer = self.link().send(command, deadline).await;
        answer.map_err(|reason| self.unavailable(&reason))
    }

    /// Sends several commands at once; answers as those of [`send`](Self::send).
    pub(crate) async fn send_all(&self, commands: &Pipeline, deadline: Instant) -> Result<Vec<Value>, RedisFault> {
        let _place = self.places.try_acquire().map_err(|_| self.crowded())?;
        let answers = self.link().send_all(commands, deadline).await;
        answers.map_err(|reason| self.unavailable(&reason))
    }

    /// Sees to it that the log tells how the server is, and passes the outcome on.
    pub(crate) fn judge<T>(&self, outcome: Result<T, RedisFault>) -> Result<T, RedisFault> {
        match outcome {
            Err(RedisFault::Unavailable(reason)) => Err(self.unavailable(&reason)),
            outcome => {
                self.health.succeeded(&self.address);
                outcome
            }
        }
    }

    fn unavailable(&self, reason: &str) -> RedisFault {
        self.health.failed(&self.address, reason);
        RedisFault::Unavailable(format!("{}: {reason}", self.address))
    }

    fn crowded(&self) -> RedisFault {
        self.unavailable("too many calls wait for it")
    }

    /// The next connection in turn, of those that are up if there are any.
    fn link(&self) -> &Link {
        let first = self.next.fetch_add(1, Ordering::Relaxed);
        let count = self.links.len();
        let in_turn = (0..count).map(|offset| &self.links[first.wrapping_add(offset) % count]);
        in_turn
            .clone()
            .find(|link| link.is_up())
            .unwrap_or(&self.links[first % count])
    }
}
