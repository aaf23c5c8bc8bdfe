//! Which games can be stored at all, in whatever store.

use corners_proto::time::LAST_MS;

use super::NewGame;
use crate::domain::{Game, Player, Ply, TimeControl};

/// Why a game cannot be stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unstorable {
    #[error("the game of table {table} cannot be stored: {problem}")]
    Game { table: String, problem: &'static str },
    #[error("table {0} has two games in one batch")]
    Twice(String),
}

/// Checks what is to be recorded together.
pub(super) fn check(games: &[NewGame]) -> Result<(), Unstorable> {
    let mut tables: Vec<_> = games.iter().map(|new| new.game.table).collect();
    tables.sort_unstable();
    if let Some(pair) = tables.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Unstorable::Twice(pair[0].to_string()));
    }
    for NewGame { game, told } in games {
        let problem = problem(game).or_else(|| told.contains('\0').then_some("a text has a character zero"));
        if let Some(problem) = problem {
            let table = game.table.to_string();
            return Err(Unstorable::Game { table, problem });
        }
    }
    Ok(())
}

fn problem(game: &Game) -> Option<&'static str> {
    let is_too_large = |value: u64| value > LAST_MS;
    if numbers(game).any(is_too_large) || game.moves.iter().flat_map(times).any(is_too_large) {
        return Some("a moment or a duration is beyond the year 9999");
    }
    if [&game.white, &game.black]
        .into_iter()
        .flatten()
        .any(|player| !is_finite(player))
    {
        return Some("a rating is no number");
    }
    let is_path = |path: &str| !path.is_empty() && path.bytes().all(|byte| byte.is_ascii_graphic());
    if !game.moves.iter().all(|ply| is_path(&ply.path)) {
        return Some("a path is empty or has other characters than paths have");
    }
    if game.start_position.contains('\0') || game.final_position.contains('\0') {
        return Some("a text has a character zero");
    }
    None
}

fn numbers(game: &Game) -> impl Iterator<Item = u64> {
    let (reserve_ms, increment_ms) = match game.time_control {
        TimeControl::RealTime {
            reserve_ms,
            increment_ms,
        } => (reserve_ms, increment_ms),
        TimeControl::Untimed | TimeControl::Correspondence { .. } => (0, 0),
    };
    let (white_ms, black_ms) = game.clocks_ms.unwrap_or_default();
    [
        game.created_at_ms,
        game.started_at_ms.unwrap_or(0),
        game.finished_at_ms,
        reserve_ms,
        increment_ms,
        white_ms,
        black_ms,
    ]
    .into_iter()
}

fn times(ply: &Ply) -> [u64; 4] {
    [
        ply.remaining_ms.unwrap_or(0),
        ply.elapsed_ms,
        ply.think_time_ms.unwrap_or(0),
        ply.lag_credit_ms,
    ]
}

fn is_finite(player: &Player) -> bool {
    player
        .rating
        .is_none_or(|rating| rating.rating.is_finite() && rating.deviation.is_finite())
}
