//! Taking connections and finding targets for them.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::connection::{Flow, carry};

/// Connections that are open at once; further ones wait to be taken.
const MOST_CONNECTIONS: usize = 4096;

/// A target on this machine answers at once or never.
const CONNECT_WITHIN: Duration = Duration::from_secs(1);

/// What a test asks for.
#[derive(Debug)]
pub(super) enum Change {
    Targets(Vec<SocketAddr>),
    Cut,
    Refuse,
    Accept,
}

pub(super) struct Listener {
    address: SocketAddr,
    /// None while connections are refused.
    listening: Option<TcpListener>,
    targets: Arc<Targets>,
    flow: watch::Receiver<Flow>,
    connections: JoinSet<()>,
}

struct Targets {
    addresses: Vec<SocketAddr>,
    next: AtomicUsize,
}

impl Listener {
    pub(super) fn bind(address: SocketAddr, targets: Vec<SocketAddr>, flow: watch::Receiver<Flow>) -> Self {
        let listening = std::net::TcpListener::bind(address).unwrap();
        listening.set_nonblocking(true).unwrap();
        Self {
            address,
            listening: Some(TcpListener::from_std(listening).unwrap()),
            targets: Targets::new(targets),
            flow,
            connections: JoinSet::new(),
        }
    }

    pub(super) async fn run(mut self, mut changes: mpsc::Receiver<(Change, oneshot::Sender<()>)>) {
        loop {
            let has_room = self.connections.len() < MOST_CONNECTIONS;
            tokio::select! {
                change = changes.recv() => {
                    let Some((change, made)) = change else { return };
                    self.apply(change).await;
                    // A test that has ended does not wait.
                    let _ = made.send(());
                }
                client = accept(self.listening.as_ref()), if has_room => {
                    let (targets, flow) = (Arc::clone(&self.targets), self.flow.clone());
                    self.connections.spawn(forward(client, targets, flow));
                }
                Some(_) = self.connections.join_next() => {}
            }
        }
    }

    async fn apply(&mut self, change: Change) {
        match change {
            Change::Targets(targets) => self.targets = Targets::new(targets),
            Change::Cut => self.connections.shutdown().await,
            Change::Refuse => self.listening = None,
            // The address is this proxy's own: nobody else can have taken the port.
            Change::Accept if self.listening.is_none() => {
                self.listening = Some(TcpListener::bind(self.address).await.unwrap());
            }
            Change::Accept => {}
        }
    }
}

impl Targets {
    fn new(addresses: Vec<SocketAddr>) -> Arc<Self> {
        let next = AtomicUsize::new(0);
        Arc::new(Self { addresses, next })
    }

    /// A connection to the next target that takes one.
    async fn connect(&self) -> Option<TcpStream> {
        let first = self.next.fetch_add(1, Ordering::Relaxed);
        for turn in 0..self.addresses.len() {
            let address = self.addresses[(first + turn) % self.addresses.len()];
            if let Ok(Ok(target)) = timeout(CONNECT_WITHIN, TcpStream::connect(address)).await {
                return Some(target);
            }
        }
        None
    }
}

/// The next connection; never, while connections are refused.
async fn accept(listening: Option<&TcpListener>) -> TcpStream {
    let Some(listening) = listening else {
        return std::future::pending().await;
    };
    loop {
        // Fails for connections that were given up before they were taken.
        if let Ok((client, _)) = listening.accept().await {
            return client;
        }
    }
}

async fn forward(client: TcpStream, targets: Arc<Targets>, mut flow: watch::Receiver<Flow>) {
    if flow.wait_for(|flow| !flow.stopped).await.is_err() {
        return;
    }
    if let Some(target) = targets.connect().await {
        // An end that breaks off is what proxies are for.
        let _ = carry(client, target, flow).await;
    }
}
