//! Games and their moves.

use std::collections::HashMap;

use corners_postgres::damaged;
use corners_proto::ids::TableId;
use corners_proto::stored::{id, to_sql};
use corners_rules::Position;
use sqlx::{PgConnection, Result, query, query_as};

use crate::domain::{ArchivedGame, Game, Ply};
use crate::store::Annul;
use crate::store::stored::StoredGame;
use crate::store::stored_moves::{StoredMoves, Times, list_text};

/// Asks for games, with what follows `FROM game`.
macro_rules! games {
    ($rest:literal $(, $value:expr)*) => {
        query_as!(
            StoredGame,
            "SELECT table_id, variant, time_kind, reserve_ms, increment_ms, days_per_move::bigint AS days_per_move, \
             takebacks, rated, creator, white, white_kind, white_rating, white_deviation, black, black_kind, \
             black_rating, black_deviation, created_at_ms, started_at_ms, finished_at_ms, start_position, \
             final_position, plies::bigint AS \"plies!\", white_ms, black_ms, reason, result, annulled_at_ms, \
             annulled_by, annul_note, aborted_by, no_show FROM game " + $rest
            $(, $value)*
        )
    };
}

struct MovesRow {
    table_id: String,
    paths: String,
    remaining_ms: Option<Vec<Option<i64>>>,
    elapsed_ms: Option<Vec<Option<i64>>>,
    think_time_ms: Option<Vec<Option<i64>>>,
    lag_credit_ms: Option<Vec<Option<i64>>>,
}

fn column<R, T>(rows: &[R], value: impl Fn(&R) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}

/// Inserts games, of which no two are of one table; answers the tables of those that were not there. In the order of their
/// tables, so that no two transactions wait for each other.
pub(super) async fn insert(connection: &mut PgConnection, games: &[&Game]) -> Result<Vec<TableId>> {
    let mut sorted = games.to_vec();
    sorted.sort_unstable_by_key(|game| game.table);
    let set_up = column(&sorted, |game| is_set_up(game));
    let rows = column(&sorted, |game| StoredGame::from(*game));
    let inserting = query!(
        "INSERT INTO game (table_id, variant, time_kind, reserve_ms, increment_ms, days_per_move, takebacks, rated, set_up, \
         creator, white, white_kind, white_rating, white_deviation, black, black_kind, black_rating, black_deviation, \
         created_at_ms, started_at_ms, finished_at_ms, start_position, final_position, plies, white_ms, black_ms, reason, \
         result, aborted_by, no_show) \
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], \
         $8::boolean[], $9::boolean[], $10::text[], $11::text[], $12::text[], $13::float8[], $14::float8[], $15::text[], \
         $16::text[], $17::float8[], $18::float8[], $19::bigint[], $20::bigint[], $21::bigint[], $22::text[], \
         $23::text[], $24::bigint[], $25::bigint[], $26::bigint[], $27::text[], $28::text[], \
         $29::text[], $30::boolean[]) \
         ON CONFLICT (table_id) DO NOTHING RETURNING table_id",
        &column(&rows, |row| row.table_id.clone()),
        &column(&rows, |row| row.variant.clone()),
        &column(&rows, |row| row.time_kind.clone()),
        &column(&rows, |row| row.reserve_ms) as &[Option<i64>],
        &column(&rows, |row| row.increment_ms) as &[Option<i64>],
        &column(&rows, |row| row.days_per_move) as &[Option<i64>],
        &column(&rows, |row| row.takebacks.clone()),
        &column(&rows, |row| row.rated),
        &set_up,
        &column(&rows, |row| row.creator.clone()),
        &column(&rows, |row| row.white.clone()) as &[Option<String>],
        &column(&rows, |row| row.white_kind.clone()) as &[Option<String>],
        &column(&rows, |row| row.white_rating) as &[Option<f64>],
        &column(&rows, |row| row.white_deviation) as &[Option<f64>],
        &column(&rows, |row| row.black.clone()) as &[Option<String>],
        &column(&rows, |row| row.black_kind.clone()) as &[Option<String>],
        &column(&rows, |row| row.black_rating) as &[Option<f64>],
        &column(&rows, |row| row.black_deviation) as &[Option<f64>],
        &column(&rows, |row| row.created_at_ms),
        &column(&rows, |row| row.started_at_ms) as &[Option<i64>],
        &column(&rows, |row| row.finished_at_ms),
        &column(&rows, |row| row.start_position.clone()),
        &column(&rows, |row| row.final_position.clone()),
        &column(&rows, |row| row.plies),
        &column(&rows, |row| row.white_ms) as &[Option<i64>],
        &column(&rows, |row| row.black_ms) as &[Option<i64>],
        &column(&rows, |row| row.reason.clone()),
        &column(&rows, |row| row.result.clone()),
        &column(&rows, |row| row.aborted_by.clone()) as &[Option<String>],
        &column(&rows, |row| row.no_show)
    );
    let inserted = inserting.fetch_all(connection).await?;
    inserted.iter().map(|row| id(&row.table_id).map_err(damaged)).collect()
}

