//! What only a simulation can know: what game time was at every millisecond, when each append was carried out, and what
//! players meant to do.

use std::collections::BTreeMap;
use std::time::Duration;

use super::shown::{Color, Counting, Shown, step};
use super::{Moment, TableHistory};

/// A flag is in the log so soon after the true deadline.
const FLAG_WITHIN: Duration = Duration::from_millis(250);

/// An event is in the log so soon after its reading.
const FRESH_FOR: Duration = Duration::from_millis(100);

/// What one outage, or one setting of the store's clock, may cost a running clock.
const COST_OF_OUTAGE: Duration = Duration::from_secs(1);

/// How soon after an outage the first beat shows that it is over.
const LEARNED_WITHIN: Duration = Duration::from_millis(1_500);

/// Readings are whole milliseconds.
const ROUNDING: Duration = Duration::from_millis(1);

/// What a turn that ran through an outage still has after it.
const AFTER_OUTAGE: Duration = Duration::from_secs(2);

/// Game time that stood still runs again from the moment at which the probe began that succeeded: so much of it is caught up
/// when that is known, the way of a probe and of its answer in bad weather.
const CAUGHT_UP: Duration = Duration::from_millis(300);

/// A replica of the clock looks at the store every 200 ms, and that takes a little.
const UNTIL_IT_LOOKS: Duration = Duration::from_millis(250);

/// A stretch of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Its beginning.
    pub from: Moment,
    /// Its end.
    pub to: Moment,
}

/// What was true of the platform.
#[derive(Clone, Debug, Default)]
pub struct Exact {
    /// Game time at each millisecond.
    pub game_time_ms: Vec<u64>,
    /// When nobody could take a move.
    pub outages: Vec<Stretch>,
    /// When something was broken anywhere, and a while after it.
    pub disturbances: Vec<Stretch>,
    /// When the store's clock was set.
    pub clock_set: Vec<Moment>,
    /// When people could not reach the platform though it took moves, by where they are.
    pub troubles: Vec<(&'static str, Stretch)>,
    /// The longest way of a message, by where people are.
    pub ways: BTreeMap<&'static str, Duration>,
}

/// What was true of a table.
#[derive(Clone, Debug, Default)]
pub struct ExactTable {
    /// How its clocks count.
    pub counting: Counting,
    /// When each length of the log was reached.
    pub committed: BTreeMap<u64, Moment>,
    /// What each version showed.
    pub shown: BTreeMap<u64, Shown>,
    /// What players meant to do.
    pub intents: Vec<Intent>,
    /// The end: the version, and its reason as the contract names it.
    pub end: Option<(u64, String)>,
}

/// What a player meant to do in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intent {
    /// The turn.
    pub turn: u32,
    /// The player's side; none is never right.
    pub side: Option<Color>,
    /// Where the player is.
    pub at: &'static str,
    /// When the player saw that it is its turn.
    pub seen: Moment,
    /// When the player acts; never, for one that sleeps.
    pub acts: Option<Moment>,
}

impl Stretch {
    fn touches(&self, from: Moment, to: Moment) -> bool {
        self.from <= to && from <= self.to
    }
}

impl Exact {
    fn at(&self, moment: Moment) -> u64 {
        let last = self.game_time_ms.len().saturating_sub(1);
        let place = usize::try_from(moment.as_millis()).unwrap_or(last).min(last);
        self.game_time_ms.get(place).copied().unwrap_or(0)
    }

    /// The first moment at which game time was so late.
    fn first(&self, game_time_ms: u64) -> Moment {
        // Game time may go back for the store where its clock is set back: the first time counts.
        let place = self.game_time_ms.iter().position(|at| *at >= game_time_ms);
        Duration::from_millis(place.unwrap_or(self.game_time_ms.len()) as u64)
    }

    /// The first moment at which game time was so late for some replica of the clock: one whose store's clock was set back
    /// goes on by its own until it looks again.
    fn first_for_any(&self, game_time_ms: u64) -> Moment {
        let by_itself = self.clock_set.iter().filter_map(|at| {
            let read = self.game_time_ms.get(usize::try_from(at.as_millis()).ok()?)?;
            let ahead = Duration::from_millis(game_time_ms.checked_sub(*read)?);
            (ahead <= UNTIL_IT_LOOKS).then_some(*at + ahead)
        });
        by_itself.chain([self.first(game_time_ms)]).min().unwrap_or_default()
    }

    fn was_disturbed(&self, from: Moment, to: Moment) -> bool {
        self.disturbances.iter().any(|stretch| stretch.touches(from, to))
    }

    fn had_trouble(&self, place: &str, from: Moment, to: Moment) -> bool {
        let mut troubles = self.troubles.iter().filter(|(at, _)| *at == place);
        troubles.any(|(_, stretch)| stretch.touches(from, to))
    }

