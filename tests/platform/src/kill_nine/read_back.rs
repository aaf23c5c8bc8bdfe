//! Reads the logs back when all is over.

use corners_client::proto::game::v1::{TableEvent, TableState, TableStatus, WatchedTable, table_event::Kind};
use corners_client::{Error, Session, Update};

use super::shared::{Made, Shared};
use crate::invariants::{Logged, Sighting, What};

/// Reads the log of each table, with a watch from version 1 on, and its moves.
pub(super) async fn read_back(session: &Session, shared: &Shared) -> Result<(), Error> {
    let made = shared.record().made.clone();
    for table in made {
        let moves = session.get_table(&table.table).await?;
        let log = log(session, &table, moves.state.as_ref()).await?;
        let mut record = shared.record();
        let history = record.history.tables.entry(table.table).or_default();
        history.log = log;
        history.moves = moves.moves.into_iter().map(|played| played.path).collect();
    }
    Ok(())
}

async fn log(session: &Session, made: &Made, head: Option<&TableState>) -> Result<Vec<Logged>, Error> {
    let head = head.and_then(|state| Some((state.version.as_ref()?.number, state.status())));
    let (length, status) = head.ok_or(Error::Protocol("a table without state"))?;
    let mut log = Vec::new();
    let mut before = None;
    let mut watch = session.watch_from([WatchedTable {
        table: made.table.clone(),
        resume_after: Some(made.first.clone()),
    }]);
    while log.len() as u64 + made.first.number < length || status == TableStatus::Finished {
        match watch.next().await.transpose()? {
            Some(Update::Event(event)) => {
                log.push(logged(&event, before.as_ref()).ok_or(Error::Protocol("an event that is not whole"))?);
                before = event.state;
            }
            Some(Update::Presence(_) | Update::Heartbeat(_)) => {}
            Some(Update::Failed(_)) => return Err(Error::Protocol("the log cannot be read")),
            Some(Update::Snapshot(_)) => return Err(Error::Protocol("the log does not begin as it did")),
            None => break,
        }
    }
    Ok(log)
}

fn logged(event: &TableEvent, before: Option<&TableState>) -> Option<Logged> {
    let state = event.state.as_ref()?;
    let version = state.version.as_ref()?;
    let what = match event.kind.as_ref()? {
        Kind::MovePlayed(played) => What::Move {
            turn: state.turn.as_ref()?.number,
            path: played.r#move.as_ref()?.path.clone(),
            charged_ms: charged(state, before),
        },
        Kind::GameEnded(end) => What::End(end.ending.as_ref()?.reason().as_str_name().to_owned()),
        _ => What::Other,
    };
    Some(Logged {
        sighting: Sighting {
            number: version.number,
            event_id: version.event_id.clone(),
        },
        what,
    })
}

/// What a move took off the two clocks (games here have no increment); the one that waited loses nothing.
fn charged(after: &TableState, before: Option<&TableState>) -> Option<u64> {
    let (before, after) = (before?.clocks.as_ref()?, after.clocks.as_ref()?);
    let sum = |white: u64, black: u64| white + black;
    sum(before.white_ms, before.black_ms).checked_sub(sum(after.white_ms, after.black_ms))
}
