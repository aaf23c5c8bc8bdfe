//! What the outcomes of deliveries mean for the next ones, and what the log says of them.

use std::collections::HashSet;
use std::error::Error;

use corners_proto::ids::TableId;
use tokio::time::Instant;

use crate::backoff::Backoff;

/// Tables whose trouble has been logged; of more than these it may be logged again.
const REMEMBERED: usize = 1024;

/// Tells an outage, which is a reason to wait, from a table's own trouble, which is none.
///
/// A table that is asked in vain again and again is asked less and less by itself. Only when two different tables fail
/// without a success between them, or the store does, is it everybody's trouble.
#[derive(Debug, Default)]
pub(crate) struct Troubles {
    backoff: Backoff,
    suspect: Option<TableId>,
    is_outage: bool,
    logged: HashSet<TableId>,
}

impl Troubles {
    /// The end of the pause, if there is one now.
    pub(crate) fn paused_until(&self, now: Instant) -> Option<Instant> {
        self.backoff.paused_until(now)
    }

    /// A table has answered.
    pub(crate) fn table_answered(&mut self, table: TableId) {
        self.backoff.succeeded();
        self.suspect = None;
        self.logged.remove(&table);
        if self.is_outage {
            self.is_outage = false;
            tracing::info!("alarms are delivered again");
        }
    }

    /// The store is away.
    pub(crate) fn store_failed(&mut self, now: Instant, error: &(dyn Error + 'static)) {
        self.failed(now, error);
    }

    /// A table did not answer, for a reason that may be everybody's.
    pub(crate) fn table_failed(&mut self, table: TableId, now: Instant, error: &(dyn Error + 'static)) {
        if self.suspect.is_some_and(|suspect| suspect != table) {
            self.failed(now, error);
        }
        self.suspect = Some(table);
    }

    /// A table answered that something is wrong with it.
    pub(crate) fn table_refused(&mut self, table: TableId, error: &(dyn Error + 'static)) {
        if self.logged.len() == REMEMBERED {
            self.logged.clear();
        }
        if self.logged.insert(table) {
            tracing::warn!(%table, error, "could not deliver an alarm: trying again as long as it takes");
        }
    }

    fn failed(&mut self, now: Instant, error: &(dyn Error + 'static)) {
        self.backoff.failed(now);
        if !self.is_outage {
            self.is_outage = true;
            tracing::warn!(error, "alarms cannot be delivered: trying again until they can");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Error as Failure;
    use std::time::Duration;

    use super::*;

    fn table(number: u8) -> TableId {
        TableId::from_bytes([number; 16])
    }

    #[test]
    fn one_table_that_fails_makes_no_other_wait() {
        let mut troubles = Troubles::default();
        let now = Instant::now();
        for _ in 0..10 {
            troubles.table_failed(table(1), now, &Failure);
            troubles.table_refused(table(2), &Failure);
            assert_eq!(troubles.paused_until(now), None);
        }
        troubles.table_answered(table(3));
        troubles.table_failed(table(4), now, &Failure);
        assert_eq!(
            troubles.paused_until(now),
            None,
            "somebody was answered between the two"
        );
    }

    #[test]
    fn two_tables_or_the_store_are_an_outage_until_somebody_is_answered() {
        let now = Instant::now();
        let mut of_tables = Troubles::default();
        of_tables.table_failed(table(1), now, &Failure);
        of_tables.table_failed(table(2), now, &Failure);
        let mut of_store = Troubles::default();
        of_store.store_failed(now, &Failure);
        for mut troubles in [of_tables, of_store] {
            assert!(troubles.paused_until(now) > Some(now + Duration::from_millis(10)));
            troubles.table_answered(table(1));
            assert_eq!(troubles.paused_until(now), None);
        }
    }
}
