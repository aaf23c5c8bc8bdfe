//! Somebody with an account, and a table that somebody follows.

use corners_client::proto::game::v1::{Presence, TableState, TableStatus, Version, WatchedTable};
use corners_client::{Error, Session, Update, Watch};
use rand::rngs::StdRng;

use crate::record::Record;

/// Somebody with an account.
pub(crate) struct Person {
    pub(crate) name: String,
    pub(crate) session: Session,
    pub(crate) record: Record,
    pub(crate) random: StdRng,
}

/// A table that somebody follows from its snapshot to its end, whatever breaks.
pub(crate) struct Following {
    pub(crate) table: String,
    name: String,
    session: Session,
    record: Record,
    watch: Watch,
    seen: Option<Version>,
}

impl Following {
    pub(crate) fn new(person: &Person, table: &str) -> Self {
        Self {
            table: table.to_owned(),
            name: person.name.clone(),
            session: person.session.clone(),
            record: person.record.clone(),
            watch: person.session.watch([table]),
            seen: None,
        }
    }

    /// The next state of the table; none when its end was seen before. Safe to cancel.
    pub(crate) async fn next(&mut self) -> Option<TableState> {
        loop {
            let update = match self.watch.next().await? {
                Ok(update) => update,
                Err(error) => {
                    self.give_up(&error);
                    continue;
                }
            };
            if let Some(state) = self.take(update) {
                if state.status() == TableStatus::Finished {
                    self.record.of_table(&self.table, |table| table.ends_seen += 1);
                }
                return Some(state);
            }
        }
    }

    fn take(&mut self, update: Update) -> Option<TableState> {
        let state = match update {
            Update::Event(event) => {
                self.record.saw(&self.name, &event);
                event.state
            }
            Update::Snapshot(table) => {
                if self.seen.is_some() {
                    self.record.problem(format!("{} was sent a second snapshot", self.name));
                }
                let version = table.state.as_ref().and_then(|state| state.version.clone());
                self.record.note(&self.name, format_args!("snapshot {version:?}"));
                if let Some(state) = &table.state {
                    self.record.saw_snapshot(&table.id, state);
                }
                table.state
            }
            Update::Presence(presence) => {
                self.record
                    .note(&self.name, format_args!("presence {}", present(&presence)));
                return None;
            }
            Update::Heartbeat(heartbeat) => {
                self.record
                    .note(&self.name, format_args!("heartbeat at {} ms", heartbeat.game_time_ms));
                return None;
            }
            Update::Failed(failure) => {
                self.record
                    .problem(format!("{} cannot follow any further: {failure:?}", self.name));
                return None;
            }
        };
        self.seen = state.as_ref().and_then(|state| state.version.clone());
        state
    }

    /// The client has given up: a person tries again.
    fn give_up(&mut self, error: &Error) {
        self.record.note(&self.name, format_args!("lost sight: {error}"));
        if matches!(error, Error::Gap { .. } | Error::Protocol(_)) {
            self.record.problem(format!("{}: {error}", self.name));
        }
        self.watch = self.session.watch_from([WatchedTable {
            table: self.table.clone(),
            resume_after: self.seen.clone(),
        }]);
    }
}

fn present(presence: &Presence) -> String {
    let seats = presence
        .seats
        .iter()
        .map(|seat| format!("{:?} {}", seat.side(), seat.present));
    seats.collect::<Vec<_>>().join(", ")
}
