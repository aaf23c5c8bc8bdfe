//! Leaderboards.

use corners_postgres::SORTED_BY_INDEXES;
use corners_proto::ids::AccountId;
use corners_proto::stored::{from_sql, to_sql};
use sqlx::{Executor, PgConnection, Result, query, query_scalar};

use super::place;
use super::standings::{standings, whose};
use crate::domain::{Board, Standing, points};
use crate::store::folding::StepMove;
use crate::store::stored::StoredStanding;
use crate::store::{Leaders, Ranked, Rung, Step};

/// How many players there are on a board, and how many of them are at a place or before it.
struct Counts {
    players: u64,
    reached: u64,
}

/// A place on a board, as values; before the first place there is an infinite rating.
struct Spot {
    rating: f64,
    player: String,
}

impl Spot {
    fn of(rung: Option<&Rung>) -> Self {
        Self {
            rating: rung.map_or(f64::INFINITY, |rung| rung.rating),
            player: rung.map(|rung| rung.player.to_string()).unwrap_or_default(),
        }
    }
}

/// Those with more points are in the steps; the rest are among those with the same points.
async fn counts(connection: &mut PgConnection, board: &Board, spot: &Spot) -> Result<Counts> {
    let step = points(spot.rating);
    let asking = query!(
        "SELECT coalesce(sum(listed), 0)::bigint AS \"players!\", \
         coalesce(sum(listed) FILTER (WHERE points > $3), 0)::bigint + (SELECT count(*) FROM standing \
         WHERE is_listed AND variant = $1 AND bots = $2 AND rating >= $4 AND rating < $5 \
         AND (rating > $4 OR player <= $6)) AS \"reached!\" \
         FROM board_step WHERE variant = $1 AND bots = $2",
        board.variant,
        board.bots,
        step,
        spot.rating,
        f64::from(step) + 1.0,
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

fn players(rows: &[StoredStanding]) -> Result<Vec<(AccountId, Standing)>> {
    let whose = |row| whose(row).map(|(player_in, standing)| (player_in.player, standing));
    rows.iter().map(whose).collect()
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
    Ok(Leaders {
        players: counts.players,
        first_rank: counts.reached + 1,
        leaders: players(&rows)?,
    })
}

pub(super) async fn rank(
    connection: &mut PgConnection,
    board: &Board,
    player: AccountId,
    neighbours: u32,
) -> Result<Option<Ranked>> {
    connection.execute(sqlx::raw_sql(SORTED_BY_INDEXES)).await?;
    let player = player.to_string();
    let asking = standings!(
        "FROM standing WHERE player = $1 AND variant = $2 AND bots = $3 AND is_listed",
        player,
        board.variant,
        board.bots
    );
    let Some(own) = asking.fetch_optional(&mut *connection).await? else {
        return Ok(None);
    };
    let spot = Spot {
        rating: own.rating,
        player,
    };
    let counts = counts(&mut *connection, board, &spot).await?;
    let mut rows = before(&mut *connection, board, &spot, neighbours).await?;
    let before = rows.len();
    rows.reverse();
    rows.push(own);
    rows.extend(behind(connection, board, &spot, neighbours).await?);
    Ok(Some(Ranked {
        players: counts.players,
        rank: counts.reached,
        before: u32::try_from(before).unwrap_or(u32::MAX),
        neighbours: players(&rows)?,
    }))
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
