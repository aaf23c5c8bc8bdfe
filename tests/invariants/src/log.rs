//! Logs: contiguous, what watchers saw, and every acknowledged move once.

use std::collections::{BTreeMap, BTreeSet};

use super::{Logged, Sighting, TableHistory, What};

/// Ends that only lost time brings about. No player sleeps but in simulations, where it is known exactly who does.
const ENDS_OF_LOST_TIME: [&str; 2] = ["END_REASON_TIMEOUT", "END_REASON_ABORTED"];

pub(super) fn check(table: &TableHistory) -> Vec<String> {
    let mut broken = numbers(&table.log);
    broken.extend(ends(&table.log, table.exact.is_none()));
    broken.extend(acknowledgements(table));
    for (watcher, seen) in &table.watchers {
        broken.extend(watched(watcher, seen, &table.log));
    }
    broken
}

/// The moves of a log: turn, path and the event's id.
pub(super) fn moves(log: &[Logged]) -> impl Iterator<Item = (u32, &str, &str)> {
    log.iter().filter_map(|logged| match &logged.what {
        What::Move { turn, path, .. } => Some((*turn, path.as_str(), logged.sighting.event_id.as_str())),
        _ => None,
    })
}

/// The moves that were not taken back.
fn standing(log: &[Logged]) -> Vec<&str> {
    let mut paths = Vec::new();
    for logged in log {
        match &logged.what {
            What::Move { path, .. } => paths.push(path.as_str()),
            What::Takeback { plies, .. } => paths.truncate(paths.len().saturating_sub(*plies as usize)),
            What::End(_) | What::Other => {}
        }
    }
    paths
}

fn numbers(log: &[Logged]) -> Vec<String> {
    let mut broken = Vec::new();
    for (expected, logged) in (2..).zip(log) {
        let number = logged.sighting.number;
        if number != expected {
            broken.push(format!("version {number} in the log where {expected} was due"));
        }
    }
    let ids: BTreeSet<_> = log.iter().map(|logged| &logged.sighting.event_id).collect();
    if ids.len() != log.len() {
        broken.push("an event's id stands twice in the log".to_owned());
    }
    let turns = log.iter().filter_map(|logged| match &logged.what {
        What::Move { turn, path, .. } => Some((*turn, path.as_str())),
        What::Takeback { turn, .. } => Some((*turn, "a takeback")),
        What::End(_) | What::Other => None,
    });
    for (expected, (turn, what)) in (1..).zip(turns) {
        if turn != expected {
            broken.push(format!("{what} made turn {turn} where {expected} was due"));
        }
    }
    broken
}

fn ends(log: &[Logged], nobody_sleeps: bool) -> Vec<String> {
    let mut broken = Vec::new();
    for (place, logged) in log.iter().enumerate() {
        let What::End(reason) = &logged.what else { continue };
        if place + 1 != log.len() {
            broken.push(format!("the log goes on after {reason}"));
        }
        if nobody_sleeps && ENDS_OF_LOST_TIME.contains(&reason.as_str()) {
            broken.push(format!("the game ended by {reason}"));
        }
    }
    broken
}

fn acknowledgements(table: &TableHistory) -> Vec<String> {
    let mut broken = Vec::new();
    let mut logged: BTreeMap<u32, (&str, &str)> = BTreeMap::new();
    for (turn, path, event_id) in moves(&table.log) {
        if logged.insert(turn, (path, event_id)).is_some() {
            broken.push(format!("turn {turn} was made twice"));
        }
    }
    let paths = standing(&table.log);
    if paths != table.moves {
        broken.push(format!(
            "GetTable has the moves {:?}, the log has {paths:?}",
            table.moves
        ));
    }
    let mut answered = BTreeSet::new();
    for acknowledged in &table.acknowledged {
        let turn = acknowledged.turn;
        if !answered.insert(turn) {
            broken.push(format!("two calls were told that they made turn {turn}"));
        }
        let told = (acknowledged.path.as_str(), acknowledged.event_id.as_str());
        match logged.get(&turn) {
            Some(stored) if *stored == told => {}
            stored => broken.push(format!(
                "a player was told that {told:?} made turn {turn}, the log has {stored:?}"
            )),
        }
    }
    for (turn, (path, _)) in logged {
        let sent = table.sent.iter().any(|sent| sent.turn == turn && sent.path == path);
        if table.exact.is_some() && !sent {
            broken.push(format!("turn {turn} was made by {path}, though no player sent it"));
        }
        if !answered.contains(&turn) && !sent {
            broken.push(format!("turn {turn} was made by {path}, though no player was told so"));
        }
    }
    broken
}

