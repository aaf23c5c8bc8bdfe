//! Finished tables that cannot be recorded elsewhere, and those that are not over after all.

use std::slice;
use std::sync::Arc;

use corners_proto::ids::TableId;

use super::Authority;
use super::append::{append_to, stamped};
use super::read::advance;
use crate::error::AuthorityError;
use crate::metrics::Rejected;
use crate::store::{Append, Appended, Requeued, StoreError};
use crate::table::{EventId, Status, Table, Version, tail_lost};

/// The longest reason of a dead letter, in characters.
pub(crate) const LONGEST_REASON: usize = 500;

impl Authority {
    /// A finished table cannot be handed out. If its log is there and does not fold, it never can be.
    pub(super) async fn unreadable(&self, id: TableId, error: &AuthorityError) {
        let reason = match error {
            AuthorityError::Corrupt { .. } | AuthorityError::Store(StoreError::Corrupt { .. }) => error.to_string(),
            AuthorityError::TableNotLive(_) => "its log is gone".to_owned(),
            error => {
                tracing::error!(table = %id, %error, "a finished table cannot be read now: it is handed out later");
                return;
            }
        };
        if let Err(error) = self.reject_as(Rejected::Unreadable, id, &reason).await {
            tracing::warn!(table = %id, %error, "a finished table that cannot be read is no dead letter yet: it is tried again later");
        }
    }

    /// A finished table cannot be recorded elsewhere: it becomes a dead letter, unless it has been acknowledged.
    ///
    /// # Errors
    /// When the store is away.
    pub async fn reject(&self, id: TableId, reason: &str) -> Result<(), AuthorityError> {
        self.reject_as(Rejected::Refused, id, reason).await
    }

    async fn reject_as(&self, rejected: Rejected, id: TableId, reason: &str) -> Result<(), AuthorityError> {
        let reason: String = reason.chars().take(LONGEST_REASON).collect();
        if self.store.reject(id, &reason).await? {
            self.finished.meters.dead_letter(rejected);
            tracing::error!(table = %id, reason, "a finished table cannot be recorded: it is a dead letter now");
        }
        Ok(())
    }

    /// Puts a dead letter back among the finished tables; answers whether it was one. Repeating it changes nothing.
    ///
    /// # Errors
    /// [`AuthorityError::TableNotLive`] when there is no such table, or the store is away.
    pub async fn requeue(&self, id: TableId) -> Result<bool, AuthorityError> {
        match self.store.requeue(id).await? {
            Requeued::Done => Ok(true),
            Requeued::NotDead => Ok(false),
            Requeued::Missing => Err(AuthorityError::TableNotLive(id)),
        }
    }

    /// As [`play_on`](Self::play_on); where that fails, it is tried again when the table is handed out again.
    pub(super) async fn lost_its_end(&self, id: TableId, table: &Table) {
        if let Err(error) = self.play_on(id, table).await {
            tracing::warn!(table = %id, %error, "a finished table without its end is looked at again later");
        }
    }

    /// A table waits among the finished ones, and its log does not end: the log is the truth. It says that something of it
    /// is lost, and the table is played on, off the finished ones until it ends again.
    async fn play_on(&self, id: TableId, table: &Table) -> Result<(), AuthorityError> {
        // The end is lost, at least.
        let known = Version {
            number: table.version().number + 1,
            event: EventId(0),
        };
        let at = self.clock.look().await?.game.max(table.last_reading());
        let event = stamped(|stamp| tail_lost(known, at, stamp));
        let after = Arc::new(advance(id, table, slice::from_ref(&event))?);
        let append = Append {
            was: Some(Status::Finished),
            ..append_to(id, table, vec![event.clone()], &after)
        };
        if self.store.append(append).await? == Appended::Stored {
            tracing::warn!(table = %id, version = table.version().number,
                "a finished table's log has lost its end: it is played on");
            self.learned(id, table.version(), &[event], &after);
            self.armer.notify_one();
        }
        Ok(())
    }
}
