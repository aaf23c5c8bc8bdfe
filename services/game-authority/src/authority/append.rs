//! The one way events get into a log.

use std::sync::Arc;
use std::time::Duration;

use corners_proto::ids::TableId;
use corners_service::faults::kill_point;

use super::read::{Seen, advance};
use super::{Authority, Call};
use crate::error::AuthorityError;
use crate::store::{Append, Appended, IndexEntry, StoreTime};
use crate::table::{BySide, Event, EventId, Seat, Stamp, Table, next_alarm};

/// How old the reading inside an event may be when the event is stored.
const FRESH_FOR: Duration = Duration::from_millis(100);

/// What became of events.
pub(super) enum Landed {
    /// They are in the log, and this is the table after them.
    Stored(Arc<Table>),
    /// Another append got in first.
    HeadMoved,
    /// Storing took so long that the reading is too old.
    TooLate,
}

impl Authority {
    /// Appends events to the log that was seen, at the `attempt`-th attempt, from 0.
    pub(super) async fn append(
        &self,
        id: TableId,
        seen: &Seen,
        events: Vec<Event>,
        remember: Option<Call>,
        attempt: u32,
    ) -> Result<Landed, AuthorityError> {
        let before = &seen.table;
        let after = advance(id, before, &events)?;
        let not_after = StoreTime(seen.now.0 + fresh_for(attempt));
        let append = Append {
            table: id,
            expected: Some(before.version()),
            events,
            remember: remember.map(|call| (call.key, call.digest)),
            alarm: next_alarm(&after),
            entry: index_entry(&after),
            not_after: Some(not_after),
        };
        let appended = self.store.append(append).await?;
        match appended {
            Appended::HeadMoved => return Ok(Landed::HeadMoved),
            Appended::TooLate => return Ok(Landed::TooLate),
            Appended::Stored => {}
        }
        kill_point("after-append");
        Ok(Landed::Stored(self.landed(id, after)))
    }

    /// Tells everybody in this process who waits for it that a log has grown.
    pub(super) fn landed(&self, id: TableId, after: Table) -> Arc<Table> {
        let table = self.keep(id, after);
        self.hub.wake(id);
        self.armer.notify_one();
        table
    }
}

/// On a disk that takes longer than [`FRESH_FOR`] every attempt would be late, so each may take twice as long as the one
/// before, within the second that an outage may cost.
fn fresh_for(attempt: u32) -> Duration {
    FRESH_FOR * (1 << attempt.min(3))
}

pub(super) fn index_entry(table: &Table) -> IndexEntry {
    let BySide { white, black } = table.seats();
    IndexEntry {
        created_at_ms: table.created_at_ms(),
        variant: table.agreement().variant.id(),
        status: table.status(),
        seated: [white, black]
            .into_iter()
            .flatten()
            .map(|seat: &Seat| seat.account)
            .collect(),
    }
}

/// Calls `make` with what makes this moment's events unlike all others.
pub(super) fn stamped<T>(make: impl FnOnce(&mut Stamp<'_>) -> T) -> T {
    let mut draw_id = || EventId(rand::random());
    make(&mut Stamp {
        recorded_at_ms: corners_service::time::wall_clock_ms(),
        draw_id: &mut draw_id,
    })
}
