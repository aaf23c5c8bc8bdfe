//! Reading tables: a cached fold is used only while the log's head is the one it was folded from.

use std::sync::Arc;

use corners_proto::ids::TableId;

use super::Authority;
use crate::error::AuthorityError;
use crate::store::{Loaded, LogRead, Remembered, RequestKey, StoreTime};
use crate::table::{CorruptLog, Event, Table, fold};

/// A table as a read found it.
pub(super) struct Seen {
    pub(super) table: Arc<Table>,
    pub(super) now: StoreTime,
    pub(super) remembered: Option<Remembered>,
}

impl Authority {
    /// Reads a table as it is now.
    ///
    /// # Errors
    /// When there is no such table, its log is corrupt, or the store is away.
    pub async fn table(&self, id: TableId) -> Result<Arc<Table>, AuthorityError> {
        Ok(self.look(id, None).await?.table)
    }

    pub(super) async fn look(&self, id: TableId, call: Option<RequestKey>) -> Result<Seen, AuthorityError> {
        let cached = self.folds.get(&id);
        let known = cached.as_ref().map(|table| table.version());
        let Loaded { now, log, remembered } = self.store.load(id, known, call).await?;
        let table = match (log, cached) {
            (LogRead::Missing, _) => {
                self.folds.remove(&id);
                return Err(AuthorityError::TableNotFound(id));
            }
            (LogRead::Tail(events), Some(cached)) if events.is_empty() => cached,
            (LogRead::Tail(events), Some(cached)) => {
                let table = self.keep(id, advance(id, &cached, &events)?);
                // Whoever wrote these events may have had no time to say so.
                self.hub.wake(id);
                table
            }
            (LogRead::Tail(events) | LogRead::Whole(events), _) => self.keep(id, fold_log(id, &events)?),
        };
        Ok(Seen { table, now, remembered })
    }

    /// Reads a whole log.
    ///
    /// # Errors
    /// As for [`Authority::table`].
    pub async fn log(&self, id: TableId) -> Result<Vec<Event>, AuthorityError> {
        match self.store.load(id, None, None).await?.log {
            LogRead::Missing => Err(AuthorityError::TableNotFound(id)),
            LogRead::Tail(events) | LogRead::Whole(events) => Ok(events),
        }
    }

    /// The table as it was when its log held `number` events.
    pub(super) async fn table_at(&self, id: TableId, number: u64) -> Result<Arc<Table>, AuthorityError> {
        let events = self.log(id).await?;
        let count = usize::try_from(number).unwrap_or(usize::MAX);
        fold_log(id, events.iter().take(count)).map(Arc::new)
    }

    pub(super) fn keep(&self, id: TableId, table: impl Into<Arc<Table>>) -> Arc<Table> {
        let table = table.into();
        self.folds.insert(id, Arc::clone(&table));
        table
    }
}

/// Folds the events of a log.
pub(crate) fn fold_log<'a>(id: TableId, events: impl IntoIterator<Item = &'a Event>) -> Result<Table, AuthorityError> {
    fold(events).map_err(|cause| corrupt(id, cause))
}

/// Folds later events into a table.
pub(crate) fn advance(id: TableId, table: &Table, events: &[Event]) -> Result<Table, AuthorityError> {
    let mut advanced = table.clone();
    for event in events {
        apply_one(id, &mut advanced, event)?;
    }
    Ok(advanced)
}

/// Folds the next event into a table.
pub(crate) fn apply_one(id: TableId, table: &mut Table, event: &Event) -> Result<(), AuthorityError> {
    table.apply(event).map_err(|cause| corrupt(id, cause))
}

fn corrupt(table: TableId, cause: CorruptLog) -> AuthorityError {
    tracing::error!(%table, version = cause.number, why = %cause.why, "a table's log is corrupt");
    AuthorityError::Corrupt { table, cause }
}