/// A watcher saw a run of the log, without gap or repetition.
fn watched(watcher: &str, seen: &[Sighting], log: &[Logged]) -> Option<String> {
    let first = seen.first()?;
    let start = log.iter().position(|logged| logged.sighting == *first);
    let run = start.and_then(|start| log.get(start..start + seen.len()));
    let same = run.is_some_and(|run| run.iter().map(|logged| &logged.sighting).eq(seen));
    (!same).then(|| {
        format!(
            "{watcher} saw versions {} to {}, which are no run of the log",
            first.number,
            seen.last().map_or(0, |last| last.number)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::Acknowledged;
    use super::*;
    use std::time::Duration;

    fn sighting(number: u64) -> Sighting {
        Sighting {
            number,
            event_id: format!("{number:016x}"),
        }
    }

    fn told(turn: u32) -> Acknowledged {
        Acknowledged {
            turn,
            event_id: sighting(u64::from(turn) + 1).event_id,
            path: format!("path-{turn}"),
            sent: Duration::ZERO,
            answered: Duration::ZERO,
        }
    }

    fn three_moves() -> TableHistory {
        let log = (1..=3).map(|turn| Logged {
            sighting: sighting(u64::from(turn) + 1),
            what: What::Move {
                turn,
                path: format!("path-{turn}"),
                charged_ms: None,
            },
        });
        TableHistory {
            acknowledged: (1..=3).map(told).collect(),
            watchers: [("w".to_owned(), vec![sighting(3), sighting(4)])].into(),
            log: log.collect(),
            moves: (1..=3).map(|turn| format!("path-{turn}")).collect(),
            ..Default::default()
        }
    }

    fn broken_by(change: impl FnOnce(&mut TableHistory)) -> Vec<String> {
        let mut table = three_moves();
        change(&mut table);
        check(&table)
    }

    #[test]
    fn what_is_as_it_should_be_breaks_nothing() {
        assert_eq!(check(&three_moves()), Vec::<String>::new());
    }

    #[test]
    fn a_lost_move_is_noticed() {
        let broken = broken_by(|table| {
            table.log.pop();
            table.moves.pop();
            table.watchers.clear();
        });
        assert_eq!(broken.len(), 1, "{broken:?}");
        assert!(broken[0].contains("made turn 3, the log has None"), "{broken:?}");
    }

    #[test]
    fn a_move_played_twice_is_noticed() {
        let broken = broken_by(|table| {
            let twice = Logged {
                sighting: sighting(5),
                ..table.log[2].clone()
            };
            table.log.push(twice);
            table.moves.push("path-3".to_owned());
        });
        assert!(broken.iter().any(|what| what == "turn 3 was made twice"), "{broken:?}");
    }

    #[test]
    fn a_watcher_with_a_gap_a_repetition_or_another_event_is_noticed() {
        let stranger = Sighting {
            number: 4,
            event_id: "f".repeat(16),
        };
        for seen in [
            vec![sighting(2), sighting(4)],
            vec![sighting(3), sighting(3)],
            vec![sighting(3), stranger],
        ] {
            let broken = broken_by(|table| {
                table.watchers.insert("w".to_owned(), seen);
            });
            assert_eq!(broken.len(), 1, "{broken:?}");
        }
    }

    #[test]
    fn a_game_lost_by_time_is_noticed() {
        let broken = broken_by(|table| {
            table.log.push(Logged {
                sighting: sighting(5),
                what: What::End("END_REASON_TIMEOUT".to_owned()),
            });
        });
        assert_eq!(broken, ["the game ended by END_REASON_TIMEOUT"]);
    }
}
