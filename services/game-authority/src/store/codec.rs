//! Events as they are stored: `corners.game.internal.v1.LogEvent`.

use std::time::Duration;

use corners_clockwork::{GameTime, whole_millis};
use corners_proto::game::internal::v1 as log;
use corners_proto::game::internal::v1::log_event::Kind;
use corners_proto::time_control::{time_control_from_proto, time_control_to_proto};
use corners_rules::{Path, Position, Side, Square, Variant};
use prost::Message;

use crate::convert::{
    seat_from_proto, seat_to_proto, side_from_proto, side_to_proto, takebacks_from_proto, takebacks_to_proto,
    verdict_from_proto, verdict_to_proto,
};
use crate::table::{Agreement, BySide, CallMark, Event, EventId, EventKind, Version};

/// Bytes that are no event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the stored event cannot be read: {0}")]
pub struct CorruptEvent(String);

/// Encodes an event for a store.
#[must_use]
pub fn encode_event(event: &Event) -> Vec<u8> {
    log::LogEvent {
        id: event.id.0,
        recorded_at_ms: event.recorded_at_ms,
        game_time_ms: event.at.millis(),
        outage_credit_ms: whole_millis(event.outage_credit),
        call: event.call.map(|call| log::Call {
            key: call.key.to_vec(),
            body: call.body,
        }),
        kind: Some(encode_kind(event)),
    }
    .encode_to_vec()
}

fn encode_kind(event: &Event) -> Kind {
    let side_only = |side: Side| log::SideOnly {
        side: side_to_proto(Some(side)),
    };
    let plies = |side: Side, plies: u8| log::TakebackPlies {
        side: side_to_proto(Some(side)),
        plies: plies.into(),
    };
    match &event.kind {
        EventKind::TableCreated(agreement) => Kind::TableCreated(encode_agreement(agreement)),
        EventKind::SeatTaken { side, seat } => Kind::SeatTaken(log::SeatTaken {
            seat: Some(seat_to_proto(*side, *seat)),
        }),
        EventKind::MovePlayed {
            path,
            remaining,
            next_turn_started,
            think_time,
            lag_credit,
        } => Kind::MovePlayed(log::MovePlayed {
            path: path.iter().map(|square| square.rank() << 4 | square.file()).collect(),
            remaining_ms: whole_millis(*remaining),
            next_turn_started_ms: if *next_turn_started == event.at {
                0
            } else {
                next_turn_started.millis()
            },
            think_time_ms: think_time.map(whole_millis),
            lag_credit_ms: whole_millis(*lag_credit),
        }),
        EventKind::DrawOffered { by } => Kind::DrawOffered(side_only(*by)),
        EventKind::DrawDeclined { by } => Kind::DrawDeclined(side_only(*by)),
        EventKind::TakebackOffered { by, plies: count } => Kind::TakebackOffered(plies(*by, *count)),
        EventKind::TakebackDeclined { by } => Kind::TakebackDeclined(side_only(*by)),
        EventKind::MovesTakenBack { by, plies: count } => Kind::MovesTakenBack(plies(*by, *count)),
        EventKind::GameEnded(verdict) => Kind::GameEnded(verdict_to_proto(*verdict)),
        EventKind::TailLost { known } => Kind::TailLost(log::TailLost {
            number: known.number,
            event: known.event.0,
        }),
    }
}

fn encode_agreement(agreement: &Agreement) -> log::TableCreated {
    let seats = [Side::White, Side::Black].into_iter();
    log::TableCreated {
        variant: agreement.variant.id().to_owned(),
        time_control: Some(time_control_to_proto(&agreement.time_control)),
        takebacks: takebacks_to_proto(agreement.takebacks),
        start_position: agreement.set_up.as_ref().map(ToString::to_string).unwrap_or_default(),
        creator: agreement.creator.to_string(),
        seats: seats
            .filter_map(|side| Some(seat_to_proto(side, agreement.seats[side]?)))
            .collect(),
        request_digest: agreement.request_digest.to_vec(),
        rated: agreement.rated,
    }
}

/// Decodes a stored event.
///
/// # Errors
/// [`CorruptEvent`] says which part is missing or malformed.
pub fn decode_event(bytes: &[u8]) -> Result<Event, CorruptEvent> {
    let stored = log::LogEvent::decode(bytes).map_err(|error| CorruptEvent(error.to_string()))?;
    let at = GameTime::from_millis(stored.game_time_ms);
    let kind = stored.kind.ok_or_else(|| corrupt("its kind"))?;
    Ok(Event {
        id: EventId(stored.id),
        recorded_at_ms: stored.recorded_at_ms,
        at,
        outage_credit: Duration::from_millis(stored.outage_credit_ms),
        call: stored.call.map(|call| decode_call(&call)).transpose()?,
        kind: decode_kind(kind, at)?,
    })
}

