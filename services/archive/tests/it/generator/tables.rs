//! Games as game-authority hands them out.

use corners_archive::convert;
use corners_archive::domain::{ArchivedGame, Game};
use corners_proto::game::v1 as proto;
use corners_rules::{Enclosing, Position, Side, Variant};

/// The finished table that a game was played at.
pub fn table(game: &Game) -> proto::Table {
    let told = convert::game(&ArchivedGame {
        game: game.clone(),
        plies: game.moves.len() as u32,
        annulment: None,
    });
    let version = proto::Version {
        number: game.moves.len() as u64 + 3,
        event_id: "0123456789abcdef".to_owned(),
    };
    let state = proto::TableState {
        turn: Some(proto::Turn {
            number: told.plies,
            event_id: version.event_id.clone(),
        }),
        version: Some(version),
        status: proto::TableStatus::Finished.into(),
        seats: told.seats,
        position: told.final_position,
        last_move: told.moves.last().cloned(),
        clocks: told
            .white_ms
            .zip(told.black_ms)
            .map(|(white_ms, black_ms)| proto::Clocks {
                white_ms,
                black_ms,
                ..proto::Clocks::default()
            }),
        ending: told.ending,
        ..proto::TableState::default()
    };
    proto::Table {
        id: told.table,
        variant: Some(variant(game.variant)),
        time_control: told.time_control,
        takebacks: told.takebacks,
        rated: told.rated,
        creator: told.creator,
        create_time: told.create_time,
        start_time: told.start_time,
        finish_time: told.finish_time,
        start_position: told.start_position,
        moves: told.moves,
        state: Some(state),
        game_time_ms: 0,
        presence: None,
    }
}

fn variant(variant: &'static Variant) -> proto::Variant {
    let squares = |side| variant.home(side).map(|square| square.to_string()).collect();
    proto::Variant {
        id: variant.id().to_owned(),
        board_size: variant.files().into(),
        pieces: variant.pieces().into(),
        directions: variant.directions().count().into(),
        home_deadline: variant.home_deadline().into(),
        move_limit: variant.move_limit().into(),
        enclosing_allowed: variant.enclosing() == Enclosing::Allowed,
        rated: variant.rated(),
        white_home: squares(Side::White),
        black_home: squares(Side::Black),
        start_position: Position::start(variant).to_string(),
    }
}
