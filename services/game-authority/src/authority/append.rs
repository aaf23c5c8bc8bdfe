//! The one way events get into a log.

use std::sync::Arc;
use std::time::Duration;

use corners_clockwork::GameTime;
use corners_proto::ids::TableId;
use corners_rules::Side;
use corners_service::faults::kill_point;

use super::Authority;
use super::read::{Seen, advance};
use crate::error::AuthorityError;
use crate::store::{Append, Appended, IndexEntry, StoreTime};
use crate::table::{BySide, Event, EventId, Seat, Stamp, Table, next_alarm};

/// How old the reading inside an event may be when the event is stored.
const FRESH_FOR: Duration = Duration::from_millis(100);

/// What became of events.
pub(super) enum Landed {
    /// They are in the log, and this is the table after them.
    Stored(Arc<Table>),
    /// Another append got in first, or a player came back whom the append needs to be gone.
    HeadMoved,
    /// Storing took so long that the reading is too old.
    TooLate,
}

/// On which terms events are appended, beside the head that was seen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Terms {
    /// The how-manieth attempt this is, from 0.
    pub(super) attempt: u32,
    /// Only if the player of this side has not been seen after this moment.
    pub(super) unless_seen: Option<(Side, GameTime)>,
}

impl Authority {
    /// Appends events to the log that was seen.
    pub(super) async fn append(
        &self,
        id: TableId,
        seen: &Seen,
        events: Vec<Event>,
        terms: Terms,
    ) -> Result<Landed, AuthorityError> {
        let before = &seen.table;
        let after = advance(id, before, &events)?;
        let append = Append {
            not_after: Some(StoreTime(seen.now.0 + fresh_for(terms.attempt))),
            unless_seen: terms.unless_seen,
            ..append_to(id, before, events.clone(), &after)
        };
        match self.store.append(append).await? {
            Appended::Stored => {}
            Appended::TooLate => return Ok(Landed::TooLate),
            Appended::HeadMoved | Appended::SeenSince => return Ok(Landed::HeadMoved),
        }
        kill_point("after-append");
        let after = Arc::new(after);
        self.learned(id, before.version(), &events, &after);
        self.armer.notify_one();
        Ok(Landed::Stored(after))
    }
}

/// An append of events that lead from one table to another.
pub(super) fn append_to(id: TableId, before: &Table, events: Vec<Event>, after: &Table) -> Append {
    Append {
        table: id,
        expected: Some(before.version()),
        events,
        alarm: next_alarm(after),
        alarm_order: after.alarm_order(),
        entry: index_entry(after),
        was: Some(before.status()),
        not_after: None,
        unless_seen: None,
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
