//! The replicas of a service: who they are now, and whose turn it is.

use std::collections::HashMap;
use std::error::Error;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use http::uri::Authority;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use super::address::{Address, Place};
use super::attempts::{Attempt, Attempts};
use super::connection::Sender;
use super::dialer::Dialer;
use super::endpoint::{Endpoint, Readiness};
use super::network::Network;
use super::resolver::Resolver;

/// How often names are resolved; tests do not wait so long.
const RESOLVE_INTERVAL: Duration = if cfg!(test) {
    Duration::from_millis(10)
} else {
    Duration::from_secs(3)
};

/// Between two attempts, however much somebody waits for the next.
const SHORTEST_PAUSE: Duration = Duration::from_millis(50);

/// The most replicas that one channel is connected to; further addresses are left out.
const MOST_REPLICAS: usize = 64;

/// The replicas at the addresses of one channel.
pub(super) struct Replicas {
    addresses: Vec<Address>,
    endpoints: RwLock<Arc<[Arc<Endpoint>]>>,
    turn: AtomicUsize,
    attempts: Arc<Attempts>,
    over: CancellationToken,
    /// Somebody waits for a name to be resolved.
    asked: Notify,
    unresolved: Mutex<Unresolved>,
}

/// The last attempt at the names that came to nothing, and why.
#[derive(Default)]
struct Unresolved {
    failed: Attempt,
    error: Option<Arc<str>>,
}

/// A replica whose turn it is, and its connection.
pub(super) struct Turn {
    pub(super) endpoint: Arc<Endpoint>,
    pub(super) sender: Sender,
}

/// No replica can be reached: why the last one could not.
pub(super) struct Unreachable(pub(super) Arc<str>);

impl Replicas {
    /// Replicas that are being looked for and connected to until `over`.
    pub(super) fn keep(
        addresses: Vec<Address>,
        resolver: impl Resolver,
        dialer: Dialer<impl Network>,
        over: CancellationToken,
    ) -> Arc<Self> {
        let known = addresses
            .iter()
            .filter_map(|address| Some((address.known()?, address.authority.clone())));
        let known: Vec<_> = known.collect();
        let has_names = addresses.iter().any(|address| address.known().is_none());
        let replicas = Arc::new(Self {
            addresses,
            endpoints: RwLock::new(Arc::new([])),
            turn: AtomicUsize::new(0),
            attempts: Arc::new(Attempts::new()),
            over: over.clone(),
            asked: Notify::new(),
            unresolved: Mutex::default(),
        });
        replicas.replace(known, &dialer);
        if has_names {
            let kept = Arc::clone(&replicas);
            tokio::spawn(async move { over.run_until_cancelled(kept.go_on_resolving(resolver, dialer)).await });
        }
        replicas
    }

    /// The next replica that can be reached, not `except`. One in doubt is better than none.
    pub(super) fn next(&self, except: Option<&Arc<Endpoint>>) -> Option<Turn> {
        let endpoints = self.endpoints();
        let first = self.turn.fetch_add(1, Ordering::Relaxed);
        let mut doubtful = None;
        for offset in 0..endpoints.len() {
            let endpoint = &endpoints[first.wrapping_add(offset) % endpoints.len()];
            if except.is_some_and(|except| Arc::ptr_eq(except, endpoint)) {
                continue;
            }
            let turn = |sender| Turn {
                endpoint: Arc::clone(endpoint),
                sender,
            };
            match endpoint.readiness() {
                Readiness::Ready(sender) => return Some(turn(sender)),
                Readiness::InDoubt(sender) => doubtful = Some(turn(sender)),
                Readiness::Unreachable => {}
            }
        }
        doubtful
    }

    /// The next replica that can be reached; waits until `end` while it is not known whether there is one.
    pub(super) async fn next_by(&self, end: Instant) -> Result<Turn, Unreachable> {
        if let Some(turn) = self.next(None) {
            return Ok(turn);
        }
        let mut outcomes = self.attempts.outcomes();
        let now = self.attempts.last();
        let known = async {
            loop {
                if let Some(turn) = self.next(None) {
                    return Ok(turn);
                }
                if let Some(unreachable) = self.failed_after(now) {
                    return Err(unreachable);
                }
                // Cannot fail: the sender is ours.
                let _ = outcomes.changed().await;
            }
        };
        timeout_at(end, known)
            .await
            .unwrap_or_else(|_| Err(Unreachable("nobody answers".into())))
    }

    /// The addresses, as they were given.
    pub(super) fn names(&self) -> String {
        let names: Vec<_> = self
            .addresses
            .iter()
            .map(|address| address.authority.as_str())
            .collect();
        names.join(" or ")
    }