fn decode_kind(kind: Kind, at: GameTime) -> Result<EventKind, CorruptEvent> {
    Ok(match kind {
        Kind::TableCreated(created) => EventKind::TableCreated(Box::new(decode_agreement(&created)?)),
        Kind::SeatTaken(taken) => {
            let seat = taken.seat.as_ref().and_then(seat_from_proto);
            let (side, seat) = seat.ok_or_else(|| corrupt("the seat"))?;
            EventKind::SeatTaken { side, seat }
        }
        Kind::MovePlayed(played) => EventKind::MovePlayed {
            path: decode_path(&played.path)?,
            remaining: Duration::from_millis(played.remaining_ms),
            next_turn_started: match played.next_turn_started_ms {
                0 => at,
                millis => GameTime::from_millis(millis),
            },
            think_time: played.think_time_ms.map(Duration::from_millis),
            lag_credit: Duration::from_millis(played.lag_credit_ms),
        },
        Kind::DrawOffered(offered) => EventKind::DrawOffered {
            by: decode_side(offered.side)?,
        },
        Kind::DrawDeclined(declined) => EventKind::DrawDeclined {
            by: decode_side(declined.side)?,
        },
        Kind::TakebackOffered(offered) => EventKind::TakebackOffered {
            by: decode_side(offered.side)?,
            plies: decode_plies(offered.plies)?,
        },
        Kind::TakebackDeclined(declined) => EventKind::TakebackDeclined {
            by: decode_side(declined.side)?,
        },
        Kind::MovesTakenBack(taken) => EventKind::MovesTakenBack {
            by: decode_side(taken.side)?,
            plies: decode_plies(taken.plies)?,
        },
        Kind::TailLost(lost) => EventKind::TailLost {
            known: Version {
                number: lost.number,
                event: EventId(lost.event),
            },
        },
        Kind::GameEnded(ending) => {
            EventKind::GameEnded(verdict_from_proto(&ending).ok_or_else(|| corrupt("the verdict"))?)
        }
    })
}

fn decode_agreement(created: &log::TableCreated) -> Result<Agreement, CorruptEvent> {
    let variant = Variant::find(&created.variant).ok_or_else(|| corrupt("the variant"))?;
    let set_up = match created.start_position.as_str() {
        "" => None,
        text => Some(Position::parse(variant, text).map_err(|error| CorruptEvent(error.to_string()))?),
    };
    let mut seats = BySide::default();
    for stored in &created.seats {
        let (side, seat) = seat_from_proto(stored).ok_or_else(|| corrupt("a seat"))?;
        seats[side] = Some(seat);
    }
    Ok(Agreement {
        variant,
        set_up,
        time_control: time_control_from_proto(created.time_control.as_ref())
            .map_err(|error| CorruptEvent(error.to_string()))?,
        takebacks: takebacks_from_proto(created.takebacks).map_err(corrupt)?,
        rated: created.rated,
        creator: created.creator.parse().map_err(|_| corrupt("the creator"))?,
        seats,
        request_digest: created
            .request_digest
            .as_slice()
            .try_into()
            .map_err(|_| corrupt("the digest"))?,
    })
}

fn decode_call(call: &log::Call) -> Result<CallMark, CorruptEvent> {
    Ok(CallMark {
        key: call.key.as_slice().try_into().map_err(|_| corrupt("the call"))?,
        body: call.body,
    })
}

fn decode_path(bytes: &[u8]) -> Result<Path, CorruptEvent> {
    let squares: Option<Vec<Square>> = bytes.iter().map(|byte| Square::new(byte & 0x0f, byte >> 4)).collect();
    let squares = squares.ok_or_else(|| corrupt("a square"))?;
    Path::new(&squares).map_err(|error| CorruptEvent(error.to_string()))
}

fn decode_side(side: i32) -> Result<Side, CorruptEvent> {
    side_from_proto(side).ok().flatten().ok_or_else(|| corrupt("the side"))
}

fn decode_plies(plies: u32) -> Result<u8, CorruptEvent> {
    u8::try_from(plies).map_err(|_| corrupt("the number of plies"))
}

fn corrupt(what: &str) -> CorruptEvent {
    CorruptEvent(format!("{what} is missing or malformed"))
}
