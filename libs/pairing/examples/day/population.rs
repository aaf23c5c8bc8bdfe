//! The players of a day: how strong they are, when they come, and what they want.

use crate::site_day::dice::Dice;
use crate::site_day::pools::Pool;

pub(crate) const MS_PER_HOUR: u64 = 3_600_000;

/// How busy each hour of the day is, in percent of the busiest. Lichess has "a smooth circadian pattern, since the majority
/// of players are in the US or Europe" (r/chess, "Lichess.org traffic before and during football World Cup 2022"): a peak in
/// the European evening. That the quietest hour has 40 % of the peak is taken, not measured.
const HOURS: [f64; 24] = [
    55.0, 48.0, 43.0, 40.0, 40.0, 42.0, 46.0, 52.0, 59.0, 66.0, 72.0, 77.0, 81.0, 85.0, 88.0, 91.0, 94.0, 97.0, 100.0,
    100.0, 97.0, 89.0, 77.0, 65.0,
];

pub(crate) struct Player {
    pub(crate) rating: f64,
    pub(crate) deviation: f64,
    pub(crate) below: Option<f64>,
    pub(crate) above: Option<f64>,
    /// When the player comes, and for how many games: in order.
    pub(crate) sessions: Vec<Session>,
    /// For how long the player waits for an opponent before leaving for today, in milliseconds.
    pub(crate) patience_ms: u64,
}

#[derive(Clone, Copy)]
pub(crate) struct Session {
    pub(crate) from_ms: u64,
    pub(crate) games: u32,
}

/// The players of one pool. Everybody has one pool for the day.
pub(crate) fn players(pool: &Pool, count: usize, dice: &mut Dice) -> Vec<Player> {
    (0..count).map(|_| player(pool, dice)).collect()
}

fn player(pool: &Pool, dice: &mut Dice) -> Player {
    let (rating, deviation) = strength(pool, dice);
    let [below, above] = if dice.happens(0.25) {
        own_limits(dice)
    } else {
        [None; 2]
    };
    Player {
        rating,
        deviation,
        below,
        above,
        sessions: sessions(dice),
        patience_ms: (1_000.0 * dice.log_normal(120.0, 0.6).clamp(20.0, 900.0)) as u64,
    }
}

/// 4 % are new and have the rating that everybody begins with, 12 % are known a little, the others well. Lichess allows
/// ratings from 400.
fn strength(pool: &Pool, dice: &mut Dice) -> (f64, f64) {
    let rating = dice
        .normal(pool.mean_rating, pool.rating_deviation)
        .clamp(400.0, 3_000.0);
    match dice.fraction() {
        new if new < 0.04 => (1500.0, 500.0),
        little if little < 0.16 => (rating, dice.between(110.0, 300.0)),
        _ => (rating, dice.between(45.0, 90.0)),
    }
}

/// One player in four has set limits; on most servers that is a slider in steps of 50.
fn own_limits(dice: &mut Dice) -> [Option<f64>; 2] {
    [0.8, 0.6].map(|probability| {
        let steps = 1.0 + 8.0 * dice.fraction();
        dice.happens(probability).then(|| 50.0 * steps.floor())
    })
}

/// Two players in three come once, the others twice or three times. Play is very uneven: on Lichess 80 % of the time is
/// played by 20 % of the players (Solal35, "Exploring how Lichess' players spend their playing time", part 2).
fn sessions(dice: &mut Dice) -> Vec<Session> {
    let count = [1, 1, 1, 1, 2, 3][(6.0 * dice.fraction()) as usize];
    let mut sessions: Vec<Session> = (0..count).map(|_| session(dice)).collect();
    sessions.sort_by_key(|session| session.from_ms);
    sessions
}

fn session(dice: &mut Dice) -> Session {
    let hour = dice.weighted(HOURS.into_iter()) as f64 + dice.fraction();
    Session {
        from_ms: (hour * MS_PER_HOUR as f64) as u64,
        games: dice.log_normal(4.0, 1.0).round().clamp(1.0, 60.0) as u32,
    }
}
