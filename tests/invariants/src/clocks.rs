//! Clocks: what an outage costs.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{Moment, TableHistory, What};

/// What one outage may cost a running clock.
const COST_OF_OUTAGE: Duration = Duration::from_secs(1);

/// Readings are whole milliseconds: the difference of two may be this much off.
const ROUNDING: Duration = Duration::from_millis(2);

/// A reading of game time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameTimeReading {
    /// When it was asked for.
    pub sent: Moment,
    /// When it came.
    pub answered: Moment,
    /// The reading.
    pub game_time_ms: u64,
}

/// When the platform was up, and how exactly readings of game time agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lifetimes {
    lives: Vec<Life>,
    /// How far two readings may be apart that were taken at the same moment.
    tolerance: Duration,
}

impl Default for Lifetimes {
    /// Of one clock.
    fn default() -> Self {
        Self {
            lives: Vec::new(),
            tolerance: ROUNDING,
        }
    }
}

/// The life of one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Life {
    /// Just before it was started.
    start: Moment,
    /// When it said that it listens.
    listening: Option<Moment>,
    /// Just after its death.
    end: Option<Moment>,
}

impl Lifetimes {
    /// Of several clocks, which may disagree by so much.
    #[must_use]
    pub fn of_clocks_apart_by(skew: Duration) -> Self {
        Self {
            lives: Vec::new(),
            tolerance: ROUNDING + skew,
        }
    }

    /// A process is about to be started.
    pub fn start(&mut self, at: Moment) {
        self.lives.push(Life {
            start: at,
            listening: None,
            end: None,
        });
    }

    /// The process that was started last listens.
    pub fn listen(&mut self, at: Moment) {
        if let Some(life) = self.lives.last_mut() {
            life.listening = Some(at);
        }
    }

    /// The process that was started last is gone.
    pub fn end(&mut self, at: Moment) {
        if let Some(life) = self.lives.last_mut() {
            life.end = Some(at);
        }
    }

    /// How many outages began between two moments.
    #[must_use]
    pub fn outages(&self, from: Moment, to: Moment) -> u32 {
        let ends = self.lives.iter().filter_map(|life| life.end);
        let within = ends.filter(|end| (from..=to).contains(end)).count();
        u32::try_from(within).unwrap_or(u32::MAX)
    }

    /// How long a process was up, or starting, between two moments.
    #[must_use]
    pub fn up(&self, from: Moment, to: Moment) -> Duration {
        let part = |life: &Life| life.end.unwrap_or(to).min(to).saturating_sub(life.start.max(from));
        self.lives.iter().map(part).sum()
    }

    /// How long each outage lasted, from a process's death until the next one listened.
    pub fn outage_lengths(&self) -> impl Iterator<Item = Duration> {
        let pairs = self.lives.iter().zip(self.lives.iter().skip(1));
        pairs.filter_map(|(before, after)| Some(after.listening?.saturating_sub(before.end?)))
    }

    /// What is wrong with a reading that is below the one before; nothing, where it was another clock's.
    fn went_back(&self, before_ms: u64, after_ms: u64) -> Option<String> {
        let is_skew = self.tolerance > ROUNDING && Duration::from_millis(before_ms - after_ms) <= self.tolerance;
        (!is_skew).then(|| format!("it went back from {before_ms} to {after_ms} ms"))
    }

    /// How far game time may move between two moments at most.
    fn reach(&self, from: Moment, to: Moment) -> Duration {
        self.up(from, to) + COST_OF_OUTAGE * self.outages(from, to) + self.tolerance
    }
}

/// Game time never goes back, and runs only while the platform is up, and a second more for each outage.
pub(super) fn game_time(readings: &[GameTimeReading], lifetimes: &Lifetimes) -> Vec<String> {
    let pairs = readings.iter().zip(readings.iter().skip(1));
    pairs
        .filter_map(|(before, after)| {
            let Some(ran) = after.game_time_ms.checked_sub(before.game_time_ms) else {
                return lifetimes.went_back(before.game_time_ms, after.game_time_ms);
            };
            let reach = lifetimes.reach(before.sent, after.answered);
            (Duration::from_millis(ran) > reach)
                .then(|| format!("it ran {ran} ms where {reach:?} was possible, at {:?}", after.answered))
        })
        .collect()
}

