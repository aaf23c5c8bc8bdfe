//! What everybody saw and did, in the order in which it happened.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use corners_client::proto::game::v1::{Side, TableEvent, TableState, table_event::Kind};
use corners_test_invariants::{Acknowledged, Color, Intent, Sent, Shown, Sighting};

use crate::time::{Ms, now};

/// What is known of one table beside its log.
#[derive(Clone, Debug, Default)]
pub(crate) struct Witnessed {
    pub(crate) acknowledged: Vec<Acknowledged>,
    pub(crate) sent: Vec<Sent>,
    pub(crate) intents: Vec<Intent>,
    pub(crate) watchers: BTreeMap<String, Vec<Sighting>>,
    /// Who has seen the end.
    pub(crate) ends_seen: u32,
    /// What each version showed.
    pub(crate) shown: BTreeMap<u64, Shown>,
    /// The same for versions that were shown as snapshots, which do not tell what happened last.
    pub(crate) snapshots: BTreeMap<u64, Shown>,
}

/// Shared by everybody.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record(Arc<Mutex<Inner>>);

#[derive(Debug, Default)]
struct Inner {
    trace: Trace,
    tables: BTreeMap<String, Witnessed>,
    problems: Vec<String>,
}

/// A hash of everything, and the lines themselves where somebody wants to read them.
#[derive(Debug, Default)]
struct Trace {
    hasher: DefaultHasher,
    lines: Option<Vec<String>>,
}

impl Record {
    /// A record that keeps its lines.
    pub(crate) fn with_lines(keep: bool) -> Self {
        let record = Self::default();
        record.lock().trace.lines = keep.then(Vec::new);
        record
    }

    /// Something happened.
    pub(crate) fn note(&self, who: &str, what: impl std::fmt::Display) {
        let line = format!("{:>7} {who}: {what}", now());
        self.lock().trace.add(line);
    }

    /// Something that should never happen.
    pub(crate) fn problem(&self, what: String) {
        let mut inner = self.lock();
        inner.trace.add(what.clone());
        inner.problems.push(what);
    }

    /// Notes something about a table.
    pub(crate) fn of_table(&self, table: &str, note: impl FnOnce(&mut Witnessed)) {
        note(self.lock().tables.entry(table.to_owned()).or_default());
    }

    /// A watcher received an event.
    pub(crate) fn saw(&self, watcher: &str, event: &TableEvent) {
        let Some(shown) = shown(event) else {
            return self.problem(format!("{watcher} was sent an event that is not whole"));
        };
        let (number, event_id) = version(event.state.as_ref());
        self.note(watcher, format_args!("{} {number} {event_id} {shown:?}", event.table));
        let mut contradicted = false;
        self.of_table(&event.table, |table| {
            let sighting = Sighting { number, event_id };
            table.watchers.entry(watcher.to_owned()).or_default().push(sighting);
            contradicted = table
                .shown
                .insert(number, shown.clone())
                .is_some_and(|before| before != shown);
        });
        if contradicted {
            self.problem(format!(
                "two watchers of {} were shown different things as version {number}",
                event.table
            ));
        }
    }

    /// A watcher received a snapshot.
    pub(crate) fn saw_snapshot(&self, table: &str, state: &TableState) {
        let (number, _) = version(Some(state));
        if let Some(shown) = clocks_shown(state) {
            self.of_table(table, |table| {
                table.snapshots.insert(number, shown);
            });
        }
    }

    pub(crate) fn tables(&self) -> BTreeMap<String, Witnessed> {
        self.lock().tables.clone()
    }

    pub(crate) fn problems(&self) -> Vec<String> {
        self.lock().problems.clone()
    }

    /// The hash of everything so far, and the lines that were kept.
    pub(crate) fn trace(&self) -> (u64, Vec<String>) {
        let inner = self.lock();
        (
            inner.trace.hasher.finish(),
            inner.trace.lines.clone().unwrap_or_default(),
        )
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Trace {
    fn add(&mut self, line: String) {
        self.hasher.write(line.as_bytes());
        self.hasher.write_u8(b'\n');
        if let Some(lines) = &mut self.lines {
            lines.push(line);
        }
    }
}

/// A side as the invariants name it.
pub(crate) fn color(side: Side) -> Option<Color> {
    match side {
        Side::White => Some(Color::White),
        Side::Black => Some(Color::Black),
        Side::Unspecified => None,
    }
}

/// The number and id of a state's version.
pub(crate) fn version(state: Option<&TableState>) -> (u64, String) {
    let version = state.and_then(|state| state.version.clone()).unwrap_or_default();
    (version.number, version.event_id)
}

/// What an event showed of the clocks.
fn shown(event: &TableEvent) -> Option<Shown> {
    let (moved, lag_credit_ms) = match event.kind.as_ref()? {
        Kind::MovePlayed(played) => {
            let played = played.r#move.as_ref()?;
            (color(played.side()), played.lag_credit_ms)
        }
        _ => (None, 0),
    };
    let credit = event.clock_credit.as_ref();
    Some(Shown {
        moved,
        is_takeback: matches!(event.kind, Some(Kind::MovesTakenBack(_))),
        outage_credit: credit.and_then(|credit| Some((color(credit.side())?, credit.credit_ms))),
        lag_credit_ms,
        ..clocks_shown(event.state.as_ref()?)?
    })
}

/// What a state showed of the clocks.
fn clocks_shown(state: &TableState) -> Option<Shown> {
    let clocks = state.clocks.as_ref();
    Some(Shown {
        turn: state.turn.as_ref()?.number,
        moved: None,
        is_takeback: false,
        game_time_ms: clocks.map(|clocks| clocks.game_time_ms),
        left_ms: clocks.map(|clocks| [clocks.white_ms, clocks.black_ms]),
        running: clocks.and_then(|clocks| color(clocks.running())),
        due_ms: clocks.and_then(|clocks| clocks.due_ms),
        outage_credit: None,
        lag_credit_ms: 0,
    })
}

/// A moment of a simulation as the invariants count it.
pub(crate) fn moment(ms: Ms) -> std::time::Duration {
    std::time::Duration::from_millis(ms)
}
