//! How a process dies, by its seed.

use std::fmt;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::{Kill, Stage};

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
        Self::random(&mut StdRng::seed_from_u64(seed))
    }

    fn random(random: &mut StdRng) -> Self {
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

    /// The same, unless it is at a named step.
    fn at_a_moment(self, random: &mut StdRng) -> Self {
        match self {
            Self::At(_) => Self::After(Duration::from_micros(random.random_range(0..=LONGEST_LIFE_US))),
            death => death,
        }
    }

    /// What kind of death it is, for the report.
    pub(super) fn kind(&self) -> String {
        let kind = match self {
            Self::At(kill) => kill.point,
            Self::AfterMoves(_) => "after a number of moves",
            Self::After(_) => "at a moment",
        };
        kind.to_owned()
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

/// Who dies on a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Victim {
    Accounts,
    /// A replica of the clock.
    Clock(usize),
    /// A replica of game-authority.
    Authority(usize),
    Redis,
}

/// One death on a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strike {
    pub(super) victim: Victim,
    pub(super) death: Death,
    /// Whether it stays away until every table has gone on without it.
    pub(super) is_missed: bool,
}

impl Strike {
    /// The death of one of our processes.
    pub(super) fn of_seed(seed: u64, stage: &Stage) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let victim = match random.random_range(0..10) {
            0 => Victim::Accounts,
            1..5 => Victim::Clock(random.random_range(0..stage.clocks.len())),
            _ => Victim::Authority(random.random_range(0..stage.authorities.len())),
        };
        let is_missed = random.random() && victim.can_be_missed(stage);
        let death = match (victim, Death::random(&mut random)) {
            (Victim::Authority(_), death) => death,
            // The steps are named in game-authority only.
            (_, death) => death.at_a_moment(&mut random),
        };
        Self {
            victim,
            death,
            is_missed,
        }
    }

    /// The death of Redis, which nobody can do without.
    pub(super) fn of_redis(seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let death = Death::random(&mut random).at_a_moment(&mut random);
        Self {
            victim: Victim::Redis,
            death,
            is_missed: false,
        }
    }

    /// What kind of death it is, for the report.
    pub(super) fn kind(&self) -> String {
        let victim = match self.victim {
            Victim::Accounts => "accounts",
            Victim::Clock(_) => "clock",
            Victim::Authority(_) => "game-authority",
            Victim::Redis => "Redis",
        };
        format!("{victim}, {}", self.death.kind())
    }
}

impl fmt::Display for Strike {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?} {}", self.victim, self.death)
    }
}

impl Victim {
    /// Whether games and clocks go on without it.
    pub(super) fn can_be_missed(self, stage: &Stage) -> bool {
        match self {
            Self::Accounts => true,
            Self::Clock(_) => stage.clocks.len() > 1,
            Self::Authority(_) => stage.authorities.len() > 1,
            Self::Redis => false,
        }
    }
}
