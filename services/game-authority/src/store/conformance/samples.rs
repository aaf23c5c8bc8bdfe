//! Tables and events to store.

use std::time::Duration;

use corners_clockwork::{GameTime, TimeControl};
use corners_proto::ids::{AccountId, TableId};
use corners_rules::Variant;

use crate::store::{Append, IndexEntry};
use crate::table::{
    AccountKind, Agreement, BySide, Event, EventId, EventKind, Seat, Status, Takebacks, Verdict, Version,
};

pub(super) const DIGEST: [u8; 32] = [9; 32];

pub(super) fn variant() -> &'static Variant {
    &Variant::all()[0]
}

pub(super) fn other_variant() -> &'static Variant {
    &Variant::all()[1]
}

pub(super) fn account(number: u8) -> AccountId {
    AccountId::from_bytes([number; 16])
}

pub(super) fn event(id: u64, kind: EventKind) -> Event {
    Event {
        id: EventId(id),
        recorded_at_ms: 5,
        at: GameTime::from_millis(6),
        outage_credit: Duration::ZERO,
        call: None,
        kind,
    }
}

pub(super) fn offer(id: u64) -> Event {
    event(
        id,
        EventKind::DrawOffered {
            by: corners_rules::Side::White,
        },
    )
}

pub(super) fn made_by(creator: AccountId) -> Event {
    let seat = Some(Seat {
        account: creator,
        kind: AccountKind::Guest,
        rating: None,
    });
    let agreement = Agreement {
        variant: variant(),
        set_up: None,
        time_control: TimeControl::Untimed,
        takebacks: Takebacks::Agreed,
        rated: false,
        creator,
        seats: BySide {
            white: seat,
            black: None,
        },
        request_digest: DIGEST,
    };
    event(1, EventKind::TableCreated(Box::new(agreement)))
}

pub(super) fn making(table: TableId, made: Event) -> Append {
    Append {
        table,
        expected: None,
        events: vec![made],
        alarm: None,
        alarm_order: 1,
        entry: IndexEntry {
            created_at_ms: 5,
            variant: variant().id(),
            status: Status::Open,
            seated: vec![account(1)],
        },
        was: None,
        not_after: None,
        unless_seen: None,
    }
}

pub(super) fn after(table: TableId, expected: Version, events: Vec<Event>) -> Append {
    let made = made_by(account(1));
    Append {
        expected: Some(expected),
        events,
        alarm_order: expected.number + 1,
        was: Some(Status::Open),
        ..making(table, made)
    }
}

/// The head of a log that holds only the making of its table.
pub(super) fn made() -> Version {
    Version {
        number: 1,
        event: made_by(account(1)).id,
    }
}

/// The append that ends a table which has just been made.
#[must_use]
pub fn ending(table: TableId) -> Append {
    let aborted = event(9, EventKind::GameEnded(Verdict::ABORTED));
    let ended = after(table, made(), vec![aborted]);
    Append {
        entry: IndexEntry {
            status: Status::Finished,
            ..ended.entry.clone()
        },
        ..ended
    }
}
