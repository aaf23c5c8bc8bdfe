//! Telling games from what is none.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use corners_proto::game::v1::Table;

use crate::convert::{BadTable, Json, JsonError, finished, game_of};
use crate::store::NewGame;

/// A table that cannot be recorded, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rejected {
    pub(super) table: String,
    pub(super) why: String,
}

/// Tables, by whether they are games.
#[derive(Debug, Default)]
pub(super) struct Sorted {
    pub(super) games: Vec<NewGame>,
    pub(super) rejected: Vec<Rejected>,
}

#[derive(Debug, thiserror::Error)]
enum Unfit {
    #[error("it is no finished game: {0}")]
    Table(#[from] BadTable),
    #[error("its result cannot be told: {0}")]
    Json(#[from] JsonError),
    #[error("the archive fails to read it, which is a fault of the archive")]
    Fault,
}

/// Replays every table; a table that is there twice counts once.
pub(super) fn sort(tables: &[Table], json: &Json) -> Sorted {
    let mut sorted = Sorted::default();
    let mut seen = HashSet::new();
    for table in tables.iter().filter(|table| seen.insert(table.id.as_str())) {
        // A fault that one table brings out must not hold up those that came with it.
        let read = catch_unwind(AssertUnwindSafe(|| new_game(table, json)));
        match read.unwrap_or(Err(Unfit::Fault)) {
            Ok(game) => sorted.games.push(game),
            Err(unfit) => sorted.rejected.push(Rejected {
                table: table.id.clone(),
                why: unfit.to_string(),
            }),
        }
    }
    sorted
}

fn new_game(table: &Table, json: &Json) -> Result<NewGame, Unfit> {
    let game = game_of(table)?;
    let told = json.of_finished(&finished(&game))?;
    Ok(NewGame { game, told })
}
