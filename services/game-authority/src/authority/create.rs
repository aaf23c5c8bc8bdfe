//! Making a table.

use std::sync::Arc;

use corners_proto::ids::TableId;
use corners_rules::Side;

use super::append::{index_entry, stamped};
use super::{Authority, MOST_ATTEMPTS};
use crate::error::AuthorityError;
use crate::store::{Append, Appended, LogRead};
use crate::table::{Agreement, CorruptLog, Event, EventKind, Table, next_alarm};

impl Authority {
    /// Makes the table that a call names, or answers it as it was when the same call made it before.
    ///
    /// # Errors
    /// [`AuthorityError::TooManyTables`] when one of its players sits at as many as it may;
    /// [`AuthorityError::RequestIdReused`] when the call has another body than the one that made the table; otherwise
    /// that the store or the clock is away.
    pub async fn create(&self, id: TableId, agreement: Agreement) -> Result<Arc<Table>, AuthorityError> {
        let agreement = Box::new(agreement);
        let mut is_counted = false;
        for _ in 0..MOST_ATTEMPTS {
            match self.store.load(id, None).await?.log {
                LogRead::Missing => {
                    self.room_for_a_table()?;
                    if !std::mem::replace(&mut is_counted, true) {
                        self.seat_the_first(&agreement).await?;
                    }
                }
                LogRead::Tail(events) | LogRead::Whole(events) => return created_before(id, &agreement, &events),
            }
            let event = self.creation(agreement.clone()).await?;
            let table = Table::created(&event).map_err(|cause| AuthorityError::Corrupt { table: id, cause })?;
            let append = Append {
                table: id,
                expected: None,
                events: vec![event],
                alarm: next_alarm(&table),
                alarm_order: table.alarm_order(),
                entry: index_entry(&table),
                was: None,
                not_after: None,
                unless_seen: None,
            };
            if self.store.append(append).await? == Appended::Stored {
                self.armer.notify_one();
                return Ok(self.keep(id, table));
            }
        }
        Err(AuthorityError::Contended(MOST_ATTEMPTS))
    }

    /// Counts the new table for those who sit there from the beginning.
    async fn seat_the_first(&self, agreement: &Agreement) -> Result<(), AuthorityError> {
        let mut seated = None;
        for seat in [Side::White, Side::Black]
            .into_iter()
            .filter_map(|side| agreement.seats[side])
        {
            if seated.replace(seat.account) != Some(seat.account) {
                self.one_more_table(seat.account).await?;
            }
        }
        Ok(())
    }

    async fn creation(&self, agreement: Box<Agreement>) -> Result<Event, AuthorityError> {
        let at = self.clock.look().await?.game;
        Ok(stamped(|stamp| Event {
            id: (stamp.draw_id)(),
            recorded_at_ms: stamp.recorded_at_ms,
            at,
            outage_credit: std::time::Duration::ZERO,
            call: None,
            kind: EventKind::TableCreated(agreement),
        }))
    }
}

fn created_before(id: TableId, agreement: &Agreement, events: &[Event]) -> Result<Arc<Table>, AuthorityError> {
    let corrupt = |cause| AuthorityError::Corrupt { table: id, cause };
    let first = events.first().ok_or_else(|| {
        corrupt(CorruptLog {
            number: 1,
            why: "the log is empty".to_owned(),
        })
    })?;
    let table = Table::created(first).map_err(corrupt)?;
    if table.agreement().request_digest != agreement.request_digest {
        return Err(AuthorityError::RequestIdReused);
    }
    Ok(Arc::new(table))
}
