//! CreateTable of the platform's own services: a table for two players who were brought together.

use corners_clockwork::TimeControl;
use corners_proto::error::{Refusal, Violations};
use corners_proto::game::internal::v1 as internal;
use corners_proto::game::v1 as proto;
use corners_proto::ids::TableId;
use corners_rules::{Side, Variant};

use super::parse;
use crate::convert::{account_kind_from_proto, side_from_proto, takebacks_from_proto};
use crate::table::{Agreement, BadRating, BySide, Seat, SeatRating, Takebacks};

/// The table that a request asks for, and what is agreed about it.
pub(super) fn agreement(request: &internal::CreateTableRequest) -> Result<(TableId, Agreement), Refusal> {
    let mut violations = Violations::new();
    let request_id = parse::request_id(&mut violations, &request.request_id);
    let takebacks = violations.check("takebacks", takebacks(request.takebacks));
    let seats = seats(&mut violations, request);
    let (Some(request_id), Some(takebacks), Some(seats), true) = (request_id, takebacks, seats, violations.is_empty())
    else {
        return Err(violations.refusal());
    };
    let variant = parse::variant(&request.variant)?;
    let time_control = parse::time_control(request.time_control.as_ref())?;
    if request.rated {
        can_be_rated(variant, time_control)?;
    }
    let agreement = Agreement {
        variant,
        set_up: None,
        time_control,
        takebacks,
        rated: request.rated,
        creator: seats.white.account,
        seats: seats.map(Some),
        request_digest: parse::digest("CreateTable of a service", request),
    };
    Ok((TableId::of_match(request_id), agreement))
}

fn takebacks(policy: i32) -> Result<Takebacks, &'static str> {
    match takebacks_from_proto(policy)? {
        Takebacks::Free => Err("can be free only where both seats are one account's"),
        takebacks => Ok(takebacks),
    }
}

fn can_be_rated(variant: &Variant, time_control: TimeControl) -> Result<(), Refusal> {
    let mut violations = Violations::new();
    if !variant.rated() {
        violations.add("variant", format_args!("{} has no rated games", variant.id()));
    }
    if time_control == TimeControl::Untimed {
        violations.add("time_control", "is untimed: a rated game needs a clock");
    }
    violations.into_result()
}

/// Both seats, of two accounts.
fn seats(violations: &mut Violations, request: &internal::CreateTableRequest) -> Option<BySide<Seat>> {
    if request.seats.len() != 2 {
        violations.add(
            "seats",
            format_args!("are {}: expected White's and Black's", request.seats.len()),
        );
        return None;
    }
    let parse = |(index, wanted)| seat(violations, &format!("seats[{index}]"), wanted, request.rated);
    // Both are parsed, so that all violations are named.
    let parsed: Vec<_> = request.seats.iter().enumerate().map(parse).collect();
    let [Some((side, seat)), Some((other_side, other))] = parsed[..] else {
        return None;
    };
    if side == other_side {
        violations.add("seats[1].side", "is taken by the other seat");
    }
    if seat.account == other.account {
        violations.add("seats[1].account", "has the other seat: expected two accounts");
    }
    Some(match side {
        Side::White => BySide {
            white: seat,
            black: other,
        },
        Side::Black => BySide {
            white: other,
            black: seat,
        },
    })
}

fn seat(violations: &mut Violations, name: &str, wanted: &proto::Seat, rated: bool) -> Option<(Side, Seat)> {
    let side =
        side_from_proto(wanted.side).and_then(|side| side.ok_or("is missing: expected SIDE_WHITE or SIDE_BLACK"));
    let side = violations.check(&format!("{name}.side"), side);
    let account = violations.check(&format!("{name}.account"), wanted.account.parse());
    let kind = violations.check(&format!("{name}.kind"), account_kind_from_proto(wanted.kind));
    let rating = rating(violations, &format!("{name}.rating"), wanted.rating, rated);
    let seat = Seat {
        account: account?,
        kind: kind?,
        rating: rating?,
    };
    Some((side?, seat))
}

/// The rating that a seat has to have in a rated game, and must not have in another; none when it is not so.
fn rating(
    violations: &mut Violations,
    name: &str,
    wanted: Option<proto::SeatRating>,
    rated: bool,
) -> Option<Option<SeatRating>> {
    let proto::SeatRating { rating, deviation } = match (wanted, rated) {
        (Some(wanted), true) => wanted,
        (None, false) => return Some(None),
        (None, true) => {
            violations.add(name, "is missing: the game is rated");
            return None;
        }
        (Some(_), false) => {
            violations.add(name, "is given, and the game is not rated");
            return None;
        }
    };
    let part = |error: &BadRating| match error {
        BadRating::Rating(_) => "rating",
        BadRating::Deviation(_) => "deviation",
    };
    SeatRating::new(rating, deviation)
        .map_err(|error| violations.add(format!("{name}.{}", part(&error)), error))
        .ok()
        .map(Some)
}
