//! CreateTable.

use corners_proto::error::{Reason, Refusal, Violations};
use corners_proto::game::v1 as proto;
use corners_proto::ids::TableId;
use corners_rules::{Position, Side, Variant};
use corners_service::auth::Caller;

use super::parse;
use crate::convert::takebacks_from_proto;
use crate::table::{Agreement, BySide, Seat, Takebacks};

/// The table that a request asks for, and what is agreed about it.
pub(super) fn agreement(caller: &Caller, request: &proto::CreateTableRequest) -> Result<(TableId, Agreement), Refusal> {
    let mut violations = Violations::new();
    let request_id = parse::request_id(&mut violations, &request.request_id);
    let takebacks = violations.check("takebacks", takebacks_from_proto(request.takebacks));
    let seats = violations.check("seats", seats(caller, request.seats));
    if takebacks == Some(Takebacks::Free) && seats.as_ref().is_some_and(|seats| !both_taken(seats)) {
        violations.add("takebacks", "can be free only where both seats are the caller's");
    }
    let (Some(request_id), Some(takebacks), Some(seats), true) = (request_id, takebacks, seats, violations.is_empty())
    else {
        return Err(violations.refusal());
    };
    let variant = parse::variant(&request.variant)?;
    let time_control = parse::time_control(request.time_control.as_ref())?;
    let agreement = Agreement {
        variant,
        set_up: set_up(variant, &request.start_position)?,
        time_control,
        takebacks,
        rated: false,
        creator: caller.account,
        seats,
        request_digest: parse::digest("CreateTable", request),
    };
    Ok((TableId::derive(caller.account, request_id), agreement))
}

fn seats(caller: &Caller, wanted: i32) -> Result<BySide<Option<Seat>>, &'static str> {
    use proto::CreatorSeats as Wanted;
    let actor = parse::actor(caller);
    let seat = Some(Seat {
        account: actor.account,
        kind: actor.kind,
        rating: None,
    });
    let mut seats = BySide::default();
    match Wanted::try_from(wanted).map_err(|_| "is no choice of seats")? {
        Wanted::Unspecified | Wanted::White => seats[Side::White] = seat,
        Wanted::Black => seats[Side::Black] = seat,
        Wanted::Both => {
            seats = BySide {
                white: seat,
                black: seat,
            }
        }
        Wanted::None => {}
    }
    Ok(seats)
}

fn both_taken(seats: &BySide<Option<Seat>>) -> bool {
    seats.white.is_some() && seats.black.is_some()
}

/// A set-up position; none for the variant's own start.
fn set_up(variant: &'static Variant, text: &str) -> Result<Option<Position>, Refusal> {
    if text.is_empty() {
        return Ok(None);
    }
    let position = parse::position(variant, "start_position", text)?;
    position.check_set_up().map_err(|error| {
        Refusal::new(Reason::InvalidSetUp, format!("start_position: {error}"))
            .violation("start_position", error.to_string())
            .with("why", error.code())
    })?;
    Ok(Some(position))
}