/// No mover is charged for more than the time that the platform was up during the turn, and a second for each outage.
pub(super) fn charges(table: &TableHistory, lifetimes: &Lifetimes) -> Vec<String> {
    let told: BTreeMap<u32, _> = table.acknowledged.iter().map(|told| (told.turn, told)).collect();
    let mut broken = Vec::new();
    for logged in &table.log {
        let What::Move {
            turn,
            charged_ms: Some(charged_ms),
            ..
        } = &logged.what
        else {
            continue;
        };
        let (Some(before), Some(after)) = (told.get(&turn.saturating_sub(1)), told.get(turn)) else {
            continue;
        };
        // The turn began after the move before it was sent.
        let reach = lifetimes.reach(before.sent, after.answered);
        if Duration::from_millis(*charged_ms) > reach {
            broken.push(format!(
                "turn {turn} cost its mover {charged_ms} ms, where {reach:?} was possible with {} outages",
                lifetimes.outages(before.sent, after.answered)
            ));
        }
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::super::{Acknowledged, Logged, Sighting};
    use super::*;

    fn at(ms: u64) -> Moment {
        Duration::from_millis(ms)
    }

    /// Up from 0 to 1 s and again from 11 s on.
    fn ten_seconds_away() -> Lifetimes {
        let mut lifetimes = Lifetimes::default();
        lifetimes.start(at(0));
        lifetimes.end(at(1_000));
        lifetimes.start(at(11_000));
        lifetimes
    }

    #[test]
    fn game_time_may_run_while_the_platform_is_up_and_a_second_more() {
        let reading = |sent, answered, game_time_ms| GameTimeReading {
            sent: at(sent),
            answered: at(answered),
            game_time_ms,
        };
        let checked = |game_after| {
            game_time(
                &[reading(500, 600, 500), reading(11_100, 11_200, game_after)],
                &ten_seconds_away(),
            )
        };
        assert!(checked(500 + 500 + 1_000 + 200).is_empty());
        assert_eq!(checked(500 + 500 + 1_000 + 203).len(), 1);
        assert_eq!(checked(499).len(), 1);
    }

    #[test]
    fn readings_of_several_clocks_may_be_apart_by_so_much_and_no_more() {
        let mut lifetimes = Lifetimes::of_clocks_apart_by(Duration::from_millis(100));
        lifetimes.start(at(0));
        let reading = |sent, game_time_ms| GameTimeReading {
            sent: at(sent),
            answered: at(sent),
            game_time_ms,
        };
        let checked = |game_after| game_time(&[reading(500, 500), reading(600, game_after)], &lifetimes);
        assert!(checked(500 + 100 + 102).is_empty());
        assert_eq!(checked(500 + 100 + 103).len(), 1);
        assert!(checked(500 - 102).is_empty());
        assert_eq!(checked(500 - 103).len(), 1);
    }

    #[test]
    fn a_turn_may_cost_the_time_that_the_platform_was_up_and_a_second() {
        let told = |turn, sent, answered| Acknowledged {
            turn,
            event_id: String::new(),
            path: String::new(),
            sent: at(sent),
            answered: at(answered),
        };
        let checked = |charged_ms| {
            let table = TableHistory {
                acknowledged: vec![told(4, 900, 950), told(5, 960, 11_300)],
                log: vec![Logged {
                    sighting: Sighting {
                        number: 6,
                        event_id: String::new(),
                    },
                    what: What::Move {
                        turn: 5,
                        path: String::new(),
                        charged_ms: Some(charged_ms),
                    },
                }],
                ..Default::default()
            };
            charges(&table, &ten_seconds_away())
        };
        assert!(checked(100 + 1_000 + 300).is_empty());
        assert_eq!(checked(100 + 1_000 + 303).len(), 1);
    }
}
