//! Between the table's types and those of the contract, in both directions.

use corners_proto::game::v1 as proto;
use corners_rules::Side;

use crate::table::{AccountKind, Blame, EndReason, Seat, SeatRating, Takebacks, Verdict};

/// A side, as the contract has it; nobody is `SIDE_UNSPECIFIED`.
pub(crate) fn side_to_proto(side: Option<Side>) -> i32 {
    match side {
        None => proto::Side::Unspecified,
        Some(Side::White) => proto::Side::White,
        Some(Side::Black) => proto::Side::Black,
    }
    .into()
}

/// A side of the contract; none for `SIDE_UNSPECIFIED`, an error for a number that is no side.
pub(crate) fn side_from_proto(side: i32) -> Result<Option<Side>, &'static str> {
    match proto::Side::try_from(side) {
        Ok(proto::Side::Unspecified) => Ok(None),
        Ok(proto::Side::White) => Ok(Some(Side::White)),
        Ok(proto::Side::Black) => Ok(Some(Side::Black)),
        Err(_) => Err("is no side: expected SIDE_WHITE, SIDE_BLACK or nothing"),
    }
}

pub(crate) fn seat_to_proto(side: Side, seat: Seat) -> proto::Seat {
    let kind = match seat.kind {
        AccountKind::Guest => proto::AccountKind::Guest,
        AccountKind::Player => proto::AccountKind::Player,
        AccountKind::Bot => proto::AccountKind::Bot,
    };
    proto::Seat {
        side: side_to_proto(Some(side)),
        account: seat.account.to_string(),
        kind: kind.into(),
        rating: seat.rating.map(|held| proto::SeatRating {
            rating: held.rating(),
            deviation: held.deviation(),
        }),
    }
}

/// A sort of account of the contract.
pub(crate) fn account_kind_from_proto(kind: i32) -> Result<AccountKind, &'static str> {
    match proto::AccountKind::try_from(kind) {
        Ok(proto::AccountKind::Guest) => Ok(AccountKind::Guest),
        Ok(proto::AccountKind::Player) => Ok(AccountKind::Player),
        Ok(proto::AccountKind::Bot) => Ok(AccountKind::Bot),
        Ok(proto::AccountKind::Unspecified) => Err("is missing"),
        Err(_) => Err("is no kind of account"),
    }
}

pub(crate) fn seat_from_proto(seat: &proto::Seat) -> Option<(Side, Seat)> {
    let side = side_from_proto(seat.side).ok()??;
    let rating = seat
        .rating
        .map(|held| SeatRating::new(held.rating, held.deviation))
        .transpose();
    Some((
        side,
        Seat {
            account: seat.account.parse().ok()?,
            kind: account_kind_from_proto(seat.kind).ok()?,
            rating: rating.ok()?,
        },
    ))
}

pub(crate) fn takebacks_to_proto(takebacks: Takebacks) -> i32 {
    match takebacks {
        Takebacks::Free => proto::TakebackPolicy::Free,
        Takebacks::Agreed => proto::TakebackPolicy::Agreed,
        Takebacks::Off => proto::TakebackPolicy::Off,
    }
    .into()
}

/// A takeback policy of the contract; unspecified means agreed.
pub(crate) fn takebacks_from_proto(policy: i32) -> Result<Takebacks, &'static str> {
    match proto::TakebackPolicy::try_from(policy) {
        Ok(proto::TakebackPolicy::Free) => Ok(Takebacks::Free),
        Ok(proto::TakebackPolicy::Agreed | proto::TakebackPolicy::Unspecified) => Ok(Takebacks::Agreed),
        Ok(proto::TakebackPolicy::Off) => Ok(Takebacks::Off),
        Err(_) => Err("is no takeback policy"),
    }
}

/// Pairs of an end reason and its name in the contract: one table for both directions.
const END_REASONS: [(EndReason, proto::EndReason); 13] = {
    use corners_rules::EndReason as Rules;
    [
        (EndReason::Rules(Rules::ReturnedHome), proto::EndReason::ReturnedHome),
        (EndReason::Rules(Rules::Goal), proto::EndReason::Goal),
        (EndReason::Rules(Rules::BothGoals), proto::EndReason::BothGoals),
        (EndReason::Rules(Rules::HomeDeadline), proto::EndReason::HomeDeadline),
        (EndReason::Rules(Rules::MoveLimit), proto::EndReason::MoveLimit),
        (EndReason::Rules(Rules::Repetition), proto::EndReason::Repetition),
        (EndReason::Rules(Rules::NoMove), proto::EndReason::NoMove),
        (EndReason::Resignation, proto::EndReason::Resignation),
        (EndReason::Timeout, proto::EndReason::Timeout),
        (EndReason::DrawAgreement, proto::EndReason::DrawAgreement),
        (EndReason::Aborted, proto::EndReason::Aborted),
        (EndReason::Abandonment, proto::EndReason::Abandonment),
        (EndReason::Closed, proto::EndReason::Closed),
    ]
};

pub(crate) fn verdict_to_proto(verdict: Verdict) -> proto::Ending {
    let reason = END_REASONS
        .iter()
        .find(|(reason, _)| *reason == verdict.reason)
        .map(|(_, name)| *name);
    let result = match (verdict.winner, verdict.reason) {
        (Some(Side::White), _) => proto::Result::WhiteWins,
        (Some(Side::Black), _) => proto::Result::BlackWins,
        (None, EndReason::Aborted | EndReason::Closed) => proto::Result::Unspecified,
        (None, _) => proto::Result::Draw,
    };
    proto::Ending {
        reason: reason.unwrap_or_default().into(),
        result: result.into(),
        by: side_to_proto(verdict.blame.map(|blame| blame.side)),
        no_show: verdict.blame.is_some_and(|blame| blame.no_show),
    }
}

pub(crate) fn verdict_from_proto(ending: &proto::Ending) -> Option<Verdict> {
    let name = proto::EndReason::try_from(ending.reason).ok()?;
    let reason = END_REASONS
        .iter()
        .find(|(_, other)| *other == name)
        .map(|(reason, _)| *reason)?;
    let winner = match proto::Result::try_from(ending.result).ok()? {
        proto::Result::WhiteWins => Some(Side::White),
        proto::Result::BlackWins => Some(Side::Black),
        proto::Result::Draw | proto::Result::Unspecified => None,
    };
    let blame = side_from_proto(ending.by).ok()?.map(|side| Blame {
        side,
        no_show: ending.no_show,
    });
    Some(Verdict { reason, winner, blame })
}
