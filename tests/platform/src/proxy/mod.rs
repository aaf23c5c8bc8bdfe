//! A TCP proxy in the test process, for the faults that networks have.
//!
//! It stands between any two parties: a client and the replicas of a service (as a load balancer), a service and Redis,
//! one service and another. It runs on a thread of its own, so that a test that blocks holds nobody up.

mod connection;
mod listener;

use std::net::SocketAddr;
use std::sync::LazyLock;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::AbortHandle;

use connection::Flow;
use listener::{Change, Listener};

use crate::Loopback;

/// The one port of each proxy's own address.
const PORT: u16 = 7001;

/// Commands that may wait: a test gives one at a time.
const COMMANDS: usize = 16;

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    let mut builder = Builder::new_multi_thread();
    let builder = builder.worker_threads(1).thread_name("proxy").enable_all();
    builder.build().unwrap()
});

/// A TCP proxy with an address of its own, which stays the same whatever happens behind it. At first it forwards each
/// connection to the next of its targets that takes it. Gone, with all its connections, when it is dropped.
#[derive(Debug)]
pub struct Proxy {
    loopback: Loopback,
    flow: watch::Sender<Flow>,
    changes: mpsc::Sender<(Change, oneshot::Sender<()>)>,
    task: AbortHandle,
}

impl Proxy {
    /// A proxy for these targets, in turn. Those that refuse a connection are passed over.
    #[must_use]
    pub fn start(targets: impl IntoIterator<Item = SocketAddr>) -> Self {
        let loopback = Loopback::claim();
        let flow = watch::Sender::new(Flow::default());
        let (changes, changed) = mpsc::channel(COMMANDS);
        let listener = {
            let _runtime = RUNTIME.enter();
            Listener::bind(loopback.port(PORT), targets.into_iter().collect(), flow.subscribe())
        };
        let task = RUNTIME.spawn(listener.run(changed)).abort_handle();
        Self {
            loopback,
            flow,
            changes,
            task,
        }
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.loopback.port(PORT)
    }

    /// Where it listens, as clients of gRPC take it.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address())
    }

    /// Connects new connections to other targets; open ones stay where they are.
    pub async fn retarget(&self, targets: impl IntoIterator<Item = SocketAddr>) {
        self.apply(Change::Targets(targets.into_iter().collect())).await;
    }

    /// Closes all open connections. Both ends notice; new ones are taken.
    pub async fn cut(&self) {
        self.apply(Change::Cut).await;
    }

    /// Refuses new connections, and closes the open ones, until [`Proxy::accept`].
    pub async fn refuse(&self) {
        self.apply(Change::Refuse).await;
        self.cut().await;
    }

    /// Takes connections again.
    pub async fn accept(&self) {
        self.apply(Change::Accept).await;
    }

    /// From now on connections are taken and kept, but nothing passes in either direction and no end is told, until
    /// [`Proxy::flow`]: as when a machine has gone without a word.
    pub fn black_hole(&self) {
        self.flow.send_modify(|flow| flow.stopped = true);
    }

    /// Lets pass what was held back, and everything after it.
    pub fn flow(&self) {
        self.flow.send_modify(|flow| flow.stopped = false);
    }

    /// From now on everything takes this much longer, in each direction.
    pub fn delay(&self, delay: Duration) {
        self.flow.send_modify(|flow| flow.delay = delay);
    }

    /// Returns once the change has been made.
    async fn apply(&self, change: Change) {
        let (made, wait) = oneshot::channel();
        self.changes.send((change, made)).await.unwrap();
        wait.await.unwrap();
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}
