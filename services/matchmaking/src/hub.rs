//! Waking up who waits for something in this replica.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use corners_proto::ids::AccountId;
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use crate::store::{Heard, Listener, PoolName};

/// How many pools can wait to be looked at; beyond them all are.
const POOLS_HEARD: usize = 1_024;

/// Who waits here. Clones are handles to the same one.
#[derive(Clone, Debug)]
pub(crate) struct Hub {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    accounts: Mutex<HashMap<AccountId, watch::Sender<()>>>,
    lobby: watch::Sender<()>,
    pools: mpsc::Sender<Option<PoolName>>,
}

/// Waits for what concerns an account.
#[derive(Debug)]
pub(crate) struct Wakes {
    receiver: watch::Receiver<()>,
    account: AccountId,
    hub: Hub,
}

impl Hub {
    /// A hub, and where it tells which pools got a ticket: none for any of them.
    #[must_use]
    pub(crate) fn new() -> (Self, mpsc::Receiver<Option<PoolName>>) {
        let (pools, heard) = mpsc::channel(POOLS_HEARD);
        let shared = Shared {
            accounts: Mutex::default(),
            lobby: watch::Sender::new(()),
            pools,
        };
        let shared = Arc::new(shared);
        (Self { shared }, heard)
    }

    /// Waits for what concerns an account from now on.
    #[must_use]
    pub(crate) fn wait_for(&self, account: AccountId) -> Wakes {
        let mut accounts = self.shared.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        let sender = accounts.entry(account).or_insert_with(|| watch::Sender::new(()));
        Wakes {
            receiver: sender.subscribe(),
            account,
            hub: self.clone(),
        }
    }

    /// Waits for what happens in the lobby from now on.
    #[must_use]
    pub(crate) fn lobby(&self) -> watch::Receiver<()> {
        self.shared.lobby.subscribe()
    }

    /// Wakes who waits for an account.
    pub(crate) fn wake(&self, account: AccountId) {
        let accounts = self.shared.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = accounts.get(&account) {
            sender.send_replace(());
        }
    }

    fn wake_all(&self) {
        let accounts = self.shared.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        for sender in accounts.values() {
            sender.send_replace(());
        }
        drop(accounts);
        self.shared.lobby.send_replace(());
        // A full queue holds somebody who looks at the pools anyway, and they are looked at each second.
        let _ = self.shared.pools.try_send(None);
    }

    /// Passes on what is heard, until `over`.
    pub(crate) async fn follow(self, mut listener: Box<dyn Listener>, over: CancellationToken) {
        while let Some(heard) = over.run_until_cancelled(listener.next()).await {
            match heard {
                Heard::Account(account) => self.wake(account),
                Heard::Lobby => {
                    self.shared.lobby.send_replace(());
                }
                Heard::Pool(pool) => {
                    let _ = self.shared.pools.try_send(Some(pool));
                }
                Heard::Gap => self.wake_all(),
            }
        }
    }
}

impl Wakes {
    /// Resolves when something has happened since it last did. Safe to cancel.
    pub(crate) async fn woken(&mut self) {
        if self.receiver.changed().await.is_err() {
            // The hub has gone, and with it the process.
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Wakes {
    fn drop(&mut self) {
        let mut accounts = self.hub.shared.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        // This one is still counted.
        if accounts
            .get(&self.account)
            .is_some_and(|sender| sender.receiver_count() <= 1)
        {
            accounts.remove(&self.account);
        }
    }
}
