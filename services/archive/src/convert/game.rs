//! A game as the contract has it.

use std::time::Duration;

use corners_proto::archive::v1 as proto;
use corners_proto::game::v1::{self as game_proto, Side, time_control::Kind};
use corners_proto::time::{duration, timestamp};

use crate::domain::{ArchivedGame, Game, Player, Ply, TimeControl};

/// A game with its moves.
#[must_use]
pub fn game(archived: &ArchivedGame) -> proto::Game {
    proto::Game {
        moves: moves(&archived.game),
        ..without_moves(archived)
    }
}

/// A game as lists tell it.
#[must_use]
pub fn without_moves(archived: &ArchivedGame) -> proto::Game {
    let game = &archived.game;
    proto::Game {
        table: game.table.to_string(),
        variant: game.variant.id().to_owned(),
        time_control: Some(time_control(game.time_control)),
        takebacks: game.takebacks.into(),
        rated: game.rated,
        creator: game.creator.to_string(),
        seats: seats(game),
        create_time: Some(timestamp(game.created_at_ms)),
        start_time: game.started_at_ms.map(timestamp),
        finish_time: Some(timestamp(game.finished_at_ms)),
        start_position: game.start_position.clone(),
        final_position: game.final_position.clone(),
        plies: archived.plies,
        moves: Vec::new(),
        white_ms: game.clocks_ms.map(|(white, _)| white),
        black_ms: game.clocks_ms.map(|(_, black)| black),
        ending: Some(ending(game)),
        annulment: archived.annulment.as_ref().map(|annulment| proto::Annulment {
            time: Some(timestamp(annulment.at_ms)),
            note: annulment.note.clone(),
        }),
    }
}

pub(super) fn ending(game: &Game) -> game_proto::Ending {
    game_proto::Ending {
        reason: game.ending.reason.into(),
        result: game.ending.result.into(),
        by: game.ending.blame.map_or(0, |blame| blame.side.into()),
        no_show: game.ending.blame.is_some_and(|blame| blame.no_show),
    }
}

pub(super) fn seats(game: &Game) -> Vec<game_proto::Seat> {
    let taken = [(Side::White, game.white), (Side::Black, game.black)].into_iter();
    taken.filter_map(|(side, player)| Some(seat(side, player?))).collect()
}

fn seat(side: Side, player: Player) -> game_proto::Seat {
    game_proto::Seat {
        side: side.into(),
        account: player.account.to_string(),
        kind: player.kind.into(),
        rating: player.rating.map(|held| game_proto::SeatRating {
            rating: held.rating,
            deviation: held.deviation,
        }),
    }
}

pub(super) fn time_control(time_control: TimeControl) -> game_proto::TimeControl {
    let millis = |millis| Some(duration(Duration::from_millis(millis)));
    let kind = match time_control {
        TimeControl::Untimed => Kind::Untimed(game_proto::Untimed {}),
        TimeControl::RealTime {
            reserve_ms,
            increment_ms,
        } => Kind::RealTime(game_proto::RealTime {
            reserve: millis(reserve_ms),
            increment: millis(increment_ms),
        }),
        TimeControl::Correspondence { days_per_move } => {
            Kind::Correspondence(game_proto::Correspondence { days_per_move })
        }
    };
    game_proto::TimeControl { kind: Some(kind) }
}

fn moves(game: &Game) -> Vec<game_proto::PlayedMove> {
    let (mut side, mut move_number) = first_turn(&game.start_position);
    let mut moves = Vec::with_capacity(game.moves.len());
    for ply in &game.moves {
        moves.push(played_move(ply, side, move_number));
        move_number += u32::from(side == Side::Black);
        side = match side {
            Side::Black => Side::White,
            _ => Side::Black,
        };
    }
    moves
}

/// The side and the number that a game starts with: the last two words of its position text.
fn first_turn(position: &str) -> (Side, u32) {
    let mut words = position.rsplit(' ');
    let number = words.next().and_then(|number| number.parse().ok());
    let side = match words.next() {
        Some("b") => Side::Black,
        _ => Side::White,
    };
    (side, number.unwrap_or(1))
}

fn played_move(ply: &Ply, side: Side, move_number: u32) -> game_proto::PlayedMove {
    game_proto::PlayedMove {
        path: ply.path.clone(),
        side: side.into(),
        move_number,
        remaining_ms: ply.remaining_ms,
        elapsed_ms: ply.elapsed_ms,
        think_time: ply.think_time_ms.map(|millis| duration(Duration::from_millis(millis))),
        lag_credit_ms: ply.lag_credit_ms,
    }
}
