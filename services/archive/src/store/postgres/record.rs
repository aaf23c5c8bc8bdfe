//! Recording and annulling: a game, and the event that tells of it.

use std::collections::{HashMap, HashSet};

use corners_proto::ids::TableId;
use sqlx::{PgConnection, Result};

use super::feed::{NewEvent, append};
use super::games;
use crate::domain::{ArchivedGame, EventKind, Game};
use crate::store::{Annul, NewGame, Recorded};

pub(super) async fn record(
    connection: &mut PgConnection,
    new: &[NewGame],
    now_ms: u64,
    epoch: u64,
) -> Result<Vec<Recorded>> {
    let games: Vec<&Game> = new.iter().map(|new| &new.game).collect();
    let inserted: HashSet<TableId> = games::insert(connection, &games).await?.into_iter().collect();
    let (fresh, stored): (Vec<&NewGame>, Vec<_>) = new.iter().partition(|new| inserted.contains(&new.game.table));
    let mut outcomes = compare(connection, &stored).await?;
    if !fresh.is_empty() {
        let games: Vec<&Game> = fresh.iter().map(|new| &new.game).collect();
        games::insert_moves(connection, &games).await?;
        let finished: Vec<_> = fresh.iter().map(|new| finished(new)).collect();
        let before = append(connection, &finished, now_ms, epoch).await?;
        let positions = (before + 1..).map(Recorded::New);
        outcomes.extend(fresh.iter().map(|new| new.game.table).zip(positions));
    }
    let outcome = |new: &NewGame| outcomes.get(&new.game.table).copied();
    // Each game is either new or stored.
    Ok(new
        .iter()
        .map(|new| outcome(new).unwrap_or(Recorded::Conflict))
        .collect())
}

fn finished(new: &NewGame) -> NewEvent<'_> {
    NewEvent {
        kind: EventKind::Finished,
        table: new.game.table,
        at_ms: new.game.finished_at_ms,
        data: &new.told,
    }
}

/// Tells for games of tables that have one whether it is the same.
async fn compare(connection: &mut PgConnection, given: &[&NewGame]) -> Result<HashMap<TableId, Recorded>> {
    if given.is_empty() {
        return Ok(HashMap::new());
    }
    let tables: Vec<String> = given.iter().map(|new| new.game.table.to_string()).collect();
    let known = games::whole(connection, &tables).await?;
    // One that was damaged since is none that is known.
    let whole = known
        .into_iter()
        .filter(|known| usize::try_from(known.plies) == Ok(known.game.moves.len()));
    let known: HashMap<TableId, Game> = whole.map(|known| (known.game.table, known.game)).collect();
    let outcome = |game: &Game| {
        if known.get(&game.table) == Some(game) {
            Recorded::Known
        } else {
            Recorded::Conflict
        }
    };
    Ok(given.iter().map(|new| (new.game.table, outcome(&new.game))).collect())
}

pub(super) async fn annul(connection: &mut PgConnection, annul: &Annul, epoch: u64) -> Result<Option<ArchivedGame>> {
    if games::annul(connection, annul).await? {
        let event = NewEvent {
            kind: EventKind::Annulled,
            table: annul.table,
            at_ms: annul.now_ms,
            data: &annul.told,
        };
        append(connection, &[event], annul.now_ms, epoch).await?;
    }
    Ok(games::bare(connection, &[annul.table.to_string()]).await?.pop())
}
