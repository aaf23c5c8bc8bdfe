//! How late flags were: pure.

use std::time::Duration;

use crate::crowd::{Reading, Seen, What, unexplained_rises};
use crate::invariants::Moment;

/// What was seen.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) tables: Vec<TableFacts>,
    /// A reading before the first flag.
    pub(super) before: Reading,
    /// When the clock was killed, in milliseconds of game time.
    pub(super) killed_ms: u64,
    /// A reading when all was over.
    pub(super) after: Reading,
    /// What went wrong with the streams.
    pub(super) failure: Option<String>,
    pub(super) within: Duration,
}

/// What was seen of one table.
#[derive(Clone, Debug)]
pub(super) struct TableFacts {
    pub(super) table: String,
    /// Why its clock did not begin to run, or its log could not be read.
    pub(super) failure: Option<String>,
    pub(super) events: Vec<Seen>,
    /// The game time of the end as it was read back.
    pub(super) stored_end_ms: Option<u64>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// How many flags were to fall.
    pub tables: usize,
    /// How many did.
    pub fallen: usize,
    /// How many were due before, and how many after the clock was killed.
    pub due_before_and_after_the_kill: (usize, usize),
    /// From the first deadline to the last.
    pub within: Duration,
    /// After the deadline, by the log: in game time.
    pub in_the_log: Lateness,
    /// After the deadline, for the player who heard of it: in real time, where game time did not stand still meanwhile.
    pub heard: Option<Lateness>,
    /// Promises that were broken, and what else went wrong.
    pub violations: Vec<String>,
}

/// How late, in milliseconds: half of all at most so much, 99 of 100, and the latest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lateness {
    /// Half of all are not later.
    pub p50_ms: u64,
    /// 99 of 100 are not later.
    pub p99_ms: u64,
    /// The latest.
    pub most_ms: u64,
}

impl Lateness {
    fn of(mut late_ms: Vec<u64>) -> Self {
        late_ms.sort_unstable();
        let at = |share: usize| {
            late_ms
                .get((late_ms.len() * share).div_ceil(100).saturating_sub(1))
                .copied()
        };
        Self {
            p50_ms: at(50).unwrap_or_default(),
            p99_ms: at(99).unwrap_or_default(),
            most_ms: late_ms.last().copied().unwrap_or_default(),
        }
    }
}

/// A flag that fell.
struct Fall {
    due_ms: u64,
    at_ms: u64,
    heard: Moment,
}

pub(super) fn judge(facts: &Facts) -> Verdict {
    let mut violations: Vec<_> = facts.failure.iter().cloned().collect();
    let mut falls = Vec::new();
    for table in &facts.tables {
        let mut broken = unexplained_rises(&table.events);
        match fall(table) {
            Ok(fall) => falls.push(fall),
            Err(what) => broken.push(what),
        }
        violations.extend(broken.into_iter().map(|what| format!("table {}: {what}", table.table)));
    }
    let due_before = falls.iter().filter(|fall| fall.due_ms < facts.killed_ms).count();
    let first_due_ms = falls.iter().map(|fall| fall.due_ms).min().unwrap_or_default();
    let last_due_ms = falls.iter().map(|fall| fall.due_ms).max().unwrap_or_default();
    // Game time is real time plus something that stays the same, unless it stood still.
    let stood_still = facts.after.stall_end_ms > facts.before.game_ms;
    let at = facts.before.sent + (facts.before.answered - facts.before.sent) / 2;
    let heard = |fall: &Fall| {
        let due = at + Duration::from_millis(fall.due_ms.saturating_sub(facts.before.game_ms));
        u64::try_from(fall.heard.saturating_sub(due).as_millis()).unwrap()
    };
    Verdict {
        tables: facts.tables.len(),
        fallen: falls.len(),
        due_before_and_after_the_kill: (due_before, falls.len() - due_before),
        within: Duration::from_millis(last_due_ms - first_due_ms).max(facts.within),
        in_the_log: Lateness::of(falls.iter().map(|fall| fall.at_ms - fall.due_ms).collect()),
        heard: (!stood_still).then(|| Lateness::of(falls.iter().map(heard).collect())),
        violations,
    }
}

/// The one flag of a table; or else, what is wrong with it.
fn fall(table: &TableFacts) -> Result<Fall, String> {
    if let Some(failure) = &table.failure {
        return Err(failure.clone());
    }
    let ends: Vec<_> = (0..table.events.len())
        .filter(|place| matches!(table.events[*place].what, What::End(_)))
        .collect();
    let &[place] = &ends[..] else {
        return Err(format!("{} ends were told", ends.len()));
    };
    if place + 1 != table.events.len() {
        return Err("something was told after the end".to_owned());
    }
    let end = &table.events[place];
    if end.what != What::End("END_REASON_TIMEOUT".to_owned()) {
        return Err(format!("it did not end by the flag: {:?}", end.what));
    }
    if table.stored_end_ms != Some(end.game_ms) {
        return Err(format!(
            "the end was told at {}, and is stored at {:?}",
            end.game_ms, table.stored_end_ms
        ));
    }
    let before = place.checked_sub(1).and_then(|place| table.events.get(place));
    let told_ms = before
        .and_then(|before: &Seen| before.due_ms)
        .ok_or("no deadline was told before the end")?;
    // What a stall moved the deadline by is said by the end.
    let due_ms = told_ms + end.credit.map_or(0, |credit| credit.credit_ms);
    if end.game_ms < due_ms {
        return Err(format!(
            "the flag fell at {}, and was due at {due_ms} ms of game time",
            end.game_ms
        ));
    }
    Ok(Fall {
        due_ms,
        at_ms: end.game_ms,
        heard: end.at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lateness_is_that_of_the_median_the_99th_of_a_hundred_and_the_last() {
        let late = Lateness::of((1..=200).rev().collect());
        assert_eq!((late.p50_ms, late.p99_ms, late.most_ms), (100, 198, 200));
        assert_eq!(Lateness::of(Vec::new()), Lateness::default());
    }

    fn seen(what: What, game_ms: u64, due_ms: Option<u64>) -> Seen {
        Seen {
            at: Moment::ZERO,
            what,
            game_ms,
            left_ms: [0, 0],
            due_ms,
            credit: None,
        }
    }

    fn table(ends_at_ms: &[u64], reason: &str) -> TableFacts {
        let end = |at_ms| seen(What::End(reason.to_owned()), at_ms, None);
        let mut events = vec![seen(What::Move(2), 100, Some(1_100))];
        events.extend(ends_at_ms.iter().copied().map(end));
        TableFacts {
            table: "t".to_owned(),
            failure: None,
            events,
            stored_end_ms: ends_at_ms.first().copied(),
        }
    }

    #[test]
    fn a_flag_falls_once_by_time_and_not_early() {
        assert!(fall(&table(&[1_100], "END_REASON_TIMEOUT")).is_ok());
        for wrong in [
            table(&[1_099], "END_REASON_TIMEOUT"),
            table(&[], "END_REASON_TIMEOUT"),
            table(&[1_200, 1_201], "END_REASON_TIMEOUT"),
            table(&[1_200], "END_REASON_ABORTED"),
        ] {
            assert!(fall(&wrong).is_err(), "{wrong:?}");
        }
    }
}
