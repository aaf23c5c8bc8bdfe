//! How a matcher dies, by its seed.

use std::fmt;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::Kill;

/// The longest that a matcher lives for, from when everybody begins to queue, when it is killed at a moment.
const LONGEST_LIFE_US: u64 = 1_500_000;

/// The most waves that a matcher makes before it dies in one.
const MOST_WAVES: u64 = 2;

/// The most tables that a matcher makes before it dies at one.
const MOST_TABLES: u64 = 40;

/// How a matcher dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Death {
    /// It kills itself at a named step.
    At(Kill),
    /// It is killed this long after everybody has begun to queue.
    After(Duration),
}

/// One death.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strike {
    /// Which replica dies.
    pub(super) replica: usize,
    pub(super) death: Death,
    /// Whether it stays away until every ticket has ended without it.
    pub(super) is_missed: bool,
}

/// What a player does with a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Intent {
    /// Waits for a game.
    Play,
    /// Takes the ticket back by a call.
    Cancel,
    /// Closes the stream.
    Leave,
}

impl Strike {
    pub(super) fn of_seed(seed: u64, replicas: usize) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let death = match random.random_range(0..5) {
            4 => Death::After(Duration::from_micros(random.random_range(0..=LONGEST_LIFE_US))),
            step => {
                let (point, most) = [
                    ("matchmaking-before-take", MOST_WAVES),
                    ("matchmaking-after-take", MOST_WAVES),
                    ("matchmaking-before-table", MOST_TABLES),
                    ("matchmaking-after-table", MOST_TABLES),
                ][step];
                let passage = random.random_range(1..=most);
                Death::At(Kill { point, passage })
            }
        };
        Self {
            replica: random.random_range(0..replicas),
            death,
            is_missed: random.random(),
        }
    }

    /// What kind of death it is, for the report.
    pub(super) fn kind(&self) -> &'static str {
        match self.death {
            Death::At(kill) => kill.point,
            Death::After(_) => "at a moment",
        }
    }
}

impl fmt::Display for Strike {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "replica {} ", self.replica + 1)?;
        match self.death {
            Death::At(kill) => write!(formatter, "at {}, passage {}", kill.point, kill.passage),
            Death::After(life) => write!(formatter, "after {life:?}"),
        }
    }
}

impl Intent {
    /// What each of so many players does in a round: four in five play.
    pub(super) fn of_seed(seed: u64, players: usize) -> Vec<Self> {
        let mut random = StdRng::seed_from_u64(seed ^ 0x7175_6575);
        let intents = (0..players).map(|_| match random.random_range(0..10) {
            0 => Self::Cancel,
            1 => Self::Leave,
            _ => Self::Play,
        });
        intents.collect()
    }
}
