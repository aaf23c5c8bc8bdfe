//! What a watch has seen of each table: pure, so that its rules can be tested without a stream.

use std::collections::HashMap;

use corners_proto::game::v1::{Table, TableEvent, TableStatus, Version, WatchTablesRequest, WatchedTable};

use crate::Error;

/// The tables of a watch and the last version seen of each.
#[derive(Debug)]
pub(crate) struct Cursor {
    // In the order given, so that requests are the same for the same tables.
    order: Vec<String>,
    seen: HashMap<String, Seen>,
}

#[derive(Debug, Default)]
struct Seen {
    version: Option<Version>,
    finished: bool,
    failed: bool,
}

impl Cursor {
    pub(crate) fn new(tables: impl IntoIterator<Item = WatchedTable>) -> Self {
        let mut cursor = Self {
            order: Vec::new(),
            seen: HashMap::new(),
        };
        for watched in tables {
            let seen = Seen {
                version: watched.resume_after,
                ..Seen::default()
            };
            if cursor.seen.insert(watched.table.clone(), seen).is_none() {
                cursor.order.push(watched.table);
            }
        }
        cursor
    }

    /// The request that goes on from what was seen.
    pub(crate) fn request(&self) -> WatchTablesRequest {
        let resume = |table: &String| WatchedTable {
            table: table.clone(),
            resume_after: self.seen.get(table).and_then(|seen| seen.version.clone()),
        };
        WatchTablesRequest {
            tables: self
                .order
                .iter()
                .filter(|table| !self.has_failed(table))
                .map(resume)
                .collect(),
        }
    }

    /// Whether every table has ended, so that nothing more can come.
    pub(crate) fn is_finished(&self) -> bool {
        self.seen.values().all(|seen| seen.finished || seen.failed)
    }

    /// A table cannot be watched any further.
    pub(crate) fn failed(&mut self, table: &str) {
        if let Some(seen) = self.seen.get_mut(table) {
            seen.failed = true;
        }
    }

    fn has_failed(&self, table: &str) -> bool {
        self.seen.get(table).is_some_and(|seen| seen.failed)
    }

    /// Takes a snapshot, which is right whatever was seen: the first one, or that of a log that is no longer the one
    /// seen.
    pub(crate) fn snapshot(&mut self, table: &Table) -> Result<(), Error> {
        let state = table
            .state
            .as_ref()
            .ok_or(Error::Protocol("a snapshot without state"))?;
        let version = state
            .version
            .clone()
            .ok_or(Error::Protocol("a snapshot without version"))?;
        let seen = self
            .seen
            .get_mut(&table.id)
            .ok_or(Error::Protocol("a snapshot of a table that is not watched"))?;
        *seen = Seen {
            version: Some(version),
            finished: state.status() == TableStatus::Finished,
            failed: false,
        };
        Ok(())
    }

    /// Takes an event, which must be the next one.
    pub(crate) fn event(&mut self, event: &TableEvent) -> Result<(), Error> {
        let state = event.state.as_ref().ok_or(Error::Protocol("an event without state"))?;
        let version = state
            .version
            .clone()
            .ok_or(Error::Protocol("an event without version"))?;
        let seen = self
            .seen
            .get_mut(&event.table)
            .ok_or(Error::Protocol("an event of a table that is not watched"))?;
        let expected = seen.version.as_ref().map_or(0, |last| last.number + 1);
        if version.number != expected {
            return Err(Error::Gap {
                table: event.table.clone(),
                expected,
                received: version.number,
            });
        }
        *seen = Seen {
            version: Some(version),
            finished: state.status() == TableStatus::Finished,
            failed: false,
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use corners_proto::game::v1::TableState;

    fn state(number: u64, status: TableStatus) -> Option<TableState> {
        let version = Some(Version {
            number,
            event_id: format!("{number:016x}"),
        });
        Some(TableState {
            version,
            status: status.into(),
            ..Default::default()
        })
    }

    fn snapshot(number: u64) -> Table {
        Table {
            id: "t".to_owned(),
            state: state(number, TableStatus::Playing),
            ..Default::default()
        }
    }

    fn event(number: u64) -> TableEvent {
        TableEvent {
            table: "t".to_owned(),
            state: state(number, TableStatus::Playing),
            ..Default::default()
        }
    }

    fn watching() -> Cursor {
        Cursor::new([WatchedTable {
            table: "t".to_owned(),
            resume_after: None,
        }])
    }

    #[test]
    fn events_are_contiguous_from_the_snapshots_version() {
        let mut cursor = watching();
        cursor.snapshot(&snapshot(5)).unwrap();
        cursor.event(&event(6)).unwrap();
        cursor.event(&event(7)).unwrap();
        let resume = cursor.request().tables[0].resume_after.clone().unwrap();
        assert_eq!((resume.number, resume.event_id.as_str()), (7, "0000000000000007"));
    }

    #[test]
    fn a_missing_or_repeated_event_is_noticed() {
        for wrong in [5, 6, 8, 9] {
            let mut cursor = watching();
            cursor.snapshot(&snapshot(5)).unwrap();
            cursor.event(&event(6)).unwrap();
            let error = cursor.event(&event(wrong)).unwrap_err();
            assert!(
                matches!(error, Error::Gap { expected: 7, received, .. } if received == wrong),
                "{error}"
            );
        }
    }

    #[test]
    fn an_event_before_the_snapshot_is_noticed() {
        assert!(matches!(
            watching().event(&event(1)),
            Err(Error::Gap {
                expected: 0,
                received: 1,
                ..
            })
        ));
    }

    #[test]
    fn a_fresh_snapshot_replaces_what_was_seen() {
        let mut cursor = watching();
        cursor.snapshot(&snapshot(9)).unwrap();
        cursor.snapshot(&snapshot(4)).unwrap();
        cursor.event(&event(5)).unwrap();
    }

    #[test]
    fn a_message_about_another_table_or_without_version_breaks_the_contract() {
        let stranger = Table {
            id: "u".to_owned(),
            ..snapshot(1)
        };
        assert!(matches!(watching().snapshot(&stranger), Err(Error::Protocol(_))));
        let stateless = TableEvent {
            state: None,
            ..event(1)
        };
        assert!(matches!(watching().event(&stateless), Err(Error::Protocol(_))));
        let versionless = Table {
            state: Some(TableState::default()),
            ..snapshot(1)
        };
        assert!(matches!(watching().snapshot(&versionless), Err(Error::Protocol(_))));
    }

    #[test]
    fn a_watch_is_finished_with_its_last_table() {
        let mut cursor = Cursor::new(["t", "u"].map(|id| WatchedTable {
            table: id.to_owned(),
            resume_after: None,
        }));
        cursor.snapshot(&snapshot(5)).unwrap();
        cursor
            .snapshot(&Table {
                id: "u".to_owned(),
                state: state(9, TableStatus::Finished),
                ..Default::default()
            })
            .unwrap();
        assert!(!cursor.is_finished());
        cursor
            .event(&TableEvent {
                state: state(6, TableStatus::Finished),
                ..event(6)
            })
            .unwrap();
        assert!(cursor.is_finished());
    }
}
