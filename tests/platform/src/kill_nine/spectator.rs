//! A spectator of a few tables over one stream, which is opened again with resume points when a table is added.

use std::collections::BTreeMap;

use corners_client::proto::game::v1::{TableState, TableStatus, Version, WatchedTable};
use corners_client::{Session, Update, Watch};
use tokio::sync::mpsc;

use super::shared::Shared;

/// A spectator.
#[derive(Debug)]
pub(super) struct Spectator {
    pub(super) session: Session,
    pub(super) shared: Shared,
    pub(super) tables: mpsc::UnboundedReceiver<String>,
}

impl Spectator {
    /// Watches until no more tables come and all have ended, or the campaign is over.
    pub(super) async fn run(mut self) {
        let mut progress = self.shared.progress();
        let mut seen: BTreeMap<String, Option<Version>> = BTreeMap::new();
        let mut watch: Option<Watch> = None;
        loop {
            tokio::select! {
                _ = progress.wait_for(|progress| progress.is_over()) => return,
                added = self.tables.recv() => {
                    let Some(table) = added else { return };
                    seen.insert(table, None);
                    watch = Some(self.watch(&seen));
                }
                update = next(&mut watch) => match update {
                    None => watch = None,
                    Some(Err(error)) => return self.shared.fail(format!("a spectator: {error}")),
                    Some(Ok(update)) => {
                        if let Err(what) = self.take(update, &mut seen) {
                            return self.shared.fail(format!("a spectator: {what}"));
                        }
                    }
                },
            }
        }
    }

    fn watch(&self, seen: &BTreeMap<String, Option<Version>>) -> Watch {
        self.session
            .watch_from(seen.iter().map(|(table, resume_after)| WatchedTable {
                table: table.clone(),
                resume_after: resume_after.clone(),
            }))
    }

    fn take(&self, update: Update, seen: &mut BTreeMap<String, Option<Version>>) -> Result<(), &'static str> {
        let (table, state, is_event) = match update {
            Update::Snapshot(table) => (table.id, table.state, false),
            Update::Event(event) => (event.table, event.state, true),
            Update::Presence(_) | Update::Heartbeat(_) => return Ok(()),
            Update::Failed(_) => return Err("a table that cannot be watched"),
        };
        let state: TableState = state.ok_or("an update without state")?;
        let version = state.version.clone().ok_or("a state without version")?;
        if is_event {
            self.shared.saw("a spectator", &table, &version);
        } else if matches!(seen.get(&table), Some(Some(_))) {
            return Err("a second snapshot: the log is no longer the one that was seen");
        }
        if state.status() == TableStatus::Finished {
            seen.remove(&table);
        } else {
            seen.insert(table, Some(version));
        }
        Ok(())
    }
}

/// The next update of a watch; never, while there is none.
async fn next(watch: &mut Option<Watch>) -> Option<Result<Update, corners_client::Error>> {
    match watch {
        Some(watch) => watch.next().await,
        None => std::future::pending().await,
    }
}
