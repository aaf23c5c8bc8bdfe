//! Reading tables: a cached fold is used only while the log's head is the one it was folded from.

use std::sync::Arc;

use corners_clockwork::GameTime;
use corners_proto::ids::TableId;

use super::append::{append_to, stamped};
use super::{Authority, MOST_ATTEMPTS};
use crate::error::AuthorityError;
use crate::store::{Appended, Loaded, LogRead, StoreTime};
use crate::table::{CorruptLog, Event, Table, Version, fold, tail_lost};

/// A table as this replica knows it.
pub(super) struct Seen {
    pub(super) table: Arc<Table>,
    /// The store's time when it was known, or a little earlier.
    pub(super) now: StoreTime,
    /// Whether the store has just confirmed it. What is stored is checked against the log's head anyway; what is refused
    /// must be refused for what is there now.
    pub(super) confirmed: bool,
}

impl Authority {
    /// Reads a table as it is now.
    ///
    /// # Errors
    /// When there is no such table, its log is corrupt, or the store is away.
    pub async fn table(&self, id: TableId) -> Result<Arc<Table>, AuthorityError> {
        Ok(self.look(id).await?.table)
    }

    /// The table as it was when this replica last heard of it, without asking the store.
    pub(super) fn recall(&self, id: TableId) -> Option<Seen> {
        Some(Seen {
            table: self.known(id)?,
            now: self.store.now(id)?,
            confirmed: false,
        })
    }

    /// The same table a moment later, after the store has just told the time.
    pub(super) fn still(&self, id: TableId, seen: Seen) -> Option<Seen> {
        let now = self.store.now(id)?;
        Some(Seen { now, ..seen })
    }

    /// The last fold that this replica has of a table, current or not.
    pub(super) fn known(&self, id: TableId) -> Option<Arc<Table>> {
        self.folds.get(&id).or_else(|| self.hub.feed(id)?.head())
    }

    /// Reads a log for those who watch it, a bounded number at once: after a gap in the news all feeds read, and moves
    /// must get through between them.
    pub(crate) async fn read_for_watchers(
        &self,
        id: TableId,
        known: Option<Version>,
    ) -> Result<LogRead, AuthorityError> {
        // The semaphore is never closed.
        let _place = self.watchers_reading.acquire().await;
        Ok(self.store.load(id, known).await?.log)
    }

    /// Reads a table from the store.
    pub(super) async fn look(&self, id: TableId) -> Result<Seen, AuthorityError> {
        let known = self.known(id);
        let version = known.as_ref().map(|table| table.version());
        let Loaded { now, log } = self.store.load(id, version).await?;
        let table = match (log, known) {
            (LogRead::Missing, _) => {
                self.folds.remove(&id);
                return Err(AuthorityError::TableNotLive(id));
            }
            (LogRead::Tail(events), Some(known)) if events.is_empty() => known,
            (LogRead::Tail(events), Some(known)) => {
                let table = Arc::new(advance(id, &known, &events)?);
                // Whoever wrote these events may have had no time to say so.
                self.learned(id, known.version(), &events, &table);
                table
            }
            (LogRead::Whole(events), Some(known)) => self.tell_of_lost_tail(id, &known, fold_log(id, &events)?).await?,
            (LogRead::Tail(events) | LogRead::Whole(events), None) => self.keep(id, fold_log(id, &events)?),
        };
        Ok(Seen {
            table,
            now,
            confirmed: true,
        })
    }

    /// The log is not the one that this replica knew: it has lost its tail in a failover. The log itself tells so from
    /// now on, unless another replica has said it already.
    async fn tell_of_lost_tail(&self, id: TableId, known: &Table, found: Table) -> Result<Arc<Table>, AuthorityError> {
        let told = found.tail_losses() > known.tail_losses();
        if told || found.verdict().is_some() {
            let found = self.keep(id, found);
            self.hub.wake(id);
            return Ok(found);
        }
        tracing::warn!(table = %id, known = known.version().number, found = found.version().number,
            "a table's log has lost its tail");
        let at = self.clock.look().await?.game.max(found.last_reading());
        self.append_lost_tail(id, known, at, found).await
    }

    async fn append_lost_tail(
        &self,
        id: TableId,
        known: &Table,
        at: GameTime,
        mut found: Table,
    ) -> Result<Arc<Table>, AuthorityError> {
        let (known, losses_known) = (known.version(), known.tail_losses());
        for _ in 0..MOST_ATTEMPTS {
            let event = stamped(|stamp| tail_lost(known, at.max(found.last_reading()), stamp));
            let after = advance(id, &found, std::slice::from_ref(&event))?;
            let append = append_to(id, &found, vec![event], &after);
            let appended = self.store.append(append).await?;
            found = if appended == Appended::Stored {
                self.armer.notify_one();
                after
            } else {
                // Another replica said it first, or went on without knowing of it.
                fold_log(id, &self.log(id).await?)?
            };
            if found.tail_losses() > losses_known || found.verdict().is_some() {
                let found = self.keep(id, found);
                self.hub.wake(id);
                return Ok(found);
            }
        }
        Err(AuthorityError::Contended(MOST_ATTEMPTS))
    }

    /// Reads a whole log.
    ///
    /// # Errors
    /// As for [`Authority::table`].
    pub async fn log(&self, id: TableId) -> Result<Vec<Event>, AuthorityError> {
        match self.store.load(id, None).await?.log {
            LogRead::Missing => Err(AuthorityError::TableNotLive(id)),
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

    /// A log has grown by these events after `before`, to this table: the watchers here hear of it.
    pub(super) fn learned(&self, id: TableId, before: Version, events: &[Event], after: &Arc<Table>) {
        self.folds.insert(id, Arc::clone(after));
        self.hub.hear(id, before, events, after);
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
