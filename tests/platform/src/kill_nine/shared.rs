//! What all tasks of a campaign write to.

use std::sync::{Arc, Mutex, MutexGuard};

use corners_client::proto::game::v1::Version;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::invariants::{Acknowledged, History, Moment, Sighting};

/// How far the campaign is; whoever waits for something waits for a change of this.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    /// Moves acknowledged so far, in each place for a table.
    pub(super) moves: Vec<u64>,
    /// What went wrong for a player or a spectator: it ends the campaign.
    pub(super) failure: Option<String>,
    /// Players finish their call and leave.
    pub(super) stopping: bool,
}

impl Progress {
    pub(super) fn total(&self) -> u64 {
        self.moves.iter().sum()
    }

    pub(super) fn is_over(&self) -> bool {
        self.stopping || self.failure.is_some()
    }
}

/// A table that was made, and its first version, to read its log back from.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub(super) table: String,
    pub(super) first: Version,
}

#[derive(Debug, Default)]
pub(super) struct Record {
    pub(super) history: History,
    pub(super) made: Vec<Made>,
}

/// What all tasks of a campaign write to.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    begin: Instant,
    record: Arc<Mutex<Record>>,
    progress: Arc<watch::Sender<Progress>>,
}

impl Shared {
    pub(super) fn new(places: usize) -> Self {
        let progress = Progress {
            moves: vec![0; places],
            failure: None,
            stopping: false,
        };
        Self {
            begin: Instant::now(),
            record: Arc::default(),
            progress: Arc::new(watch::Sender::new(progress)),
        }
    }

    pub(super) fn now(&self) -> Moment {
        self.begin.elapsed()
    }

    pub(super) fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap()
    }

    pub(super) fn progress(&self) -> watch::Receiver<Progress> {
        self.progress.subscribe()
    }

    pub(super) fn acknowledge(&self, place: usize, table: &str, acknowledged: Acknowledged) {
        let mut record = self.record();
        let history = record.history.tables.entry(table.to_owned()).or_default();
        history.acknowledged.push(acknowledged);
        drop(record);
        self.progress.send_modify(|progress| progress.moves[place] += 1);
    }

    pub(super) fn saw(&self, watcher: &str, table: &str, version: &Version) {
        let sighting = Sighting {
            number: version.number,
            event_id: version.event_id.clone(),
        };
        let mut record = self.record();
        let history = record.history.tables.entry(table.to_owned()).or_default();
        history.watchers.entry(watcher.to_owned()).or_default().push(sighting);
    }

    pub(super) fn fail(&self, what: String) {
        self.progress.send_modify(|progress| {
            progress.failure.get_or_insert(what);
        });
    }

    pub(super) fn stop(&self) {
        self.progress.send_modify(|progress| progress.stopping = true);
    }
}
