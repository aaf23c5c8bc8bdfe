//! Puts what the logs say beside what everybody saw, for the invariants.

use std::collections::{BTreeMap, BTreeSet};

use corners_clockwork::TimeControl;
use corners_game_authority::store::{LogRead, TableStore};
use corners_game_authority::table::{EndReason, Event, EventKind, Table, fold};
use corners_proto::ids::TableId;
use corners_test_invariants::{Counting, Exact, ExactTable, History, Logged, Sighting, TableHistory, What};

use crate::faults::{Fault, Planned};
use crate::hosts::Platform;
use crate::inline::at_once;
use crate::plan::PEOPLE;
use crate::record::{Record, Witnessed, moment};

/// The tables of a platform as they are in its store, and what is wrong.
pub(crate) struct Judged {
    pub(crate) moves: usize,
    /// How many games ended for each reason.
    pub(crate) endings: BTreeMap<String, usize>,
    pub(crate) violations: Vec<String>,
    pub(crate) history: History,
    /// A line for each event that is stored.
    pub(crate) logs: Vec<String>,
}

/// Reads all logs and judges.
pub(crate) fn judge(platform: &Platform, record: &Record, faults: &[Planned], game_time_ms: Vec<u64>) -> Judged {
    let mut judged = Judged {
        moves: 0,
        endings: BTreeMap::new(),
        violations: record.problems(),
        history: History {
            exact: exact(faults, game_time_ms),
            ..Default::default()
        },
        logs: Vec::new(),
    };
    let mut ended = BTreeSet::new();
    let mut tables = record.tables();
    for commit in platform.tables.commits() {
        tables.entry(commit.table.to_string()).or_default();
    }
    for (id, witnessed) in tables {
        match table_history(platform, &id, witnessed, &mut judged.logs) {
            Ok((table, is_over)) => {
                judged.moves += table.moves.len();
                if let Some((_, reason)) = table.exact.as_ref().and_then(|exact| exact.end.as_ref()) {
                    *judged.endings.entry(reason.clone()).or_default() += 1;
                }
                if is_over {
                    ended.insert(id.clone());
                } else {
                    judged.violations.push(format!("table {id}: the game has not ended"));
                }
                judged.history.tables.insert(id, table);
            }
            Err(why) => judged.violations.push(format!("table {id}: {why}")),
        }
    }
    judged.violations.extend(finished_once(platform, &ended));
    let broken = judged.history.violations();
    judged.violations.extend(broken.iter().map(ToString::to_string));
    judged
}

fn exact(faults: &[Planned], game_time_ms: Vec<u64>) -> Exact {
    let is_step = |planned: &&Planned| matches!(planned.fault, Fault::ClockSet(_));
    Exact {
        game_time_ms,
        outages: faults.iter().filter_map(Planned::outage).collect(),
        disturbances: faults.iter().map(Planned::disturbance).collect(),
        clock_set: faults
            .iter()
            .filter(is_step)
            .map(|planned| moment(planned.at))
            .collect(),
        troubles: faults.iter().flat_map(Planned::trouble).collect(),
        ways: PEOPLE
            .iter()
            .map(|(host, _, longest)| (*host, moment(*longest)))
            .collect(),
    }
}

fn table_history(
    platform: &Platform,
    id: &str,
    witnessed: Witnessed,
    logs: &mut Vec<String>,
) -> Result<(TableHistory, bool), String> {
    let table: TableId = id.parse().map_err(|_| "an id that is none".to_owned())?;
    let events = match at_once(platform.tables.data.load(table, None))?.log {
        LogRead::Missing => return Err("its log is gone".to_owned()),
        LogRead::Tail(events) | LogRead::Whole(events) => events,
    };
    let mut state = fold(events.first()).map_err(|error| error.why)?;
    let mut log = Vec::new();
    for event in &events[1..] {
        logs.push(format!("{id} {event:?}"));
        state.apply(event).map_err(|error| error.why)?;
        log.push(logged(event, &state));
    }
    let is_over = state.verdict().is_some();
    let end = log.last().and_then(|last| match &last.what {
        What::End(reason) => Some((last.sighting.number, reason.clone())),
        _ => None,
    });
    let commits = platform.tables.commits();
    let committed = commits.iter().filter(|commit| commit.table == table);
    let exact = ExactTable {
        counting: counting(state.agreement().time_control),
        committed: committed.map(|commit| (commit.length, moment(commit.at))).collect(),
        shown: witnessed.snapshots.into_iter().chain(witnessed.shown).collect(),
        intents: witnessed.intents,
        end,
    };
    let moves = state.game().plies().iter().map(ToString::to_string).collect();
    let history = TableHistory {
        acknowledged: witnessed.acknowledged,
        watchers: witnessed.watchers,
        log,
        moves,
        sent: witnessed.sent,
        exact: Some(exact),
    };
    Ok((history, is_over))
}

fn logged(event: &Event, after: &Table) -> Logged {
    let turn = after.turn().number;
    let what = match &event.kind {
        EventKind::MovePlayed { path, .. } => What::Move {
            turn,
            path: path.to_string(),
            charged_ms: None,
        },
        EventKind::MovesTakenBack { plies, .. } => What::Takeback {
            turn,
            plies: u32::from(*plies),
        },
        EventKind::GameEnded(verdict) => What::End(reason(verdict.reason)),
        _ => What::Other,
    };
    Logged {
        sighting: Sighting {
            number: after.version().number,
            event_id: after.version().event.to_string(),
        },
        what,
    }
}

/// The reason as the contract names it.
fn reason(reason: EndReason) -> String {
    let name = match reason {
        EndReason::Rules(by_rules) => format!("{by_rules:?}"),
        other => format!("{other:?}"),
    };
    let mut text = "END_REASON".to_owned();
    for letter in name.chars() {
        if letter.is_uppercase() {
            text.push('_');
        }
        text.extend(letter.to_uppercase());
    }
    text
}

fn counting(control: TimeControl) -> Counting {
    match control {
        TimeControl::RealTime(real_time) => Counting {
            increment_ms: u64::try_from(real_time.increment().as_millis()).unwrap_or(u64::MAX),
            is_periodic: false,
        },
        TimeControl::Untimed | TimeControl::Correspondence(_) => Counting {
            increment_ms: 0,
            is_periodic: true,
        },
    }
}

/// Every table that has ended waits once to be recorded elsewhere.
fn finished_once(platform: &Platform, ended: &BTreeSet<String>) -> Option<String> {
    let waiting = at_once(platform.tables.data.backlog());
    (waiting != Ok(ended.len() as u64))
        .then(|| format!("{} tables have ended, {waiting:?} wait to be recorded", ended.len()))
}
