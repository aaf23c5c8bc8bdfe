//! Leaderboards.

use corners_postgres::{SORTED_BY_INDEXES, damaged};
use corners_proto::ids::AccountId;
use corners_proto::stored::{from_sql, to_sql};
use sqlx::{Executor, PgConnection, Result, query, query_scalar};

use super::place;
use super::standings::standings;
use crate::domain::Board;
use crate::store::folding::StepMove;
use crate::store::rungs::{self, Counts, Spot};
use crate::store::stored::StoredStanding;
use crate::store::{Leaders, Ranked, Rung, Step};

/// Those with more points are in the steps; the rest are among those with the same points.
async fn counts(connection: &mut PgConnection, board: &Board, spot: &Spot) -> Result<Counts> {
    let asking = query!(
        "SELECT coalesce(sum(listed), 0)::bigint AS \"players!\", \
         coalesce(sum(listed) FILTER (WHERE points > $3), 0)::bigint + (SELECT count(*) FROM standing \
         WHERE is_listed AND variant = $1 AND bots = $2 AND rating >= $4 AND rating < $5 \
         AND (rating > $4 OR player <= $6)) AS \"reached!\" \
         FROM board_step WHERE variant = $1 AND bots = $2",
        board.variant,
        board.bots,
        spot.points(),
        spot.rating,
        spot.next_step(),
        spot.player
    );
    let found = asking.fetch_one(connection).await?;
    Ok(Counts {
        players: from_sql(found.players),
        reached: from_sql(found.reached),
    })
}

/// Those behind a place.
async fn behind(connection: &mut PgConnection, board: &Board, spot: &Spot, limit: u32) -> Result<Vec<StoredStanding>> {
    let asking = standings!(
        "FROM standing WHERE is_listed AND variant = $1 AND bots = $2 AND rating <= $3 AND (rating < $3 OR player > $4) \
         ORDER BY rating DESC, player LIMIT $5",
        board.variant,
        board.bots,
        spot.rating,
        spot.player,
        i64::from(limit)
    );
    asking.fetch_all(connection).await
}

/// Those before a place, the nearest first.
async fn before(connection: &mut PgConnection, board: &Board, spot: &Spot, limit: u32) -> Result<Vec<StoredStanding>> {
    let asking = standings!(
        "FROM standing WHERE is_listed AND variant = $1 AND bots = $2 AND rating >= $3 AND (rating > $3 OR player < $4) \
         ORDER BY rating, player DESC LIMIT $5",
        board.variant,
        board.bots,
        spot.rating,
        spot.player,
        i64::from(limit)
    );
    asking.fetch_all(connection).await
}

pub(super) async fn leaders(
    connection: &mut PgConnection,
    board: &Board,
    after: Option<&Rung>,
    limit: u32,
) -> Result<Leaders> {
    let spot = Spot::of(after);
    connection.execute(sqlx::raw_sql(SORTED_BY_INDEXES)).await?;
    // First the players, as everywhere: a rebuild locks the tables in the order in which they are read.
    let rows = behind(&mut *connection, board, &spot, limit).await?;
    let counts = counts(connection, board, &spot).await?;
    rungs::leaders(counts, &rows).map_err(damaged)
}

pub(super) async fn rank(
    connection: &mut PgConnection,
    board: &Board,
    player: AccountId,
    neighbours: u32,
) -> Result<Option<Ranked>> {
    connection.execute(sqlx::raw_sql(SORTED_BY_INDEXES)).await?;
    let asking = standings!(
        "FROM standing WHERE player = $1 AND variant = $2 AND bots = $3 AND is_listed",
        player.to_string(),
        board.variant,
        board.bots
    );
    let Some(own) = asking.fetch_optional(&mut *connection).await? else {
        return Ok(None);
    };
    let spot = Spot::at(&own);
    let counts = counts(&mut *connection, board, &spot).await?;
    let before = before(&mut *connection, board, &spot, neighbours).await?;
    let behind = behind(connection, board, &spot, neighbours).await?;
    rungs::ranked(counts, before, own, behind).map(Some).map_err(damaged)
}

pub(super) async fn distribution(connection: &mut PgConnection, board: &Board) -> Result<Vec<Step>> {
    let asking = query!(
        "SELECT points, listed, players FROM board_step WHERE variant = $1 AND bots = $2 AND players > 0 ORDER BY points",
        board.variant,
        board.bots
    );
    let rows = asking.fetch_all(connection).await?;
    Ok(rows
        .iter()
        .map(|row| Step {
            points: row.points,
            listed: from_sql(row.listed),
            all: from_sql(row.players),
        })
        .collect())
}

/// Moves players between steps. The place is locked, so what is read is what is.
pub(super) async fn write_steps(connection: &mut PgConnection, moves: &[StepMove]) -> Result<()> {
    fn column<T>(moves: &[StepMove], value: impl Fn(&StepMove) -> T) -> Vec<T> {
        moves.iter().map(value).collect()
    }
    let writing = query!(
        "INSERT INTO board_step (variant, bots, points, listed, players) \
         SELECT moved.variant, moved.bots, moved.points, moved.listed + coalesce(step.listed, 0), \
         moved.players + coalesce(step.players, 0) \
         FROM unnest($1::text[], $2::boolean[], $3::integer[], $4::bigint[], $5::bigint[]) \
         AS moved (variant, bots, points, listed, players) \
         LEFT JOIN board_step AS step USING (variant, bots, points) \
         ON CONFLICT (variant, bots, points) DO UPDATE SET listed = EXCLUDED.listed, players = EXCLUDED.players",
        &column(moves, |moved| moved.variant.clone()),
        &column(moves, |moved| moved.bots),
        &column(moves, |moved| moved.points),
        &column(moves, |moved| moved.listed),
        &column(moves, |moved| moved.players)
    );
    writing.execute(connection).await.map(drop)
}

pub(super) async fn unlist(connection: &mut PgConnection, now_ms: u64, limit: u32) -> Result<u32> {
    place::lock(&mut *connection).await?;
    let unlisting = query_scalar!(
        "WITH gone AS (UPDATE standing SET is_listed = FALSE WHERE (player, variant) IN (SELECT player, variant FROM standing \
         WHERE is_listed AND listed_until_ms < $1 ORDER BY listed_until_ms, player, variant LIMIT $2) \
         RETURNING variant, bots, points), \
         stepped AS (UPDATE board_step SET listed = listed - number FROM (SELECT variant, bots, points, count(*) AS number \
         FROM gone GROUP BY variant, bots, points) AS step WHERE board_step.variant = step.variant \
         AND board_step.bots = step.bots AND board_step.points = step.points) \
         SELECT count(*) AS \"number!\" FROM gone",
        to_sql(now_ms),
        i64::from(limit)
    );
    let unlisted = unlisting.fetch_one(connection).await?;
    Ok(u32::try_from(unlisted).unwrap_or(u32::MAX))
}
