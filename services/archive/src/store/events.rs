//! The texts of events.

use corners_proto::ids::TableId;
use corners_proto::stored::{Unknown, unknown};

use crate::domain::EventKind;

const FINISHED: &str = "corners.game.finished.v1";
const ANNULLED: &str = "corners.game.annulled.v1";

/// The type of the CloudEvent.
pub(super) const fn type_of(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Finished => FINISHED,
        EventKind::Annulled => ANNULLED,
    }
}

pub(super) fn kind(text: &str) -> Result<EventKind, Unknown> {
    match text {
        FINISHED => Ok(EventKind::Finished),
        ANNULLED => Ok(EventKind::Annulled),
        other => Err(unknown("type of event", other)),
    }
}

/// The id of the CloudEvent: the same whenever the event is told.
pub(super) fn id_of(kind: EventKind, table: TableId) -> String {
    match kind {
        EventKind::Finished => table.to_string(),
        EventKind::Annulled => format!("{table}-annulled"),
    }
}
