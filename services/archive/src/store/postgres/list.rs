//! Lists: one index leads, and a bounded number of games is looked at.

use corners_postgres::{LED_BY_INDEXES, SORTED_BY_INDEXES, damaged};
use sqlx::{Executor, PgConnection, Result, query_as};

use super::games;
use crate::store::listing::{Asked, Lead, Looked, SCANNED_AT_MOST, found};
use crate::store::{GamesPage, GamesQuery};

pub(super) async fn page(connection: &mut PgConnection, asked: &GamesQuery) -> Result<GamesPage> {
    // For a player with a hundred thousand games nothing else is fast enough.
    connection.execute(sqlx::raw_sql(LED_BY_INDEXES)).await?;
    connection.execute(sqlx::raw_sql(SORTED_BY_INDEXES)).await?;
    let looked = looked(connection, &Asked::of(asked)).await?;
    let found = found(&looked, asked.limit).map_err(damaged)?;
    let tables: Vec<String> = found.tables().map(|table| table.to_string()).collect();
    let games = games::bare(connection, &tables).await?;
    Ok(found.page(games))
}

/// Asks for the games of a page: with what leads to them, or with two things that do.
macro_rules! look {
    ($asked:ident, $lead:literal $(, $value:expr)*) => {
        look!(@ $asked, [$lead, " AND (finished_at_ms, table_id) < ($1, $2) AND finished_at_ms >= $3"], $($value),*)
    };
    ($asked:ident, $one:literal or $other:literal $(, $value:expr)*) => {
        look!(
            @ $asked,
            [
                $one,
                " AND (finished_at_ms, table_id) < ($1, $2) AND finished_at_ms >= $3 \
                 ORDER BY finished_at_ms DESC, table_id DESC LIMIT $4) UNION ALL \
                 (SELECT finished_at_ms, table_id, variant, rated, result, reason FROM game WHERE ",
                $other,
                " AND (finished_at_ms, table_id) < ($1, $2) AND finished_at_ms >= $3"
            ],
            $($value),*
        )
    };
    (@ $asked:ident, [$($text:literal),+], $($value:expr),*) => {
        query_as!(
            Looked,
            "SELECT table_id AS \"table_id!\", finished_at_ms AS \"finished_at_ms!\", number AS \"number!\", \
             matches AS \"matches!\" FROM (SELECT finished_at_ms, table_id, \
             row_number() OVER (ORDER BY finished_at_ms DESC, table_id DESC) AS number, \
             ($6::text IS NULL OR variant = $6) \
             AND ($7::boolean IS NULL OR rated = $7) AND ($8::text IS NULL OR result = $8) \
             AND ($9::text IS NULL OR reason = $9) AS matches FROM (\
             (SELECT finished_at_ms, table_id, variant, rated, result, reason \
             FROM game WHERE " $(+ $text)+ + " ORDER BY finished_at_ms DESC, table_id DESC LIMIT $4)\
             ) AS led ORDER BY finished_at_ms DESC, table_id DESC LIMIT $4) AS looked \
             WHERE matches OR number = $4 ORDER BY finished_at_ms DESC, table_id DESC LIMIT $5",
            $asked.before_ms,
            $asked.before,
            $asked.from_ms,
            i64::from(SCANNED_AT_MOST),
            $asked.most,
            $asked.variant.as_deref(),
            $asked.rated,
            $asked.result.as_deref(),
            $asked.reason.as_deref()
            $(, $value)*
        )
    };
}

/// A game of an account against itself is led to twice. No index has all games in their order: Postgres would go through
/// all of them for what it wrongly believes to be frequent.
async fn looked(connection: &mut PgConnection, asked: &Asked) -> Result<Vec<Looked>> {
    match &asked.lead {
        Lead::Everything => look!(asked, "rated" or "NOT rated").fetch_all(connection).await,
        Lead::Rated => look!(asked, "rated = $7").fetch_all(connection).await,
        Lead::Result => look!(asked, "result = $8").fetch_all(connection).await,
        Lead::Variant => look!(asked, "variant = $6").fetch_all(connection).await,
        Lead::Reason => look!(asked, "reason = $9").fetch_all(connection).await,
        Lead::Player(player) => {
            let looking = look!(asked, "white = $10" or "black = $10", player);
            looking.fetch_all(connection).await
        }
        Lead::Pair(player, opponent) => {
            let looking =
                look!(asked, "white = $10 AND black = $11" or "white = $11 AND black = $10", player, opponent);
            looking.fetch_all(connection).await
        }
    }
}
