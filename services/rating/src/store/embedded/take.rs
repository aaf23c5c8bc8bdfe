//! From results to ratings.

use corners_embedded::damaged;
use corners_proto::stored::from_sql;
use rusqlite::{Connection, Result};

use super::{boards, events, place, standings};
use crate::domain::{Wanted, wanted};
use crate::store::folding::{Folded, Found, NoPolicy};
use crate::store::reached::rest;
use crate::store::stored::rulebook;
use crate::store::{Results, Taken};

pub(super) fn take(connection: &Connection, results: &Results, now_ms: u64) -> Result<Taken> {
    let (reached, end) = place::read(connection)?;
    let Some(rest) = rest(results, reached.as_ref()) else {
        return Ok(Taken::Elsewhere(reached));
    };
    let Some(place) = rest.place else {
        return Ok(Taken::Done(0));
    };
    let mut new_end = end;
    if !rest.told.is_empty() {
        let policy = place::in_force(connection)?.ok_or_else(|| damaged(0, NoPolicy))?;
        let rulebook = rulebook(&policy).map_err(|error| damaged(0, error))?;
        let found = find(connection, &wanted(&rest.told, &rulebook))?;
        let folded = found.fold(&rest.told, &rulebook, end, now_ms);
        write(connection, &folded)?;
        new_end = folded.end;
    }
    place::reach(connection, &place, new_end)?;
    Ok(Taken::Done(from_sql(new_end.last - end.last)))
}

fn find(connection: &Connection, wanted: &Wanted) -> Result<Found> {
    let mut found = Found::default();
    for player in &wanted.players {
        if let Some(row) = standings::find(connection, player)? {
            found.add_standing(&row).map_err(|error| damaged(0, error))?;
        }
    }
    for table in &wanted.tables {
        found.add_events(events::of_game(connection, *table)?);
    }
    for pair in &wanted.pairs {
        found.add_pair(pair.clone(), events::pair_games(connection, pair)?);
    }
    Ok(found)
}

fn write(connection: &Connection, folded: &Folded) -> Result<()> {
    folded
        .events
        .iter()
        .try_for_each(|new| events::insert(connection, new))?;
    let mut changes = folded.changes.iter();
    changes.try_for_each(|row| standings::insert_change(connection, row))?;
    folded
        .standings
        .iter()
        .try_for_each(|row| standings::write(connection, row))?;
    folded
        .steps
        .iter()
        .try_for_each(|moved| boards::move_step(connection, moved))
}
