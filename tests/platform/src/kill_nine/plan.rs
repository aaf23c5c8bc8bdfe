//! How a process dies, by its seed.

use std::fmt;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::Kill;

/// The most moves that a process lives for before it is killed.
const MOST_MOVES: u64 = 150;

/// The longest that a process lives for when it is killed at a moment.
const LONGEST_LIFE_US: u64 = 400_000;

/// How a process dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Death {
    /// It kills itself at a named step.
    At(Kill),
    /// It is killed when this many moves were acknowledged.
    AfterMoves(u64),
    /// It is killed this long after it began to listen, whatever it is doing.
    After(Duration),
}

impl Death {
    pub(super) fn of_seed(seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let passage = random.random_range(1..=MOST_MOVES);
        match random.random_range(0..4) {
            0 => Self::At(Kill {
                point: "after-punch",
                passage,
            }),
            1 => Self::At(Kill {
                point: "after-append",
                passage,
            }),
            2 => Self::AfterMoves(random.random_range(0..=MOST_MOVES)),
            _ => Self::After(Duration::from_micros(random.random_range(0..=LONGEST_LIFE_US))),
        }
    }

    /// What kind of death it is, for the report.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::At(kill) => kill.point,
            Self::AfterMoves(_) => "after a number of moves",
            Self::After(_) => "at a moment",
        }
    }
}

impl fmt::Display for Death {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(kill) => write!(formatter, "{}, passage {}", kill.point, kill.passage),
            Self::AfterMoves(moves) => write!(formatter, "after {moves} moves"),
            Self::After(life) => write!(formatter, "after {life:?}"),
        }
    }
}