    /// Why there is none, when that is certain: an attempt at each began after `attempt` and failed. Asks for new ones.
    fn failed_after(&self, attempt: Attempt) -> Option<Unreachable> {
        let endpoints = self.endpoints();
        if endpoints.is_empty() {
            self.asked.notify_one();
            let unresolved = self.unresolved.lock().unwrap_or_else(PoisonError::into_inner);
            return (unresolved.failed > attempt).then(|| unresolved.error.clone().map(Unreachable))?;
        }
        let mut last = None;
        for endpoint in &*endpoints {
            match endpoint.failed_after(attempt) {
                Some(error) => last = Some(Unreachable(error)),
                None => {
                    endpoint.wake();
                    return None;
                }
            }
        }
        last
    }

    async fn go_on_resolving(&self, resolver: impl Resolver, dialer: Dialer<impl Network>) {
        let mut last_known = HashMap::new();
        loop {
            let attempt = self.attempts.begin();
            let found = self.resolve_all(&resolver, &mut last_known, attempt).await;
            self.replace(found, &dialer);
            self.attempts.has_outcome();
            sleep(SHORTEST_PAUSE).await;
            let _ = timeout(RESOLVE_INTERVAL, self.asked.notified()).await;
        }
    }

    /// All addresses there are now. A name that cannot be resolved keeps those that it had.
    async fn resolve_all<'a>(
        &'a self,
        resolver: &impl Resolver,
        last_known: &mut HashMap<&'a Authority, Vec<SocketAddr>>,
        attempt: Attempt,
    ) -> Vec<(SocketAddr, Authority)> {
        let mut found = Vec::new();
        let mut trouble = None;
        for address in &self.addresses {
            let Place::Named(name) = &address.place else {
                found.extend(address.known().map(|known| (known, address.authority.clone())));
                continue;
            };
            match resolver.resolve(name, address.port).await {
                Ok(resolved) if !resolved.is_empty() => drop(last_known.insert(&address.authority, resolved)),
                Ok(_) => trouble = Some(format!("cannot resolve {name}: it has no address")),
                Err(error) => trouble = Some(format!("cannot resolve {name}: {}", &error as &dyn Error)),
            }
            let known = last_known.get(&address.authority).into_iter().flatten();
            found.extend(known.map(|known| (*known, address.authority.clone())));
        }
        self.note(attempt, trouble);
        found
    }

    /// Logs when names cannot be resolved any more and when they can again.
    fn note(&self, attempt: Attempt, trouble: Option<String>) {
        let mut unresolved = self.unresolved.lock().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut unresolved.error, trouble.as_deref().map(Into::into));
        if trouble.is_some() {
            unresolved.failed = attempt;
        }
        drop(unresolved);
        match (before, trouble) {
            (None, Some(error)) => tracing::warn!(error, "the name of a service cannot be resolved"),
            (Some(_), None) => tracing::info!(names = self.names(), "the names of a service can be resolved again"),
            (Some(_), Some(_)) | (None, None) => {}
        }
    }

    /// Leaves those that are gone, connects to those that are new.
    fn replace(&self, mut found: Vec<(SocketAddr, Authority)>, dialer: &Dialer<impl Network>) {
        found.sort_by_key(|(address, _)| *address);
        found.dedup_by_key(|(address, _)| *address);
        found.truncate(MOST_REPLICAS);
        let before = self.endpoints();
        if before
            .iter()
            .map(|endpoint| endpoint.address)
            .eq(found.iter().map(|(address, _)| *address))
        {
            return;
        }
        let endpoints = found.into_iter().map(|(address, authority)| {
            let kept = before.iter().find(|endpoint| endpoint.address == address);
            kept.map_or_else(
                || {
                    let (attempts, over) = (Arc::clone(&self.attempts), self.over.child_token());
                    Endpoint::keep(address, authority, attempts, over, dialer.clone())
                },
                Arc::clone,
            )
        });
        let endpoints: Arc<[_]> = endpoints.collect();
        for endpoint in &*before {
            if !endpoints.iter().any(|kept| Arc::ptr_eq(kept, endpoint)) {
                tracing::info!(address = %endpoint.address, "a replica of a service is gone");
                endpoint.leave();
            }
        }
        *self.endpoints.write().unwrap_or_else(PoisonError::into_inner) = endpoints;
    }

    #[cfg(test)]
    pub(super) fn reachable(&self) -> std::collections::BTreeSet<std::net::Ipv4Addr> {
        let endpoints = self.endpoints();
        let reachable = endpoints
            .iter()
            .filter(|endpoint| matches!(endpoint.readiness(), Readiness::Ready(_)));
        let addresses = reachable.filter_map(|endpoint| match endpoint.address {
            SocketAddr::V4(address) => Some(*address.ip()),
            SocketAddr::V6(_) => None,
        });
        addresses.collect()
    }

    fn endpoints(&self) -> Arc<[Arc<Endpoint>]> {
        Arc::clone(&self.endpoints.read().unwrap_or_else(PoisonError::into_inner))
    }
}
