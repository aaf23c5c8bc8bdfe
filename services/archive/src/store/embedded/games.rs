//! Games and their moves.

use corners_embedded::damaged;
use corners_proto::ids::TableId;
use corners_proto::stored::to_sql;
use rusqlite::{Connection, OptionalExtension, Result, Row, params};

use super::values::{array, times};
use crate::domain::{ArchivedGame, Game, Ply};
use crate::store::Annul;
use crate::store::stored::StoredGame;
use crate::store::stored_moves::StoredMoves;

macro_rules! columns {
    () => {
        "table_id, variant, time_kind, reserve_ms, increment_ms, days_per_move, takebacks, rated, creator, \
         white, white_kind, white_rating, white_deviation, black, black_kind, black_rating, black_deviation, \
         created_at_ms, started_at_ms, finished_at_ms, start_position, final_position, plies, white_ms, black_ms, \
         reason, result, annulled_at_ms, annulled_by, annul_note, aborted_by, no_show"
    };
}

const INSERT: &str = concat!(
    "INSERT INTO game (",
    columns!(),
    ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23,",
    " ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32) ON CONFLICT DO NOTHING"
);
const INSERT_MOVES: &str =
    "INSERT INTO game_moves (table_id, paths, remaining_ms, elapsed_ms, think_time_ms, lag_credit_ms)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
const GAME: &str = concat!("SELECT ", columns!(), " FROM game WHERE table_id = ?1");
const MOVES: &str =
    "SELECT paths, remaining_ms, elapsed_ms, think_time_ms, lag_credit_ms FROM game_moves WHERE table_id = ?1";
const ANNUL: &str = "UPDATE game SET annulled_at_ms = ?2, annulled_by = ?3, annul_note = ?4
    WHERE table_id = ?1 AND annulled_at_ms IS NULL";

/// Whether there was no game of this table.
pub(super) fn insert(connection: &Connection, game: &Game) -> Result<bool> {
    let row = StoredGame::from(game);
    let values = params![
        row.table_id,
        row.variant,
        row.time_kind,
        row.reserve_ms,
        row.increment_ms,
        row.days_per_move,
        row.takebacks,
        row.rated,
        row.creator,
        row.white,
        row.white_kind,
        row.white_rating,
        row.white_deviation,
        row.black,
        row.black_kind,
        row.black_rating,
        row.black_deviation,
        row.created_at_ms,
        row.started_at_ms,
        row.finished_at_ms,
        row.start_position,
        row.final_position,
        row.plies,
        row.white_ms,
        row.black_ms,
        row.reason,
        row.result,
        row.annulled_at_ms,
        row.annulled_by,
        row.annul_note,
        row.aborted_by,
        row.no_show,
    ];
    if connection.prepare_cached(INSERT)?.execute(values)? == 0 {
        return Ok(false);
    }
    let moves = StoredMoves::from(&*game.moves);
    connection.prepare_cached(INSERT_MOVES)?.execute(params![
        row.table_id,
        moves.paths,
        array(&moves.remaining_ms),
        array(&moves.elapsed_ms),
        array(&moves.think_time_ms),
        array(&moves.lag_credit_ms),
    ])?;
    Ok(true)
}

/// A game without its moves.
pub(super) fn bare(connection: &Connection, table: TableId) -> Result<Option<ArchivedGame>> {
    with(connection, table, Vec::new())
}

/// A game with its moves.
pub(super) fn whole(connection: &Connection, table: TableId) -> Result<Option<ArchivedGame>> {
    let mut statement = connection.prepare_cached(MOVES)?;
    let moves = statement.query_row([table.to_string()], read_moves).optional()?;
    moves.map_or(Ok(None), |moves| with(connection, table, moves))
}

fn with(connection: &Connection, table: TableId, moves: Vec<Ply>) -> Result<Option<ArchivedGame>> {
    let mut statement = connection.prepare_cached(GAME)?;
    let game = statement.query_row([table.to_string()], read_game).optional()?;
    game.map(|game| game.with_moves(moves).map_err(|error| damaged(0, error)))
        .transpose()
}

/// Whether there was a game that was not annulled.
pub(super) fn annul(connection: &Connection, annul: &Annul) -> Result<bool> {
    let values = params![
        annul.table.to_string(),
        to_sql(annul.now_ms),
        annul.by.to_string(),
        annul.note.replace('\0', "\u{fffd}")
    ];
    Ok(connection.prepare_cached(ANNUL)?.execute(values)? == 1)
}

fn read_moves(row: &Row<'_>) -> Result<Vec<Ply>> {
    let stored = StoredMoves {
        paths: row.get(0)?,
        remaining_ms: times(row, 1)?,
        elapsed_ms: times(row, 2)?,
        think_time_ms: times(row, 3)?,
        lag_credit_ms: times(row, 4)?,
    };
    Vec::try_from(stored).map_err(|error| damaged(0, error))
}

fn read_game(row: &Row<'_>) -> Result<StoredGame> {
    Ok(StoredGame {
        table_id: row.get(0)?,
        variant: row.get(1)?,
        time_kind: row.get(2)?,
        reserve_ms: row.get(3)?,
        increment_ms: row.get(4)?,
        days_per_move: row.get(5)?,
        takebacks: row.get(6)?,
        rated: row.get(7)?,
        creator: row.get(8)?,
        white: row.get(9)?,
        white_kind: row.get(10)?,
        white_rating: row.get(11)?,
        white_deviation: row.get(12)?,
        black: row.get(13)?,
        black_kind: row.get(14)?,
        black_rating: row.get(15)?,
        black_deviation: row.get(16)?,
        created_at_ms: row.get(17)?,
        started_at_ms: row.get(18)?,
        finished_at_ms: row.get(19)?,
        start_position: row.get(20)?,
        final_position: row.get(21)?,
        plies: row.get(22)?,
        white_ms: row.get(23)?,
        black_ms: row.get(24)?,
        reason: row.get(25)?,
        result: row.get(26)?,
        annulled_at_ms: row.get(27)?,
        annulled_by: row.get(28)?,
        annul_note: row.get(29)?,
        aborted_by: row.get(30)?,
        no_show: row.get(31)?,
    })
}
