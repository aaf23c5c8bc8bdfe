//! Lists: one index leads, and a bounded number of games is looked at.

use corners_embedded::damaged;
use rusqlite::{Connection, Result, Row, ToSql};

use super::games;
use crate::store::listing::{Asked, Lead, Looked, SCANNED_AT_MOST, found};
use crate::store::{GamesPage, GamesQuery};

/// Games behind a place, by an index.
macro_rules! branch {
    ($index:literal, $lead:literal) => {
        concat!(
            "SELECT * FROM (SELECT finished_at_ms, table_id, variant, rated, result, reason FROM game INDEXED BY ",
            $index,
            " WHERE ",
            $lead,
            " AND (finished_at_ms, table_id) < (?1, ?2) AND finished_at_ms >= ?3",
            " ORDER BY finished_at_ms DESC, table_id DESC LIMIT ?4)"
        )
    };
}

/// The games of a page. A game of an account against itself is in both of its branches.
macro_rules! scan {
    ($($branches:tt)*) => {
        concat!(
            "SELECT table_id, finished_at_ms, number, matches FROM (SELECT finished_at_ms, table_id,",
            " row_number() OVER (ORDER BY finished_at_ms DESC, table_id DESC) AS number,",
            " (?6 IS NULL OR variant = ?6) AND (?7 IS NULL OR rated = ?7)",
            " AND (?8 IS NULL OR result = ?8) AND (?9 IS NULL OR reason = ?9) AS matches FROM (",
            $($branches)*,
            ") ORDER BY number LIMIT ?4) WHERE matches OR number = ?4 ORDER BY number LIMIT ?5"
        )
    };
}

const EVERYTHING: &str = scan!(branch!("game_by_end", "TRUE"));
const BY_RATED: &str = scan!(branch!("game_by_rated", "rated = ?7"));
const BY_RESULT: &str = scan!(branch!("game_by_result", "result = ?8"));
const BY_VARIANT: &str = scan!(branch!("game_by_variant", "variant = ?6"));
const BY_REASON: &str = scan!(branch!("game_by_reason", "reason = ?9"));
const BY_PLAYER: &str = scan!(
    branch!("game_by_white", "white = ?10"),
    " UNION ALL ",
    branch!("game_by_black", "black = ?10")
);
const BY_PAIR: &str = scan!(
    branch!("game_by_pair", "white = ?10 AND black = ?11"),
    " UNION ALL ",
    branch!("game_by_pair", "white = ?11 AND black = ?10")
);

pub(super) fn page(connection: &Connection, query: &GamesQuery) -> Result<GamesPage> {
    let looked = looked(connection, &Asked::of(query))?;
    let found = found(&looked, query.limit).map_err(|error| damaged(0, error))?;
    let games = found.tables().map(|table| games::bare(connection, table));
    let games = games.filter_map(Result::transpose).collect::<Result<_>>()?;
    Ok(found.page(games))
}

fn looked(connection: &Connection, asked: &Asked) -> Result<Vec<Looked>> {
    let mut values: Vec<&dyn ToSql> = vec![
        &asked.before_ms,
        &asked.before,
        &asked.from_ms,
        &SCANNED_AT_MOST,
        &asked.most,
        &asked.variant,
        &asked.rated,
        &asked.result,
        &asked.reason,
    ];
    let statement = match &asked.lead {
        Lead::Everything => EVERYTHING,
        Lead::Rated => BY_RATED,
        Lead::Result => BY_RESULT,
        Lead::Variant => BY_VARIANT,
        Lead::Reason => BY_REASON,
        Lead::Player(player) => {
            values.push(player);
            BY_PLAYER
        }
        Lead::Pair(player, opponent) => {
            values.extend([player as &dyn ToSql, opponent]);
            BY_PAIR
        }
    };
    connection
        .prepare_cached(statement)?
        .query_map(&*values, read)?
        .collect()
}

fn read(row: &Row<'_>) -> Result<Looked> {
    Ok(Looked {
        table_id: row.get(0)?,
        finished_at_ms: row.get(1)?,
        number: row.get(2)?,
        matches: row.get(3)?,
    })
}
