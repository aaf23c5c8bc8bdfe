//! What will happen in a simulation: everything follows from its seed.

use corners_client::proto::game::v1::{
    Correspondence, CreateTableRequest, CreatorSeats, RealTime, TakebackPolicy, TimeControl, Untimed, time_control,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::faults::{Planned, faults};
use crate::time::Ms;

/// How many games a simulation has.
pub const GAMES: usize = 50;

/// Games begin within so long.
const BEGIN_WITHIN_MS: Ms = 20_000;

/// The hosts that people are at, and how far they are: the shortest and the longest way to the platform.
pub(crate) const PEOPLE: [(&str, Ms, Ms); 3] = [("near", 1, 8), ("far", 30, 60), ("mobile", 60, 220)];

/// What will happen.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) seed: u64,
    pub(crate) games: Vec<GamePlan>,
    pub(crate) faults: Vec<Planned>,
}

/// One game.
#[derive(Clone, Debug)]
pub(crate) struct GamePlan {
    pub(crate) number: usize,
    pub(crate) begins: Ms,
    pub(crate) control: Control,
    pub(crate) takebacks: TakebackPolicy,
    /// The hosts that White, Black and the spectators are at, by their places in [`PEOPLE`].
    pub(crate) at: Vec<usize>,
    /// Nobody makes the first move.
    pub(crate) is_forgotten: bool,
}

/// How time is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Control {
    RealTime { reserve_ms: Ms, increment_ms: Ms },
    Untimed,
    Correspondence,
}

impl Plan {
    /// The plan of a seed.
    #[must_use]
    pub fn of_seed(seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let games = (0..GAMES).map(|number| GamePlan::random(number, &mut random)).collect();
        Self {
            seed,
            games,
            faults: faults(&mut random),
        }
    }

    /// The same games on a platform where nothing breaks.
    #[must_use]
    pub fn without_faults(mut self) -> Self {
        self.faults.clear();
        self
    }
}

impl GamePlan {
    fn random(number: usize, random: &mut StdRng) -> Self {
        let spectators = random.random_range(0..=2);
        let control = Control::random(random);
        Self {
            number,
            begins: random.random_range(500..BEGIN_WITHIN_MS),
            control,
            takebacks: if random.random_bool(0.5) {
                TakebackPolicy::Agreed
            } else {
                TakebackPolicy::Off
            },
            at: (0..2 + spectators)
                .map(|_| random.random_range(0..PEOPLE.len()))
                .collect(),
            is_forgotten: number == 0 && matches!(control, Control::RealTime { .. }) && random.random_bool(0.3),
        }
    }

    /// The call that makes the table.
    pub(crate) fn creation(&self, request_id: String) -> CreateTableRequest {
        CreateTableRequest {
            request_id,
            variant: ["classic-3x3", "diagonal-3x3", "classic-3x4"][self.number % 3].to_owned(),
            seats: CreatorSeats::White.into(),
            takebacks: self.takebacks.into(),
            time_control: Some(self.control.to_proto()),
            ..Default::default()
        }
    }
}

impl Control {
    fn random(random: &mut StdRng) -> Self {
        match random.random_range(0..10) {
            0 => Self::Untimed,
            1 => Self::Correspondence,
            _ => Self::RealTime {
                reserve_ms: random.random_range(1_000..=5_000),
                increment_ms: if random.random_bool(0.5) {
                    0
                } else {
                    random.random_range(1..=500)
                },
            },
        }
    }

    fn to_proto(self) -> TimeControl {
        let kind = match self {
            Self::Untimed => time_control::Kind::Untimed(Untimed {}),
            Self::Correspondence => time_control::Kind::Correspondence(Correspondence { days_per_move: 1 }),
            Self::RealTime {
                reserve_ms,
                increment_ms,
            } => time_control::Kind::RealTime(RealTime {
                reserve: Some(duration(reserve_ms)),
                increment: Some(duration(increment_ms)),
            }),
        };
        TimeControl { kind: Some(kind) }
    }
}

fn duration(ms: Ms) -> prost_types::Duration {
    prost_types::Duration {
        seconds: i64::try_from(ms / 1_000).unwrap_or(i64::MAX),
        nanos: i32::try_from(ms % 1_000).unwrap_or(0) * 1_000_000,
    }
}
