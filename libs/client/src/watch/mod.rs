//! Following tables, come what may.

mod cursor;
mod tables;

use std::pin::Pin;
use std::task::{Context, Poll};

use corners_proto::game::v1::{Heartbeat, Presence, Table, TableEvent, TableFailure, WatchedTable};
use futures::Stream;
use tokio::sync::watch;

use crate::follow::{Following, follow};
use crate::{Error, Refused, Session};

/// What a watch yields.
#[derive(Clone, Debug, PartialEq)]
pub enum Update {
    /// The whole table: at the start, and again if the platform lost events that had been sent.
    Snapshot(Box<Table>),
    /// The next event of a table.
    Event(Box<TableEvent>),
    /// Who is at a table now.
    Presence(Presence),
    /// A sign of life, with what the platform knows of game time; for [`GameClock::heard`](crate::GameClock::heard). What
    /// it asks for is answered already.
    Heartbeat(Heartbeat),
    /// A table that cannot be watched any further. The watch goes on with the others.
    Failed(TableFailure),
}

/// How something that is followed is connected at the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// Connecting for the first time.
    Connecting,
    /// Receiving.
    Live,
    /// Cut off, and trying again: how the last stream ended.
    Broken(Refused),
    /// Over: everything is told, or there was an error.
    Ended,
}

/// A stream of updates that outlives connections.
///
/// It remembers the last version of each table and goes on from there after a break, a restart, a draining server or a
/// server that found the reader too slow. It ends by itself when every table has finished. An error is the last thing
/// it yields: a table that does not exist, a session that is over, a gap in the numbers (which would be a fault of the
/// platform), or `watch_patience` passed without a message.
#[derive(Debug)]
pub struct Watch {
    following: Following<Update>,
}

impl Watch {
    pub(crate) fn open(session: Session, tables: impl IntoIterator<Item = WatchedTable>) -> Self {
        let tables = tables::Tables::new(cursor::Cursor::new(tables));
        Self {
            following: follow(session, tables),
        }
    }

    /// The next update; nothing when every table has finished or after an error. Safe to cancel.
    pub async fn next(&mut self) -> Option<Result<Update, Error>> {
        self.following.updates.recv().await
    }

    /// The next snapshot or event, for those who do not care who comes and goes. A table that fails is an error.
    pub async fn next_in_log(&mut self) -> Option<Result<Update, Error>> {
        loop {
            match self.next().await? {
                Ok(Update::Presence(_) | Update::Heartbeat(_)) => {}
                Ok(Update::Failed(_)) => return Some(Err(Error::Protocol("a table cannot be watched any further"))),
                update => return Some(update),
            }
        }
    }

    /// How the watch is connected, for those who show it.
    #[must_use]
    pub fn link(&self) -> watch::Receiver<Link> {
        self.following.link.clone()
    }
}

impl Stream for Watch {
    type Item = Result<Update, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.following.updates.poll_recv(context)
    }
}
