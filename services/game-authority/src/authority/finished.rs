//! The end of a table's life: taken by the archive, acknowledged, forgotten.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use corners_proto::ids::TableId;
use tokio::time::sleep;

use super::Authority;
use crate::error::AuthorityError;
use crate::store::Taking;
use crate::table::Table;

/// An end is handed out once it is so old: by then it is durable.
const SETTLED_FOR: Duration = Duration::from_secs(2);

/// How long a table that was handed out is not handed out again.
const HIDDEN_FOR: Duration = Duration::from_secs(30);

/// How long an acknowledged table can still be looked at here.
const AFTERLIFE: Duration = Duration::from_secs(60 * 60);

/// How often the backlog is counted, and tables whose afterlife is over are forgotten.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How many tables are forgotten at once.
const FORGOTTEN_AT_ONCE: usize = 500;

/// What this replica knows of the finished tables.
#[derive(Debug, Default)]
pub(super) struct Finished {
    backlog: AtomicU64,
}

impl Authority {
    /// Finished tables that nobody has acknowledged yet, at most `limit`. What cannot be read is not handed out: it is
    /// reported, stays, and holds nobody up.
    ///
    /// # Errors
    /// When the store is away.
    pub async fn take_finished(&self, limit: usize) -> Result<Vec<(TableId, Arc<Table>)>, AuthorityError> {
        let taking = Taking {
            limit,
            settled_for: SETTLED_FOR,
            hidden_for: HIDDEN_FOR,
        };
        let mut tables = Vec::new();
        for id in self.store.take_finished(taking).await? {
            match self.table(id).await {
                Ok(table) if table.verdict().is_some() => tables.push((id, table)),
                Ok(_) => tracing::warn!(table = %id, "a table that was finished is being played again"),
                Err(error) => tracing::error!(table = %id, %error, "a finished table cannot be handed out"),
            }
        }
        Ok(tables)
    }

    /// Finished tables are recorded elsewhere. Answers how many still waited for it.
    ///
    /// # Errors
    /// When the store is away.
    pub async fn acknowledge(&self, tables: &[TableId]) -> Result<usize, AuthorityError> {
        Ok(self.store.acknowledge(tables, AFTERLIFE).await?)
    }

    /// Counts the backlog and forgets what is over, for ever.
    pub async fn keep_house(self: Arc<Self>) {
        loop {
            // The store logs when it goes away and when it is back.
            if let Ok(backlog) = self.store.backlog().await {
                self.finished.backlog.store(backlog, Ordering::Relaxed);
            }
            if !matches!(self.store.expire(FORGOTTEN_AT_ONCE).await, Ok(FORGOTTEN_AT_ONCE)) {
                sleep(LOOK_EVERY).await;
            }
        }
    }

    /// Whether there is room for a new table.
    pub(super) fn room_for_a_table(&self) -> Result<(), AuthorityError> {
        let backlog = self.finished.backlog.load(Ordering::Relaxed);
        if backlog >= self.most_finished {
            return Err(AuthorityError::BacklogFull { backlog });
        }
        Ok(())
    }
}
