//! Keeping the leases of the tickets whose streams are open here.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use corners_proto::ids::AccountId;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::acts::tickets::LEASE_MS;
use crate::hub::Hub;
use crate::store::{MatchmakingStore, Wait};

/// How often: three times before a lease ends.
const RENEW_EVERY: Duration = Duration::from_millis(LEASE_MS / 4);

/// How many leases are renewed in one call.
const AT_ONCE: usize = 1_000;

/// The tickets whose streams are open here. Clones are handles to the same ones.
#[derive(Clone, Debug)]
pub(crate) struct Leases {
    held: Arc<Mutex<HashMap<Wait, Holders>>>,
    hub: Hub,
}

#[derive(Clone, Copy, Debug)]
struct Holders {
    account: AccountId,
    streams: usize,
}

/// Keeps one ticket's lease while it is held.
#[derive(Debug)]
pub(crate) struct Held {
    wait: Wait,
    leases: Leases,
}

impl Leases {
    /// None yet.
    #[must_use]
    pub(crate) fn new(hub: Hub) -> Self {
        Self {
            held: Arc::default(),
            hub,
        }
    }

    /// Keeps the lease of an account's ticket.
    #[must_use]
    pub(crate) fn hold(&self, account: AccountId, wait: Wait) -> Held {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let holders = held.entry(wait.clone()).or_insert(Holders { account, streams: 0 });
        holders.streams += 1;
        Held {
            wait,
            leases: self.clone(),
        }
    }

    /// Renews them until `over`. Who holds one that waits no more is woken.
    pub(crate) async fn keep(self, store: Arc<dyn MatchmakingStore>, over: CancellationToken) {
        while over.run_until_cancelled(sleep(RENEW_EVERY)).await.is_some() {
            for some in self.all().chunks(AT_ONCE) {
                let waits: Vec<Wait> = some.iter().map(|(wait, _)| wait.clone()).collect();
                match store.renew(&waits, LEASE_MS).await {
                    Ok(waiting) => {
                        let ended = some.iter().zip(waiting).filter(|(_, waits)| !waits);
                        ended.for_each(|((_, account), _)| self.hub.wake(*account));
                    }
                    // The leases end by themselves, and their streams come back when the store does.
                    Err(error) => {
                        let error: &(dyn std::error::Error + 'static) = &error;
                        tracing::debug!(error, "leases of tickets are not renewed");
                    }
                }
            }
        }
    }
}

impl Leases {
    fn all(&self) -> Vec<(Wait, AccountId)> {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.iter()
            .map(|(wait, holders)| (wait.clone(), holders.account))
            .collect()
    }
}

impl Held {
    /// Whether others here hold the same one.
    pub(crate) fn is_shared(&self) -> bool {
        let held = self.leases.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.get(&self.wait).is_some_and(|holders| holders.streams > 1)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut held = self.leases.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(holders) = held.get_mut(&self.wait) {
            holders.streams -= 1;
            if holders.streams == 0 {
                held.remove(&self.wait);
            }
        }
    }
}
