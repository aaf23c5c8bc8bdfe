//! Which games a request means, and what a page token is bound to.

use corners_proto::archive::v1::GameFilter;
use corners_proto::error::{Reason, Refusal, Violations};
use corners_proto::game::v1::{EndReason, Result as Outcome};
use corners_proto::ids::{AccountId, TableId};
use corners_proto::time::millis_of;
use corners_rules::Variant;
use corners_service::page_token::{self, Place};

use crate::domain::{Filter, GamePoint};

/// The filter of a request; nothing set means all games. What is wrong with it is noted.
pub(super) fn filter(violations: &mut Violations, request: Option<&GameFilter>) -> Filter {
    let Some(request) = request else {
        return Filter::default();
    };
    let mut account = |field, text: &str| -> Option<AccountId> {
        if text.is_empty() {
            return None;
        }
        violations.check(field, text.parse())
    };
    let player = account("filter.player", &request.player);
    let opponent = account("filter.opponent", &request.opponent);
    if request.player.is_empty() && !request.opponent.is_empty() {
        violations.add("filter.opponent", "needs a player");
    }
    let result = request
        .result
        .map(|result| Outcome::try_from(result).map_err(|_| "is no result"));
    let result = result.and_then(|result| violations.check("filter.result", result));
    let reason = EndReason::try_from(request.reason).map_err(|_| "is no reason that games end for");
    let reason = violations.check("filter.reason", reason);
    let mut moment = |field, moment: Option<&prost_types::Timestamp>| {
        moment.and_then(|moment| violations.check(field, millis_of(moment)))
    };
    let finished_from_ms = moment("filter.finished_from", request.finished_from.as_ref());
    let finished_until_ms = moment("filter.finished_until", request.finished_until.as_ref());
    if let (Some(from), Some(until)) = (finished_from_ms, finished_until_ms)
        && from >= until
    {
        violations.add("filter.finished_until", "is not later than finished_from");
    }
    Filter {
        player,
        opponent,
        variant: Variant::find(&request.variant),
        rated: request.rated,
        result,
        reason: reason.filter(|reason| *reason != EndReason::Unspecified),
        finished_from_ms,
        finished_until_ms,
    }
}

/// Refuses what was noted, and a variant that there is not.
pub(super) fn check(mut violations: Violations, filter: Option<&GameFilter>) -> Result<(), Refusal> {
    let id = filter.map_or("", |filter| filter.variant.as_str());
    if id.is_empty() || Variant::find(id).is_some() {
        return violations.into_result();
    }
    let field = "filter.variant";
    if !violations.is_empty() {
        violations.add(field, "is unknown");
        return violations.into_result();
    }
    let known: Vec<_> = Variant::all().iter().map(Variant::id).collect();
    let message = format!("there is no variant {id:?}: expected one of {}", known.join(", "));
    Err(Refusal::new(Reason::UnknownVariant, message).violation(field, "is unknown"))
}

/// What a page token is bound to: the filter, in one form only.
pub(super) fn question(list: &str, filter: &Filter) -> String {
    let Filter {
        player,
        opponent,
        variant,
        rated,
        result,
        reason,
        finished_from_ms,
        finished_until_ms,
    } = filter;
    let variant = variant.map(Variant::id);
    format!(
        "{list} {player:?} {opponent:?} {variant:?} {rated:?} {result:?} {reason:?} {finished_from_ms:?} {finished_until_ms:?}"
    )
}

/// The place behind which a page starts.
pub(super) fn read_token(question: &str, token: &str) -> Result<Option<GamePoint>, Refusal> {
    let place = page_token::read(question, token)?;
    Ok(place.map(|([finished_at_ms], table)| GamePoint {
        finished_at_ms,
        table: TableId::from_bytes(table),
    }))
}

/// The place of a token.
pub(super) fn place(point: GamePoint) -> Place {
    ([point.finished_at_ms], *point.table.as_bytes())
}
