//! Finished games by the million, for benches and for tests of queries.
//!
//! The moves are played by the rules, a few hundred games once; every generated game takes the moves of one of them, to its
//! end or up to where somebody resigned, lost by the flag or went away, and gives it players, clocks and times of its own.
//! The same plan makes the same games.

mod clocks;
mod people;
mod records;
mod scripts;
mod styles;
mod tables;

use corners_archive::domain::{Ending, Game, Player};
use corners_proto::game::v1::{EndReason, Result as Outcome, TakebackPolicy};
use corners_proto::ids::TableId;
use corners_rules::Side;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

pub use people::People;
pub use tables::table;

use clocks::Timed;
use records::{Record, Records};

/// Which games are made.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Another one makes other games.
    pub seed: u64,
    /// How many games are to be made, from which follows how many people play them.
    pub games: u32,
    /// When the first one ends, in milliseconds since 1970.
    pub from_ms: u64,
    /// The time over which they end.
    pub span_ms: u64,
}

impl Plan {
    /// Games of the two years from the beginning of 2025.
    pub const fn of(games: u32) -> Self {
        Self {
            seed: 6,
            games,
            from_ms: 1_735_689_600_000,
            span_ms: 2 * 365 * 24 * 60 * 60 * 1000,
        }
    }
}

/// Makes games in the order in which they end, as many as are planned.
#[derive(Debug)]
pub struct Generator {
    plan: Plan,
    made: u32,
    random: StdRng,
    records: Records,
    people: People,
}

/// How a game comes to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// By the rules.
    Played,
    /// By the rules, in a way that is rare.
    Scripted,
    /// Before, for this reason.
    Cut(EndReason),
}

/// How many of a thousand games end so; the rest is played to its end.
const ENDS: [(u32, End); 7] = [
    (180, End::Cut(EndReason::Resignation)),
    (120, End::Cut(EndReason::Timeout)),
    (60, End::Cut(EndReason::Aborted)),
    (30, End::Cut(EndReason::DrawAgreement)),
    (20, End::Cut(EndReason::Abandonment)),
    (4, End::Scripted),
    (1, End::Cut(EndReason::Closed)),
];

impl Generator {
    /// Plays what all games are made of.
    pub fn new(plan: Plan) -> Self {
        let mut random = StdRng::seed_from_u64(plan.seed);
        Self {
            records: Records::play(&mut random),
            people: People::of(plan.seed, plan.games),
            plan,
            made: 0,
            random,
        }
    }

    /// Who plays.
    pub fn people(&self) -> &People {
        &self.people
    }

    fn end(&mut self) -> End {
        let mut number = self.random.random_range(0..1000);
        for (share, end) in ENDS {
            if number < share {
                return end;
            }
            number -= share;
        }
        End::Played
    }

    fn game(&mut self) -> Game {
        let end = self.end();
        let record = self.records.pick(end == End::Scripted, &mut self.random);
        let random = &mut self.random;
        let (plies, ending) = match end {
            End::Played | End::Scripted => (record.paths.len(), record.ending),
            End::Cut(reason) => cut(record, reason, random),
        };
        let alone = matches!(end, End::Played) && random.random_bool(0.004);
        let (white, black) = self.people.pair(record.variant, alone, random);
        let is_rated = record.variant.rated() && !record.is_set_up && !alone && people::are_members(&white, &black);
        let is_open = ending.reason == EndReason::Aborted && plies == 0 && random.random_bool(0.5);
        let black = (!is_open).then_some(black);
        let timed = Timed::of(
            record,
            plies,
            ending,
            [Some(white.kind), black.map(|black| black.kind)],
            random,
        );
        let unless_unrated = |player: Player| Player {
            rating: player.rating.filter(|_| is_rated),
            ..player
        };
        let finished_at_ms = self.plan.from_ms
            + self.plan.span_ms * u64::from(self.made) / u64::from(self.plan.games)
            + random.random_range(0..self.plan.span_ms / u64::from(self.plan.games) + 1);
        let started_at_ms = finished_at_ms - timed.played_ms;
        Game {
            table: TableId::from_bytes(random.random()),
            variant: record.variant,
            time_control: timed.control,
            takebacks: takebacks(alone, is_rated),
            rated: is_rated,
            creator: white.account,
            white: Some(unless_unrated(white)),
            black: black.map(unless_unrated),
            created_at_ms: started_at_ms - random.random_range(200..30_000),
            started_at_ms: (!is_open).then_some(started_at_ms),
            finished_at_ms,
            start_position: record.positions[0].clone(),
            final_position: record.positions[plies].clone(),
            moves: timed.moves,
            clocks_ms: timed.clocks_ms,
            ending,
        }
    }
}

impl Iterator for Generator {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        if self.made == self.plan.games {
            return None;
        }
        let game = self.game();
        self.made += 1;
        Some(game)
    }
}

const fn takebacks(alone: bool, is_rated: bool) -> TakebackPolicy {
    match (alone, is_rated) {
        (true, _) => TakebackPolicy::Free,
        (_, true) => TakebackPolicy::Off,
        _ => TakebackPolicy::Agreed,
    }
}

/// After how many plies a game ends that is not played to its end, and how.
fn cut(record: &Record, reason: EndReason, random: &mut StdRng) -> (usize, Ending) {
    let plies = match reason {
        EndReason::Aborted => random.random_range(0..=1),
        _ => random
            .random_range(2..record.paths.len().max(3))
            .min(record.paths.len() - 1),
    };
    let loser = match reason {
        EndReason::Timeout => record.to_move(plies),
        _ if random.random() => Side::White,
        _ => Side::Black,
    };
    let result = match (reason, loser) {
        (EndReason::Aborted | EndReason::Closed, _) => Outcome::Unspecified,
        (EndReason::DrawAgreement, _) => Outcome::Draw,
        (_, Side::White) => Outcome::BlackWins,
        (_, Side::Black) => Outcome::WhiteWins,
    };
    let ending = Ending {
        reason,
        result,
        blame: None,
    };
    (plies, ending)
}
