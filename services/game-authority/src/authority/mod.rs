//! The shell around the pure table: read the log, decide, punch, append, wake the watchers.

mod alarms;
mod append;
mod create;
mod execute;
mod read;

pub use alarms::Rearm;
pub(crate) use read::{apply_one, fold_log};

use std::sync::Arc;

use corners_proto::ids::TableId;
use quick_cache::sync::Cache;

use crate::clock::Clock;
use crate::store::{RequestKey, TableStore};
use crate::table::Table;
use crate::watch::Hub;

/// How often an append is tried again when another one got in first, or storing took too long.
const MOST_ATTEMPTS: u32 = 32;

/// A caller's call: its name, and the digest of its body.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// The caller's name for it.
    pub key: RequestKey,
    /// Digest of its body.
    pub digest: [u8; 32],
}

/// The shell around the tables. Any number of replicas may share a store.
pub struct Authority {
    store: Arc<dyn TableStore>,
    clock: Clock,
    folds: Cache<TableId, Arc<Table>>,
    hub: Arc<Hub>,
    armer: tokio::sync::Notify,
}

impl Authority {
    /// An authority over a store, with a clock, that keeps at most `folds_kept` folded tables in memory.
    #[must_use]
    pub fn new(store: Arc<dyn TableStore>, clock: Clock, folds_kept: usize) -> Self {
        Self {
            store,
            clock,
            folds: Cache::new(folds_kept),
            hub: Arc::new(Hub::new()),
            armer: tokio::sync::Notify::new(),
        }
    }

    /// Where tables are kept.
    #[must_use]
    pub fn store(&self) -> &dyn TableStore {
        self.store.as_ref()
    }

    /// The clock.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Who watches.
    #[must_use]
    pub fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }
}