    /// How much of a stretch no outage took, and how many outages and settings of the store's clock fell into it.
    fn up(&self, stretch: Stretch) -> (Duration, u64) {
        let mut up = Duration::ZERO;
        let mut since = stretch.from;
        let mut outages: Vec<_> = self
            .outages
            .iter()
            .filter(|outage| outage.touches(stretch.from, stretch.to))
            .collect();
        outages.sort_by_key(|outage| outage.from);
        for outage in &outages {
            up += outage.from.saturating_sub(since);
            since = since.max(outage.to);
        }
        up += stretch.to.saturating_sub(since);
        let set = self.clock_set.iter().filter(|at| stretch.touches(**at, **at)).count();
        (up, (outages.len() + set) as u64)
    }

    /// Game time never runs faster than time, but for the second that an outage may cost; and it runs with time while
    /// nothing is broken.
    pub(crate) fn game_time(&self) -> Vec<String> {
        let after = |outage: &Stretch| Stretch {
            from: outage.from,
            to: outage.to + LEARNED_WITHIN,
        };
        let last = Duration::from_millis(self.game_time_ms.len() as u64);
        let seconds = (0..self.game_time_ms.len() as u64)
            .step_by(100)
            .map(Duration::from_millis)
            .map(|from| Stretch {
                from,
                to: from + Duration::from_secs(1),
            });
        let set = self.clock_set.iter().map(|at| Stretch {
            from: *at,
            to: *at + LEARNED_WITHIN,
        });
        let stretches = self
            .outages
            .iter()
            .map(after)
            .chain(set)
            .chain(seconds)
            .filter(|stretch| stretch.to < last);
        stretches.filter_map(|stretch| self.ran(stretch)).collect()
    }

    fn ran(&self, stretch: Stretch) -> Option<String> {
        let (before, after) = (self.at(stretch.from), self.at(stretch.to));
        let ran = Duration::from_millis(after.saturating_sub(before));
        let (up, exceptions) = self.up(stretch);
        let outages = COST_OF_OUTAGE * u32::try_from(exceptions).unwrap_or(u32::MAX);
        let (least, caught_up) = match self.was_disturbed(stretch.from, stretch.to) {
            true => (Duration::ZERO, CAUGHT_UP),
            false => (up, Duration::ZERO),
        };
        let most = up + outages + caught_up;
        let went_back = after < before && exceptions == 0;
        (ran > most + ROUNDING || ran + ROUNDING < least || went_back).then(|| {
            format!("it went from {before} to {after} ms in {stretch:?}, where {least:?} to {most:?} can be explained")
        })
    }
}

/// What is wrong with a table's time.
pub(crate) fn check(table: &TableHistory, exact: &Exact) -> Vec<String> {
    let Some(course) = &table.exact else { return Vec::new() };
    let mut broken = Vec::new();
    let next = course.shown.iter().skip(1);
    for ((number, before), (next, after)) in course.shown.iter().zip(next) {
        if number + 1 == *next {
            broken.extend(step(*next, before, after, course.counting));
        }
    }
    broken.extend(readings(course, exact));
    broken.extend(flag(table, course, exact));
    broken
}

/// No reading is ahead of game time, and none is old where nothing was broken.
fn readings(course: &ExactTable, exact: &Exact) -> Vec<String> {
    let mut broken = Vec::new();
    for (number, shown) in &course.shown {
        let (Some(reading), Some(committed)) = (shown.game_time_ms, course.committed.get(number)) else {
            continue;
        };
        let since = committed.saturating_sub(Duration::from_secs(2));
        let was_set = exact.clock_set.iter().any(|at| (since..=*committed).contains(at));
        // A beat in the same millisecond may have come before it.
        let game_time = exact.at(*committed + ROUNDING);
        if !was_set && reading > game_time + 2 {
            broken.push(format!(
                "version {number} was read at {reading} ms when game time was {game_time} ms"
            ));
        }
        // An end by lost time waits for a move that may have been made before it.
        let is_end = course.end.as_ref().is_some_and(|(end, _)| end == number);
        let fresh = if is_end { FLAG_WITHIN } else { FRESH_FOR };
        if Duration::from_millis(game_time.saturating_sub(reading)) > fresh && !exact.was_disturbed(since, *committed) {
            broken.push(format!(
                "version {number} was read at {reading} ms and stored at {game_time} ms"
            ));
        }
    }
    broken
}

