//! Recording and annulling: a game, and the event that tells of it.

use rusqlite::{Connection, Result};

use super::{feed, games};
use crate::domain::{ArchivedGame, EventKind};
use crate::store::{Annul, NewGame, Recorded};

pub(super) fn record(connection: &Connection, new: &[NewGame], now_ms: u64) -> Result<Vec<Recorded>> {
    let mut end = feed::end(connection)?;
    let mut record_one = |NewGame { game, told }: &NewGame| {
        if games::insert(connection, game)? {
            let moments = (game.finished_at_ms, now_ms);
            let position = end.append(connection, EventKind::Finished, game.table, moments, told)?;
            return Ok(Recorded::New(position));
        }
        let known = games::whole(connection, game.table)?;
        let is_same = known.is_some_and(|known| known.game == *game);
        Ok(if is_same { Recorded::Known } else { Recorded::Conflict })
    };
    new.iter().map(&mut record_one).collect()
}

pub(super) fn annul(connection: &Connection, annul: &Annul) -> Result<Option<ArchivedGame>> {
    if games::annul(connection, annul)? {
        let moments = (annul.now_ms, annul.now_ms);
        let mut end = feed::end(connection)?;
        end.append(connection, EventKind::Annulled, annul.table, moments, &annul.told)?;
    }
    games::bare(connection, annul.table)
}
