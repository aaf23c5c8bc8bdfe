//! What the feed tells of a game.

use corners_proto::archive::v1 as proto;
use corners_proto::time::timestamp;
use corners_rules::Position;

use super::game::{ending, seats, time_control};
use crate::domain::Game;

/// What `corners.game.finished.v1` says.
#[must_use]
pub fn finished(game: &Game) -> proto::GameFinished {
    proto::GameFinished {
        table: game.table.to_string(),
        variant: game.variant.id().to_owned(),
        time_control: Some(time_control(game.time_control)),
        rated: game.rated,
        seats: seats(game),
        create_time: Some(timestamp(game.created_at_ms)),
        start_time: game.started_at_ms.map(timestamp),
        finish_time: Some(timestamp(game.finished_at_ms)),
        set_up: game.start_position != Position::start(game.variant).to_string(),
        plies: u32::try_from(game.moves.len()).unwrap_or(u32::MAX),
        ending: Some(ending(game)),
    }
}

/// What `corners.game.annulled.v1` says of a game whose end was told as `finished`, at this position of the feed.
#[must_use]
pub fn annulled(finished: proto::GameFinished, finished_sequence: u64, now_ms: u64) -> proto::GameAnnulled {
    proto::GameAnnulled {
        game: Some(finished),
        finished_sequence,
        annul_time: Some(timestamp(now_ms)),
    }
}