/// A flag falls for who has used its time: not early, not late, and by nobody's outage.
fn flag(table: &TableHistory, course: &ExactTable, exact: &Exact) -> Vec<String> {
    let mut broken = Vec::new();
    let Some((number, reason)) = &course.end else {
        return broken;
    };
    let is_flag = reason == "END_REASON_TIMEOUT";
    if !is_flag && reason != "END_REASON_ABORTED" {
        return broken;
    }
    let (Some(before), Some(end)) = (course.shown.get(&(number - 1)), course.shown.get(number)) else {
        return vec![format!("nobody was shown how {reason} came about")];
    };
    let Some(committed) = course.committed.get(number).copied() else {
        return vec![format!("{reason} was never stored")];
    };
    let Some(due) = before.due_ms else {
        return vec![format!("{reason} in a turn without a limit")];
    };
    let credit = end.outage_credit.map_or(0, |(_, ms)| ms);
    let due = due + credit;
    let first = turn_start(course, *number);
    let zero = zero(course, before, first, *number).unwrap_or(due);
    // Who acts after its clock is at zero has lost at once; who does not still has what may be on its way.
    let has_acted = table
        .sent
        .iter()
        .any(|sent| sent.turn == before.turn + 1 && sent.side == before.running);
    let earliest = if has_acted { zero } else { due };
    if end.game_time_ms.is_none_or(|reading| reading < earliest) {
        broken.push(format!("{reason} fell at {:?}, before {earliest} ms", end.game_time_ms));
    }
    let truly_due = exact.first(due);
    let turn_began = course
        .committed
        .get(&turn_start(course, *number))
        .copied()
        .unwrap_or_default();
    if committed > truly_due + FLAG_WITHIN && !exact.was_disturbed(truly_due.saturating_sub(AFTER_OUTAGE), committed) {
        broken.push(format!(
            "{reason} was due at {truly_due:?} and stored at {committed:?}, when nothing was broken"
        ));
    }
    for outage in exact
        .outages
        .iter()
        .filter(|outage| outage.to - outage.from >= Duration::from_secs(1))
    {
        if outage.touches(turn_began, committed) && committed < outage.to + AFTER_OUTAGE {
            broken.push(format!(
                "{reason} at {committed:?}, too soon after the outage {outage:?}"
            ));
        }
    }
    if is_flag {
        broken.extend(loser(course, exact, before, zero, turn_began, committed));
    }
    broken
}

/// When the clock of the side that runs is at zero, in the turn that the version `first` began and `number` ended.
fn zero(course: &ExactTable, before: &Shown, first: u64, number: u64) -> Option<u64> {
    let side = before.running?;
    let began = course.shown.get(&first)?;
    let given: u64 = course
        .shown
        .range(first + 1..=number)
        .filter_map(|(_, shown)| shown.outage_credit)
        .map(|(_, ms)| ms)
        .sum();
    Some(began.game_time_ms? + began.left_ms?[side.index()] + given)
}

/// The version that began the turn that `number` ended.
fn turn_start(course: &ExactTable, number: u64) -> u64 {
    let turn = course.shown.get(&(number - 1)).map(|shown| shown.turn);
    let mut of_turn = course
        .shown
        .range(..number)
        .filter(|(_, shown)| Some(shown.turn) == turn);
    of_turn.next().map_or(number, |(first, _)| *first)
}

/// Whoever loses by time has used it: has slept, or has acted when its clock was at zero, or was itself cut off.
fn loser(
    course: &ExactTable,
    exact: &Exact,
    before: &Shown,
    zero: u64,
    began: Moment,
    committed: Moment,
) -> Option<String> {
    let side = before.running;
    let mut intents = course.intents.iter();
    let Some(intent) = intents.find(|intent| intent.turn == before.turn && intent.side == side) else {
        let anywhere = course
            .intents
            .iter()
            .find(|intent| intent.side == side)
            .map(|intent| intent.at);
        let was_cut = anywhere.is_some_and(|place| exact.had_trouble(place, began, committed));
        return (!was_cut).then(|| format!("{side:?} lost by time a turn {} that it had not seen", before.turn));
    };
    let acts = intent.acts?;
    let way = exact.ways.get(intent.at).copied().unwrap_or_default() + Duration::from_millis(10);
    let has_used_it = exact.first_for_any(zero) <= acts + way || acts + way >= committed;
    let was_cut = exact.had_trouble(intent.at, began, committed);
    (!has_used_it && !was_cut).then(|| {
        format!(
            "{side:?} lost by time turn {}, seen at {:?} and acted in at {acts:?}: its clock was at zero at {zero} ms of \
             game time, {:?}, and the flag was stored at {committed:?}",
            before.turn,
            intent.seen,
            exact.first_for_any(zero)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replica_whose_stores_clock_is_set_back_is_at_a_time_before_the_store_is() {
        // Game time runs to 100 ms, stands there for 50 because the store's clock went back, and runs on.
        let course = (0..=100).chain([100; 50]).chain(101..200);
        let exact = Exact {
            game_time_ms: course.collect(),
            clock_set: vec![Duration::from_millis(100)],
            ..Exact::default()
        };
        assert_eq!(exact.first(120), Duration::from_millis(170));
        assert_eq!(exact.first_for_any(120), Duration::from_millis(120));
        assert_eq!(exact.first_for_any(80), Duration::from_millis(80));
    }
}
