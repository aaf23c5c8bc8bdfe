//! What became of a rated game, as an object.

use corners_client::proto::rating::v1::rating_event::Outcome;
use corners_client::proto::rating::v1::{RatingChanges, RatingEvent, UnratedReason};
use serde_json::{Value, json};

use super::show::change;
use crate::moment;

/// What became of a rated game.
pub(super) fn object(event: &RatingEvent) -> Value {
    let mut object = json!({
        "sequence": event.sequence,
        "table": event.table,
        "variant": event.variant,
        "recorded": moment::show(event.record_time),
    });
    if !event.cursor.is_empty() {
        object["cursor"] = event.cursor.as_str().into();
    }
    match &event.outcome {
        Some(Outcome::Rated(changes)) => object["rated"] = both(changes),
        Some(Outcome::Annulled(changes)) => object["annulled"] = both(changes),
        Some(Outcome::UnratedReason(_)) => object["unrated_reason"] = reason(event).into(),
        None => {}
    }
    object
}

fn both(changes: &RatingChanges) -> Value {
    json!({
        "white": changes.white.as_ref().map(change),
        "black": changes.black.as_ref().map(change),
    })
}

/// The reason as the contract names it, without what all have in common: `too-short`.
fn reason(event: &RatingEvent) -> String {
    let name = match event.outcome {
        Some(Outcome::UnratedReason(number)) => UnratedReason::try_from(number).unwrap_or_default().as_str_name(),
        _ => "",
    };
    let name = name.trim_start_matches("UNRATED_REASON_");
    name.to_ascii_lowercase().replace('_', "-")
}
