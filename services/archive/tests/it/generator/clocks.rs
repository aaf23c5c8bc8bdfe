//! The times of a game: its time control, and how long each move took.

use corners_archive::domain::{Ending, Ply, TimeControl};
use corners_proto::game::v1::{AccountKind, EndReason};
use corners_rules::Side;
use rand::RngExt;
use rand::rngs::StdRng;

use super::records::Record;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// How many of a hundred games are played so; real-time games by reserve and increment, in milliseconds.
const CONTROLS: [(u32, TimeControl); 6] = [
    (30, real_time(300_000, 3000)),
    (25, real_time(180_000, 2000)),
    (20, real_time(60_000, 0)),
    (15, real_time(600_000, 5000)),
    (4, TimeControl::Correspondence { days_per_move: 3 }),
    (6, TimeControl::Untimed),
];

const fn real_time(reserve_ms: u64, increment_ms: u64) -> TimeControl {
    TimeControl::RealTime {
        reserve_ms,
        increment_ms,
    }
}

/// A game's moves with their times.
#[derive(Clone, Debug)]
pub(super) struct Timed {
    pub(super) control: TimeControl,
    pub(super) moves: Vec<Ply>,
    /// White's and Black's time left at the end.
    pub(super) clocks_ms: Option<(u64, u64)>,
    /// From the start to the end.
    pub(super) played_ms: u64,
}

/// The clock of one side.
#[derive(Clone, Copy, Debug)]
struct Clock {
    left_ms: u64,
    /// How long most of its moves take about twice.
    usual_ms: u64,
    has_moved: bool,
    tells_think_time: bool,
}

impl Timed {
    /// Times for the first plies of a record.
    pub(super) fn of(
        record: &Record,
        plies: usize,
        ending: Ending,
        kinds: [Option<AccountKind>; 2],
        random: &mut StdRng,
    ) -> Self {
        let control = control(ending.reason, random);
        let full_ms = match control {
            TimeControl::Untimed => 0,
            TimeControl::RealTime { reserve_ms, .. } => reserve_ms,
            TimeControl::Correspondence { days_per_move } => u64::from(days_per_move) * DAY_MS,
        };
        let mut clocks = kinds.map(|kind| Clock {
            left_ms: full_ms,
            usual_ms: usual_ms(control),
            has_moved: false,
            tells_think_time: kind == Some(AccountKind::Bot) || random.random_bool(0.3),
        });
        if ending.reason == EndReason::Timeout {
            // Who loses by the flag has used up nearly all before.
            let slow = &mut clocks[index(record.to_move(plies))];
            slow.usual_ms = slow.usual_ms.max(3 * full_ms / (plies as u64 + 1));
        }
        let mut played_ms = 0;
        let mut moves = Vec::with_capacity(plies);
        for (ply, path) in record.paths[..plies].iter().enumerate() {
            let clock = &mut clocks[index(record.to_move(ply))];
            let times = clock.play(control, random);
            played_ms += times.elapsed_ms;
            moves.push(Ply {
                path: path.clone(),
                ..times
            });
        }
        let last = &mut clocks[index(record.to_move(plies))];
        if ending.reason == EndReason::Timeout {
            played_ms += last.left_ms;
            last.left_ms = 0;
        } else if ending.reason as i32 >= EndReason::Resignation as i32 {
            let pondered_ms = random.random_range(0..=last.left_ms / 10);
            played_ms += pondered_ms;
            last.left_ms -= pondered_ms;
        }
        Self {
            control,
            moves,
            clocks_ms: (control != TimeControl::Untimed).then_some((clocks[0].left_ms, clocks[1].left_ms)),
            played_ms,
        }
    }
}

impl Clock {
    /// A move's times, without its path.
    fn play(&mut self, control: TimeControl, random: &mut StdRng) -> Ply {
        let pace: f64 = random.random();
        let pace = 0.1 + 2.0 * pace * pace * pace;
        let (most_ms, increment_ms) = match control {
            TimeControl::Untimed => (u64::MAX, 0),
            TimeControl::RealTime { increment_ms, .. } => (self.left_ms / 3, increment_ms),
            TimeControl::Correspondence { .. } => (self.left_ms / 2, 0),
        };
        let elapsed_ms = ((self.usual_ms as f64 * pace) as u64).min(most_ms);
        let is_charged = matches!(control, TimeControl::RealTime { .. }) && self.has_moved;
        let lag_credit_ms = if is_charged {
            random.random_range(0..120).min(elapsed_ms)
        } else {
            0
        };
        if is_charged {
            self.left_ms = self.left_ms - (elapsed_ms - lag_credit_ms) + increment_ms;
        }
        self.has_moved = true;
        Ply {
            path: String::new(),
            remaining_ms: (control != TimeControl::Untimed).then_some(self.left_ms),
            elapsed_ms,
            think_time_ms: self.tells_think_time.then(|| elapsed_ms - lag_credit_ms / 2),
            lag_credit_ms,
        }
    }
}

const fn usual_ms(control: TimeControl) -> u64 {
    match control {
        TimeControl::Untimed => 8000,
        TimeControl::RealTime {
            reserve_ms,
            increment_ms,
        } => reserve_ms / 50 + increment_ms,
        TimeControl::Correspondence { .. } => DAY_MS / 3,
    }
}

fn control(reason: EndReason, random: &mut StdRng) -> TimeControl {
    let mut number = random.random_range(0..100);
    for (share, control) in CONTROLS {
        let has_flag = control != TimeControl::Untimed || reason != EndReason::Timeout;
        if number < share && has_flag {
            return control;
        }
        number = number.saturating_sub(share);
    }
    real_time(300_000, 3000)
}

const fn index(side: Side) -> usize {
    match side {
        Side::White => 0,
        Side::Black => 1,
    }
}
