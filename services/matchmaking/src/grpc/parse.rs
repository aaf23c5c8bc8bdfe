//! Requests as matchmaking understands them: parsed once, all violations at once.

use std::fmt::Display;

use corners_proto::error::{Reason, Refusal, Violations};
use corners_proto::ids::{AccountId, RequestId};
use corners_proto::matchmaking::v1 as proto;
use corners_proto::time_control::time_control_from_proto;
use corners_rules::Variant;
use corners_service::auth::Caller;
use prost::Message;
use sha2::{Digest, Sha256};

use crate::acts::calls::Call;
use crate::domain::person::{AccountKind, ColourWish};
use crate::domain::terms::{Pace, Terms};

/// The most that a player's own limit can allow, in points.
const WIDEST_LIMIT: u32 = 4_000;

/// Ratings that anybody can ask for.
const RATINGS: std::ops::RangeInclusive<i32> = -10_000..=10_000;

/// The kind of the caller's account.
pub(super) fn kind(caller: &Caller) -> AccountKind {
    use corners_service::auth::AccountKind as Kind;
    match caller.kind {
        Kind::Guest => AccountKind::Guest,
        Kind::Player => AccountKind::Player,
        Kind::Bot => AccountKind::Bot,
    }
}

/// What is to be played.
pub(super) fn terms(violations: &mut Violations, terms: Option<&proto::Terms>) -> Option<proto::Terms> {
    let given = terms.cloned();
    if given.is_none() {
        violations.add("terms", "is missing");
    }
    given
}

/// Whether it can be played: the fields are well formed by then.
pub(super) fn playable(terms: &proto::Terms, kind: AccountKind) -> Result<Terms, Refusal> {
    let variant = variant(&terms.variant)?;
    let time_control = time_control_from_proto(terms.time_control.as_ref()).map_err(|error| {
        Refusal::new(Reason::InvalidTimeControl, format!("terms.time_control: {error}"))
            .violation("terms.time_control", error.to_string())
    })?;
    let pace = Pace::from(time_control);
    if terms.rated {
        let mut violations = Violations::new();
        if !variant.rated() {
            violations.add("terms.variant", format_args!("{} has no rated games", variant.id()));
        }
        if pace == Pace::Untimed {
            violations.add("terms.time_control", "is untimed: a rated game needs a clock");
        }
        violations.into_result()?;
        rated_for(kind)?;
    }
    Ok(Terms {
        variant: variant.id(),
        pace,
        rated: terms.rated,
    })
}

/// Guests have no ratings.
pub(super) fn rated_for(kind: AccountKind) -> Result<(), Refusal> {
    if kind != AccountKind::Guest {
        return Ok(());
    }
    let message = "rated games are for registered players: register, or play a casual game";
    Err(Refusal::new(Reason::GuestNotAllowed, message))
}

/// A variant by its id.
pub(super) fn variant(id: &str) -> Result<&'static Variant, Refusal> {
    Variant::find(id).ok_or_else(|| {
        let known: Vec<_> = Variant::all().iter().map(Variant::id).collect();
        let message = format!("there is no variant {id:?}: expected one of {}", known.join(", "));
        Refusal::new(Reason::UnknownVariant, message).violation("variant", "is unknown")
    })
}

pub(super) fn request_id(violations: &mut Violations, text: &str) -> Option<RequestId> {
    violations.check("request_id", text.parse())
}

/// A field that has to be an id.
pub(super) fn id<T: std::str::FromStr>(violations: &mut Violations, field: &str, text: &str) -> Option<T>
where
    T::Err: Display,
{
    violations.check(field, text.parse())
}

/// A call about one thing that is there: the call's request id, and the thing's own in this field.
pub(super) fn about<T: std::str::FromStr>(request: &str, field: &str, text: &str) -> Result<(RequestId, T), Refusal>
where
    T::Err: Display,
{
    let mut violations = Violations::new();
    let request_id = request_id(&mut violations, request);
    let thing = id(&mut violations, field, text);
    request_id.zip(thing).ok_or_else(|| violations.refusal())
}

/// A field that is an id or empty.
pub(super) fn optional_id<T: std::str::FromStr>(violations: &mut Violations, field: &str, text: &str) -> Option<T>
where
    T::Err: Display,
{
    if text.is_empty() {
        return None;
    }
    id(violations, field, text)
}

pub(super) fn colour(violations: &mut Violations, colour: i32) -> ColourWish {
    match proto::ColourWish::try_from(colour) {
        Ok(proto::ColourWish::Unspecified) => ColourWish::Any,
        Ok(proto::ColourWish::White) => ColourWish::White,
        Ok(proto::ColourWish::Black) => ColourWish::Black,
        Err(_) => {
            violations.add("colour", "is no choice of colour");
            ColourWish::Any
        }
    }
}

/// A player's own limit.
pub(super) fn limit(violations: &mut Violations, field: &str, limit: Option<u32>) -> Option<u32> {
    if limit.is_some_and(|limit| limit > WIDEST_LIMIT) {
        violations.add(field, format_args!("is more than {WIDEST_LIMIT}"));
    }
    limit
}

/// The ratings that a seek asks for.
pub(super) fn ratings(violations: &mut Violations, lowest: Option<i32>, highest: Option<i32>) {
    for (field, rating) in [("lowest_rating", lowest), ("highest_rating", highest)] {
        if rating.is_some_and(|rating| !RATINGS.contains(&rating)) {
            violations.add(
                field,
                format_args!("must be from {} to {}", RATINGS.start(), RATINGS.end()),
            );
        }
    }
    if lowest.zip(highest).is_some_and(|(lowest, highest)| lowest > highest) {
        violations.add("highest_rating", "is below the lowest");
    }
}

/// What stands for a call: method, request and caller.
pub(super) fn call(account: AccountId, request: RequestId, method: &str, message: &impl Message) -> Call {
    let body = Sha256::new()
        .chain_update(method)
        .chain_update([0])
        .chain_update(message.encode_to_vec())
        .finalize();
    Call {
        account,
        request,
        body: body.into(),
    }
}
