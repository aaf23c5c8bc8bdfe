//! The end of a table's life: taken by the archive, acknowledged, forgotten.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use corners_proto::ids::TableId;
use futures::stream::{self, StreamExt};
use tokio::time::sleep;

use super::Authority;
use super::read::{advance, fold_log};
use crate::error::AuthorityError;
use crate::metrics::FinishedMeters;
use crate::store::{LogRead, StoreError, Taking};
use crate::table::Table;

/// An end is handed out once it is so old: by then it is durable.
const SETTLED_FOR: Duration = Duration::from_secs(2);

/// How long a table that was handed out is not handed out again.
const HIDDEN_FOR: Duration = Duration::from_secs(30);

/// How long an acknowledged table can still be looked at here.
const AFTERLIFE: Duration = Duration::from_secs(60 * 60);

/// How often the backlog is counted, and tables whose afterlife is over are forgotten.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How many logs of finished tables are read together, and how many such reads are under way.
const READ_AT_ONCE: usize = 32;
const READS_AT_ONCE: usize = 2;

/// How many tables are forgotten at once.
const FORGOTTEN_AT_ONCE: usize = 500;

/// What this replica knows of the finished tables.
#[derive(Debug)]
pub(super) struct Finished {
    backlog: Arc<AtomicU64>,
    dead_letters: Arc<AtomicU64>,
    pub(super) meters: FinishedMeters,
}

impl Finished {
    pub(super) fn new() -> Self {
        let (backlog, dead_letters) = (Arc::default(), Arc::default());
        Self {
            meters: FinishedMeters::new(Arc::clone(&backlog), Arc::clone(&dead_letters)),
            backlog,
            dead_letters,
        }
    }
}

impl Authority {
    /// Hands finished tables that nobody has acknowledged yet to `accept`, at most `limit`, until it says that there is no
    /// room for one: that one and all after it are handed out next time. What cannot be read becomes a dead letter, and
    /// holds nobody up.
    ///
    /// # Errors
    /// When the store is away.
    pub async fn take_finished(
        &self,
        limit: usize,
        mut accept: impl FnMut(TableId, &Table) -> bool + Send,
    ) -> Result<(), AuthorityError> {
        let taking = Taking {
            limit,
            settled_for: SETTLED_FOR,
            hidden_for: HIDDEN_FOR,
        };
        let taken = self.store.take_finished(taking).await?;
        let reads: Vec<_> = taken
            .chunks(READ_AT_ONCE)
            .map(|chunk| self.read_finished(chunk))
            .collect();
        let mut reads = stream::iter(reads).buffered(READS_AT_ONCE);
        let (mut done, mut later) = (0, Vec::new());
        'reads: while let Some(read) = reads.next().await {
            for (id, table) in read {
                match table {
                    Ok(table) if table.verdict().is_none() => self.lost_its_end(id, &table).await,
                    Ok(table) if accept(id, &table) => {}
                    Ok(_) => {
                        later.extend_from_slice(&taken[done..]);
                        break 'reads;
                    }
                    Err(AuthorityError::Store(StoreError::Unavailable(_))) => later.push(id),
                    Err(error) => self.unreadable(id, &error).await,
                }
                done += 1;
            }
        }
        drop(reads);
        self.hand_back(&later).await;
        Ok(())
    }

    /// Tables that were taken are to be handed out next. Where that fails they are hidden a while.
    async fn hand_back(&self, tables: &[TableId]) {
        if tables.is_empty() {
            return;
        }
        if let Err(error) = self.store.hand_back(tables).await {
            tracing::warn!(tables = tables.len(), %error, "finished tables are handed out later than they could be");
        }
    }

    /// Reads finished tables. A backlog must not push the tables that are played at out of memory: only what is there
    /// already is used.
    async fn read_finished(&self, tables: &[TableId]) -> Vec<(TableId, Result<Arc<Table>, AuthorityError>)> {
        let known: Vec<_> = tables.iter().map(|id| self.known(*id)).collect();
        let wanted = tables.iter().zip(&known);
        let wanted: Vec<_> = wanted
            .map(|(id, known)| (*id, known.as_ref().map(|table| table.version())))
            .collect();
        let logs = self.store.load_all(&wanted).await;
        let all = tables.iter().zip(known).zip(logs);
        let fold = |id, known, log: Result<LogRead, StoreError>| folded(id, known, log?);
        all.map(|((id, known), log)| (*id, fold(*id, known, log))).collect()
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
            if let Ok(dead_letters) = self.store.dead_letter_count().await {
                self.finished.dead_letters.store(dead_letters, Ordering::Relaxed);
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

/// The table that a read of its log leads to.
fn folded(id: TableId, known: Option<Arc<Table>>, log: LogRead) -> Result<Arc<Table>, AuthorityError> {
    match (log, known) {
        (LogRead::Missing, _) => Err(AuthorityError::TableNotLive(id)),
        (LogRead::Tail(events), Some(known)) if events.is_empty() => Ok(known),
        (LogRead::Tail(events), Some(known)) => advance(id, &known, &events).map(Arc::new),
        (LogRead::Tail(events) | LogRead::Whole(events), _) => fold_log(id, &events).map(Arc::new),
    }
}
