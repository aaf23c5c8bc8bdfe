//! Standings, and the changes that led to them.

use std::collections::HashMap;

use corners_postgres::damaged;
use corners_proto::stored::to_sql;
use sqlx::{PgConnection, Result, query, query_as};

use crate::domain::{Change, PlayerIn, Standing};
use crate::store::Chain;
use crate::store::stored::{StoredChange, StoredStanding};

/// Asks for standings, with what follows the columns.
macro_rules! standings {
    ($rest:literal $(, $value:expr)*) => {
        sqlx::query_as!(
            crate::store::stored::StoredStanding,
            "SELECT standing.player, standing.variant, kind, rating, deviation, volatility, changes, games, last_game_ms, bots, \
             points, listed_until_ms, is_listed " + $rest
            $(, $value)*
        )
    };
}
pub(super) use standings;

/// Asks for changes, with what follows the columns.
macro_rules! changes {
    ($rest:literal $(, $value:expr)*) => {
        query_as!(
            StoredChange,
            "SELECT rating_change.player, rating_change.variant, rating_change.number, position, cause, table_id, at_ms, kind, \
             before_rating, before_deviation, before_volatility, live_deviation, after_rating, after_deviation, \
             after_volatility, side, score, opponent, opponent_kind, opponent_rating, opponent_deviation, \
             opponent_volatility, weight " + $rest
            $(, $value)*
        )
    };
}

fn column<R, T>(rows: &[R], value: impl Fn(&R) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}

pub(super) fn whose(row: &StoredStanding) -> Result<(PlayerIn, Standing)> {
    let player_in = row.player_in().map_err(damaged)?;
    Ok((player_in, row.standing().map_err(damaged)?))
}

pub(super) async fn of(connection: &mut PgConnection, players: &[PlayerIn]) -> Result<Vec<(PlayerIn, Standing)>> {
    let asking = standings!(
        "FROM unnest($1::text[], $2::text[]) AS wanted (player, variant) JOIN standing USING (player, variant)",
        &column(players, |wanted| wanted.player.to_string()),
        &column(players, |wanted| wanted.variant.clone())
    );
    let rows = asking.fetch_all(connection).await?;
    rows.iter().map(whose).collect()
}

/// The standings of players, which are locked in the order of their ids.
pub(super) async fn lock(connection: &mut PgConnection, players: &[PlayerIn]) -> Result<Vec<StoredStanding>> {
    let asking = standings!(
        "FROM unnest($1::text[], $2::text[]) AS wanted (player, variant) JOIN standing USING (player, variant) \
         ORDER BY standing.player, standing.variant FOR UPDATE OF standing",
        &column(players, |wanted| wanted.player.to_string()),
        &column(players, |wanted| wanted.variant.clone())
    );
    asking.fetch_all(connection).await
}

pub(super) async fn write(connection: &mut PgConnection, rows: &[StoredStanding]) -> Result<()> {
    let writing = query!(
        "INSERT INTO standing (player, variant, kind, rating, deviation, volatility, changes, games, last_game_ms, bots, \
         points, listed_until_ms, is_listed) \
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::float8[], $6::float8[], $7::bigint[], \
         $8::bigint[], $9::bigint[], $10::boolean[], $11::integer[], $12::bigint[], $13::boolean[]) \
         ON CONFLICT (player, variant) DO UPDATE SET kind = EXCLUDED.kind, rating = EXCLUDED.rating, \
         deviation = EXCLUDED.deviation, volatility = EXCLUDED.volatility, changes = EXCLUDED.changes, \
         games = EXCLUDED.games, last_game_ms = EXCLUDED.last_game_ms, bots = EXCLUDED.bots, points = EXCLUDED.points, \
         listed_until_ms = EXCLUDED.listed_until_ms, is_listed = EXCLUDED.is_listed",
        &column(rows, |row| row.player.clone()),
        &column(rows, |row| row.variant.clone()),
        &column(rows, |row| row.kind.clone()),
        &column(rows, |row| row.rating),
        &column(rows, |row| row.deviation),
        &column(rows, |row| row.volatility),
        &column(rows, |row| row.changes),
        &column(rows, |row| row.games),
        &column(rows, |row| row.last_game_ms),
        &column(rows, |row| row.bots),
        &column(rows, |row| row.points),
        &column(rows, |row| row.listed_until_ms),
        &column(rows, |row| row.is_listed)
    );
    writing.execute(connection).await.map(drop)
}

