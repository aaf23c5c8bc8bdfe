//! The shell around the pure table: read the log, decide, punch, append, wake the watchers.

mod alarms;
mod append;
mod attendance;
mod close;
mod create;
mod dead_letters;
mod execute;
mod finished;
mod news;
mod read;
mod tables_of_account;
mod time;

pub use alarms::Rearm;
use attendance::Attendance;
pub(crate) use dead_letters::LONGEST_REASON;
use finished::Finished;

pub(crate) use read::{apply_one, fold_log};
use tables_of_account::TablesOfAccounts;
pub use time::TimeSeen;
use time::TimeWatch;

use std::sync::Arc;

use corners_proto::ids::TableId;
use quick_cache::sync::Cache;
use tokio::sync::Semaphore;

use crate::clock::Clock;
use crate::config::Options;
use crate::store::TableStore;
use crate::table::Table;
use crate::watch::Hub;

/// How often an append is tried again when another one got in first, or storing took too long.
const MOST_ATTEMPTS: u32 = 32;

/// How many logs are read at once for those who watch them.
const WATCHERS_READING: usize = 256;

/// The shell around the tables. Any number of replicas may share a store.
pub struct Authority {
    store: Arc<dyn TableStore>,
    clock: Clock,
    folds: Cache<TableId, Arc<Table>>,
    hub: Arc<Hub>,
    armer: tokio::sync::Notify,
    attendance: Attendance,
    time: TimeWatch,
    finished: Finished,
    most_finished: u64,
    tables_of_accounts: TablesOfAccounts,
    watchers_reading: Semaphore,
}

impl Authority {
    /// An authority over a store, with a clock.
    #[must_use]
    pub fn new(store: Arc<dyn TableStore>, clock: Clock, options: &Options) -> Self {
        Self {
            store,
            clock,
            folds: Cache::new(options.folds_kept),
            hub: Arc::new(Hub::new()),
            armer: tokio::sync::Notify::new(),
            attendance: Attendance::default(),
            time: TimeWatch::default(),
            finished: Finished::new(),
            most_finished: options.most_finished,
            tables_of_accounts: TablesOfAccounts::new(options.tables_per_account),
            watchers_reading: Semaphore::new(WATCHERS_READING),
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