/// Whether a game started from another position than its variant's.
fn is_set_up(game: &Game) -> bool {
    Position::start(game.variant).to_string() != game.start_position
}

/// Inserts the moves of games that have none yet.
pub(super) async fn insert_moves(connection: &mut PgConnection, games: &[&Game]) -> Result<()> {
    let mut sorted = games.to_vec();
    sorted.sort_unstable_by_key(|game| game.table);
    let rows = column(&sorted, |game| StoredMoves::from(&*game.moves));
    let inserting = query!(
        "INSERT INTO game_moves (table_id, paths, remaining_ms, elapsed_ms, think_time_ms, lag_credit_ms) \
         SELECT table_id, paths, remaining_ms::bigint[], elapsed_ms::bigint[], think_time_ms::bigint[], \
         lag_credit_ms::bigint[] FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) \
         AS new (table_id, paths, remaining_ms, elapsed_ms, think_time_ms, lag_credit_ms)",
        &column(&sorted, |game| game.table.to_string()),
        &column(&rows, |row| row.paths.clone()),
        &column(&rows, |row| array(&row.remaining_ms)) as &[Option<String>],
        &column(&rows, |row| array(&row.elapsed_ms)) as &[Option<String>],
        &column(&rows, |row| array(&row.think_time_ms)) as &[Option<String>],
        &column(&rows, |row| array(&row.lag_credit_ms)) as &[Option<String>]
    );
    inserting.execute(connection).await.map(drop)
}

/// Arrays of arrays have to be of one length: these go as texts.
fn array(times: &Times) -> Option<String> {
    times.as_ref().map(|values| format!("{{{}}}", list_text(values)))
}

/// Games without their moves, in any order.
pub(super) async fn bare(connection: &mut PgConnection, tables: &[String]) -> Result<Vec<ArchivedGame>> {
    let found = games!("WHERE table_id = ANY($1)", tables).fetch_all(connection).await?;
    found.into_iter().map(|game| with_moves(game, Vec::new())).collect()
}

/// Games with their moves, in any order.
pub(super) async fn whole(connection: &mut PgConnection, tables: &[String]) -> Result<Vec<ArchivedGame>> {
    let found = games!("WHERE table_id = ANY($1)", tables)
        .fetch_all(&mut *connection)
        .await?;
    let moves = query_as!(
        MovesRow,
        "SELECT table_id, paths, remaining_ms AS \"remaining_ms: _\", elapsed_ms AS \"elapsed_ms: _\", \
         think_time_ms AS \"think_time_ms: _\", lag_credit_ms AS \"lag_credit_ms: _\" \
         FROM game_moves WHERE table_id = ANY($1)",
        tables
    );
    let rows = moves.fetch_all(connection).await?.into_iter();
    let mut moves: HashMap<String, StoredMoves> = rows.map(|row| (row.table_id.clone(), row.into())).collect();
    let whole = found.into_iter().map(|game| {
        let Some(stored) = moves.remove(&game.table_id) else {
            // It was recorded between the two questions.
            return with_moves(game, Vec::new());
        };
        let plies = Vec::try_from(stored).map_err(damaged)?;
        with_moves(game, plies)
    });
    whole.collect()
}

fn with_moves(game: StoredGame, moves: Vec<Ply>) -> Result<ArchivedGame> {
    game.with_moves(moves).map_err(damaged)
}

impl From<MovesRow> for StoredMoves {
    fn from(row: MovesRow) -> Self {
        Self {
            paths: row.paths,
            remaining_ms: row.remaining_ms,
            elapsed_ms: row.elapsed_ms,
            think_time_ms: row.think_time_ms,
            lag_credit_ms: row.lag_credit_ms,
        }
    }
}

/// Whether there was a game that was not annulled.
pub(super) async fn annul(connection: &mut PgConnection, annul: &Annul) -> Result<bool> {
    // Postgres has no character zero.
    let note = annul.note.replace('\0', "\u{fffd}");
    let annulling = query!(
        "UPDATE game SET annulled_at_ms = $2, annulled_by = $3, annul_note = $4 \
         WHERE table_id = $1 AND annulled_at_ms IS NULL",
        annul.table.to_string(),
        to_sql(annul.now_ms),
        annul.by.to_string(),
        note
    );
    Ok(annulling.execute(connection).await?.rows_affected() == 1)
}