pub(super) async fn insert_changes(connection: &mut PgConnection, rows: &[StoredChange]) -> Result<()> {
    let inserting = query!(
        "INSERT INTO rating_change (player, variant, number, position, cause, table_id, at_ms, kind, before_rating, \
         before_deviation, before_volatility, live_deviation, after_rating, after_deviation, after_volatility, side, score, \
         opponent, opponent_kind, opponent_rating, opponent_deviation, opponent_volatility, weight) \
         SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], \
         $8::text[], $9::float8[], $10::float8[], $11::float8[], $12::float8[], $13::float8[], $14::float8[], \
         $15::float8[], $16::text[], $17::float8[], $18::text[], $19::text[], $20::float8[], $21::float8[], \
         $22::float8[], $23::float8[])",
        &column(rows, |row| row.player.clone()),
        &column(rows, |row| row.variant.clone()),
        &column(rows, |row| row.number),
        &column(rows, |row| row.position),
        &column(rows, |row| row.cause.clone()),
        &column(rows, |row| row.table_id.clone()),
        &column(rows, |row| row.at_ms),
        &column(rows, |row| row.kind.clone()),
        &column(rows, |row| row.before_rating),
        &column(rows, |row| row.before_deviation),
        &column(rows, |row| row.before_volatility),
        &column(rows, |row| row.live_deviation),
        &column(rows, |row| row.after_rating),
        &column(rows, |row| row.after_deviation),
        &column(rows, |row| row.after_volatility),
        &column(rows, |row| row.side.clone()),
        &column(rows, |row| row.score),
        &column(rows, |row| row.opponent.clone()),
        &column(rows, |row| row.opponent_kind.clone()),
        &column(rows, |row| row.opponent_rating),
        &column(rows, |row| row.opponent_deviation),
        &column(rows, |row| row.opponent_volatility),
        &column(rows, |row| row.weight)
    );
    inserting.execute(connection).await.map(drop)
}

pub(super) async fn changes(
    connection: &mut PgConnection,
    player: &PlayerIn,
    before: Option<u64>,
    limit: u32,
) -> Result<Vec<Change>> {
    let asking = changes!(
        "FROM rating_change WHERE player = $1 AND variant = $2 AND number < $3 ORDER BY number DESC LIMIT $4",
        player.player.to_string(),
        player.variant,
        before.map_or(i64::MAX, to_sql),
        i64::from(limit)
    );
    let rows = asking.fetch_all(connection).await?;
    rows.into_iter().map(|row| row.try_into().map_err(damaged)).collect()
}

/// The changes that events tell, in any order.
pub(super) async fn of_events(connection: &mut PgConnection, positions: &[i64]) -> Result<Vec<StoredChange>> {
    let asking = changes!("FROM rating_change WHERE position = ANY($1)", positions);
    asking.fetch_all(connection).await
}

pub(super) async fn chains(connection: &mut PgConnection, after: Option<&PlayerIn>, limit: u32) -> Result<Vec<Chain>> {
    let asking = standings!(
        "FROM standing WHERE (player, variant) > ($1, $2) ORDER BY player, variant LIMIT $3",
        after.map(|after| after.player.to_string()).unwrap_or_default(),
        after.map(|after| &*after.variant).unwrap_or_default(),
        i64::from(limit)
    );
    let rows = asking.fetch_all(&mut *connection).await?;
    let asking = changes!(
        "FROM unnest($1::text[], $2::text[], $3::bigint[]) AS wanted (player, variant, number) \
         JOIN rating_change USING (player, variant, number)",
        &column(&rows, |row| row.player.clone()),
        &column(&rows, |row| row.variant.clone()),
        &column(&rows, |row| row.changes)
    );
    let mut last = HashMap::new();
    for row in asking.fetch_all(connection).await? {
        let change = Change::try_from(row).map_err(damaged)?;
        last.insert(change.player_in(), change);
    }
    let chain = |row| {
        let (player, standing) = whose(row)?;
        let last = last.remove(&player);
        Ok(Chain { player, standing, last })
    };
    rows.iter().map(chain).collect()
}
