//! Standings, and the changes that led to them.

use corners_embedded::damaged;
use corners_proto::stored::to_sql;
use rusqlite::{Connection, OptionalExtension, Result, Row, params};

use crate::domain::{Change, PlayerIn, Standing};
use crate::store::Chain;
use crate::store::stored::{StoredChange, StoredStanding};

macro_rules! standing_columns {
    () => {
        "player, variant, kind, rating, deviation, volatility, changes, games, last_game_ms, bots, points, listed_until_ms, \
         is_listed"
    };
}
pub(super) use standing_columns;

macro_rules! change_columns {
    () => {
        "player, variant, number, position, cause, table_id, at_ms, kind, before_rating, before_deviation, before_volatility, \
         live_deviation, after_rating, after_deviation, after_volatility, side, score, opponent, opponent_kind, \
         opponent_rating, opponent_deviation, opponent_volatility, weight"
    };
}

const WRITE: &str = concat!(
    "INSERT OR REPLACE INTO standing (",
    standing_columns!(),
    ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"
);
const OF: &str = concat!(
    "SELECT ",
    standing_columns!(),
    " FROM standing WHERE player = ?1 AND variant = ?2"
);
const BEHIND: &str = concat!(
    "SELECT ",
    standing_columns!(),
    " FROM standing WHERE (player, variant) > (?1, ?2) ORDER BY player, variant LIMIT ?3"
);
const INSERT_CHANGE: &str = concat!(
    "INSERT INTO rating_change (",
    change_columns!(),
    ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23)"
);
const CHANGES: &str = concat!(
    "SELECT ",
    change_columns!(),
    " FROM rating_change WHERE player = ?1 AND variant = ?2 AND number < ?3 ORDER BY number DESC LIMIT ?4"
);
const CHANGE: &str = concat!(
    "SELECT ",
    change_columns!(),
    " FROM rating_change WHERE player = ?1 AND variant = ?2 AND number = ?3"
);
const OF_EVENT: &str = concat!("SELECT ", change_columns!(), " FROM rating_change WHERE position = ?1");

pub(super) fn whose(row: &StoredStanding) -> Result<(PlayerIn, Standing)> {
    let player_in = row.player_in().map_err(|error| damaged(0, error))?;
    Ok((player_in, row.standing().map_err(|error| damaged(2, error))?))
}

pub(super) fn find(connection: &Connection, player: &PlayerIn) -> Result<Option<StoredStanding>> {
    let mut statement = connection.prepare_cached(OF)?;
    let values = params![player.player.to_string(), player.variant];
    statement.query_row(values, read_standing).optional()
}

pub(super) fn of(connection: &Connection, player: &PlayerIn) -> Result<Option<(PlayerIn, Standing)>> {
    find(connection, player)?.as_ref().map(whose).transpose()
}

pub(super) fn write(connection: &Connection, row: &StoredStanding) -> Result<()> {
    connection.prepare_cached(WRITE)?.execute(params![
        row.player,
        row.variant,
        row.kind,
        row.rating,
        row.deviation,
        row.volatility,
        row.changes,
        row.games,
        row.last_game_ms,
        row.bots,
        row.points,
        row.listed_until_ms,
        row.is_listed,
    ])?;
    Ok(())
}

pub(super) fn insert_change(connection: &Connection, row: &StoredChange) -> Result<()> {
    connection.prepare_cached(INSERT_CHANGE)?.execute(params![
        row.player,
        row.variant,
        row.number,
        row.position,
        row.cause,
        row.table_id,
        row.at_ms,
        row.kind,
        row.before_rating,
        row.before_deviation,
        row.before_volatility,
        row.live_deviation,
        row.after_rating,
        row.after_deviation,
        row.after_volatility,
        row.side,
        row.score,
        row.opponent,
        row.opponent_kind,
        row.opponent_rating,
        row.opponent_deviation,
        row.opponent_volatility,
        row.weight,
    ])?;
    Ok(())
}

pub(super) fn changes(
    connection: &Connection,
    player: &PlayerIn,
    before: Option<u64>,
    limit: u32,
) -> Result<Vec<Change>> {
    let mut statement = connection.prepare_cached(CHANGES)?;
    let before = before.map_or(i64::MAX, to_sql);
    let values = params![player.player.to_string(), player.variant, before, limit];
    let read = |row: &Row<'_>| change(read_change(row)?);
    statement.query_map(values, read)?.collect()
}

/// The changes that an event tells, in any order.
pub(super) fn of_event(connection: &Connection, position: i64) -> Result<Vec<StoredChange>> {
    let mut statement = connection.prepare_cached(OF_EVENT)?;
    statement.query_map([position], read_change)?.collect()
}

pub(super) fn chains(connection: &Connection, after: Option<&PlayerIn>, limit: u32) -> Result<Vec<Chain>> {
    let mut statement = connection.prepare_cached(BEHIND)?;
    let player = after.map(|after| after.player.to_string()).unwrap_or_default();
    let variant = after.map(|after| &*after.variant).unwrap_or_default();
    let chain = |row: &Row<'_>| {
        let row = read_standing(row)?;
        let values = params![row.player, row.variant, row.changes];
        let last = connection
            .prepare_cached(CHANGE)?
            .query_row(values, read_change)
            .optional()?;
        let (player, standing) = whose(&row)?;
        let last = last.map(change).transpose()?;
        Ok(Chain { player, standing, last })
    };
    statement.query_map(params![player, variant, limit], chain)?.collect()
}

fn change(row: StoredChange) -> Result<Change> {
    row.try_into().map_err(|error| damaged(0, error))
}

pub(super) fn read_standing(row: &Row<'_>) -> Result<StoredStanding> {
    Ok(StoredStanding {
        player: row.get(0)?,
        variant: row.get(1)?,
        kind: row.get(2)?,
        rating: row.get(3)?,
        deviation: row.get(4)?,
        volatility: row.get(5)?,
        changes: row.get(6)?,
        games: row.get(7)?,
        last_game_ms: row.get(8)?,
        bots: row.get(9)?,
        points: row.get(10)?,
        listed_until_ms: row.get(11)?,
        is_listed: row.get(12)?,
    })
}

fn read_change(row: &Row<'_>) -> Result<StoredChange> {
    Ok(StoredChange {
        player: row.get(0)?,
        variant: row.get(1)?,
        number: row.get(2)?,
        position: row.get(3)?,
        cause: row.get(4)?,
        table_id: row.get(5)?,
        at_ms: row.get(6)?,
        kind: row.get(7)?,
        before_rating: row.get(8)?,
        before_deviation: row.get(9)?,
        before_volatility: row.get(10)?,
        live_deviation: row.get(11)?,
        after_rating: row.get(12)?,
        after_deviation: row.get(13)?,
        after_volatility: row.get(14)?,
        side: row.get(15)?,
        score: row.get(16)?,
        opponent: row.get(17)?,
        opponent_kind: row.get(18)?,
        opponent_rating: row.get(19)?,
        opponent_deviation: row.get(20)?,
        opponent_volatility: row.get(21)?,
        weight: row.get(22)?,
    })
}
