//! Leaderboards.

use corners_embedded::damaged;
use corners_proto::ids::AccountId;
use corners_proto::stored::{from_sql, to_sql};
use rusqlite::{Connection, Result, Row, params};

use super::standings::{find, read_standing, standing_columns};
use crate::domain::{Board, PlayerIn};
use crate::store::folding::StepMove;
use crate::store::rungs::{self, Counts, Spot};
use crate::store::stored::StoredStanding;
use crate::store::{Leaders, Ranked, Rung, Step};

const COUNTS: &str = "SELECT coalesce(sum(listed), 0), coalesce(sum(listed) FILTER (WHERE points > ?3), 0) + \
     (SELECT count(*) FROM standing WHERE is_listed AND variant = ?1 AND bots = ?2 AND rating >= ?4 AND rating < ?5 \
     AND (rating > ?4 OR player <= ?6)) FROM board_step WHERE variant = ?1 AND bots = ?2";
const BEHIND: &str = concat!(
    "SELECT ",
    standing_columns!(),
    " FROM standing WHERE is_listed AND variant = ?1 AND bots = ?2 AND rating <= ?3 AND (rating < ?3 OR player > ?4) \
     ORDER BY rating DESC, player LIMIT ?5"
);
const BEFORE: &str = concat!(
    "SELECT ",
    standing_columns!(),
    " FROM standing WHERE is_listed AND variant = ?1 AND bots = ?2 AND rating >= ?3 AND (rating > ?3 OR player < ?4) \
     ORDER BY rating, player DESC LIMIT ?5"
);
const STEPS: &str =
    "SELECT points, listed, players FROM board_step WHERE variant = ?1 AND bots = ?2 AND players > 0 ORDER BY points";
const MOVE: &str = "INSERT INTO board_step (variant, bots, points, listed, players) \
     SELECT ?1, ?2, ?3, ?4 + coalesce(sum(listed), 0), ?5 + coalesce(sum(players), 0) FROM board_step \
     WHERE variant = ?1 AND bots = ?2 AND points = ?3 \
     ON CONFLICT (variant, bots, points) DO UPDATE SET listed = excluded.listed, players = excluded.players";
const OVER: &str = concat!(
    "SELECT ",
    standing_columns!(),
    " FROM standing WHERE is_listed AND listed_until_ms < ?1 ORDER BY listed_until_ms, player, variant LIMIT ?2"
);
const UNLIST: &str = "UPDATE standing SET is_listed = FALSE WHERE player = ?1 AND variant = ?2";

/// Those with more points are in the steps; the rest are among those with the same points.
fn counts(connection: &Connection, board: &Board, spot: &Spot) -> Result<Counts> {
    let values = params![
        board.variant,
        board.bots,
        spot.points(),
        spot.rating,
        spot.next_step(),
        spot.player
    ];
    connection.prepare_cached(COUNTS)?.query_row(values, |row| {
        Ok(Counts {
            players: row.get(0).map(from_sql)?,
            reached: row.get(1).map(from_sql)?,
        })
    })
}

/// Those on one side of a place, the nearest first.
fn beside(
    connection: &Connection,
    statement: &str,
    board: &Board,
    spot: &Spot,
    limit: u32,
) -> Result<Vec<StoredStanding>> {
    let values = params![board.variant, board.bots, spot.rating, spot.player, limit];
    let mut statement = connection.prepare_cached(statement)?;
    statement.query_map(values, read_standing)?.collect()
}

pub(super) fn leaders(connection: &Connection, board: &Board, after: Option<&Rung>, limit: u32) -> Result<Leaders> {
    let spot = Spot::of(after);
    let counts = counts(connection, board, &spot)?;
    let rows = beside(connection, BEHIND, board, &spot, limit)?;
    rungs::leaders(counts, &rows).map_err(|error| damaged(0, error))
}

pub(super) fn rank(
    connection: &Connection,
    board: &Board,
    player: AccountId,
    neighbours: u32,
) -> Result<Option<Ranked>> {
    let player_in = PlayerIn {
        player,
        variant: board.variant.clone(),
    };
    let found = find(connection, &player_in)?;
    let Some(own) = found.filter(|row| row.is_listed && row.bots == board.bots) else {
        return Ok(None);
    };
    let spot = Spot::at(&own);
    let counts = counts(connection, board, &spot)?;
    let before = beside(connection, BEFORE, board, &spot, neighbours)?;
    let behind = beside(connection, BEHIND, board, &spot, neighbours)?;
    let ranked = rungs::ranked(counts, before, own, behind);
    ranked.map(Some).map_err(|error| damaged(0, error))
}

pub(super) fn distribution(connection: &Connection, board: &Board) -> Result<Vec<Step>> {
    let read = |row: &Row<'_>| {
        Ok(Step {
            points: row.get(0)?,
            listed: row.get(1).map(from_sql)?,
            all: row.get(2).map(from_sql)?,
        })
    };
    let mut statement = connection.prepare_cached(STEPS)?;
    statement.query_map(params![board.variant, board.bots], read)?.collect()
}

pub(super) fn move_step(connection: &Connection, moved: &StepMove) -> Result<()> {
    let values = params![moved.variant, moved.bots, moved.points, moved.listed, moved.players];
    connection.prepare_cached(MOVE)?.execute(values).map(drop)
}

pub(super) fn unlist(connection: &Connection, now_ms: u64, limit: u32) -> Result<u32> {
    let mut statement = connection.prepare_cached(OVER)?;
    let over = statement.query_map(params![to_sql(now_ms), limit], read_standing)?;
    let over = over.collect::<Result<Vec<_>>>()?;
    for row in &over {
        let values = params![row.player, row.variant];
        connection.prepare_cached(UNLIST)?.execute(values)?;
        let moved = StepMove {
            variant: row.variant.clone(),
            bots: row.bots,
            points: row.points,
            listed: -1,
            players: 0,
        };
        move_step(connection, &moved)?;
    }
    Ok(u32::try_from(over.len()).unwrap_or(u32::MAX))
}
