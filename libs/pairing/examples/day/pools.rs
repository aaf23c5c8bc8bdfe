//! The pools of the site, and who comes to them.
//!
//! Popularity: on Lichess in April 2019, 25 % of the games were 1+0, 18 % 3+0, 17 % 5+0, 11 % 10+0 and 4 % 15+15
//! (chessvillage.blogspot.com, "Most popular time controls on lichess"); of the rated games of January 2022, 98.3 % were
//! standard chess and each of the other variants had less than 0.4 % (the Lichess database). Here the other variants have
//! 4.5 % and casual games 11 %, so that there are thin pools as well as thick ones.
//!
//! Ratings: means of Lichess in 2022 of 1450 in bullet, 1463 in blitz and 1447 in rapid; and 2200 is better than 93, 96 and 98 %
//! of the players there (both from the forum of lichess.org). Normal distributions through these points have deviations of
//! 508, 421 and 367.

/// A kind of game that players are paired for: what they queue for.
pub(crate) struct Pool {
    pub(crate) name: &'static str,
    /// The share of the players, in percent.
    pub(crate) share: f64,
    initial_s: f64,
    increment_s: f64,
    pub(crate) mean_rating: f64,
    pub(crate) rating_deviation: f64,
}

const BULLET: (f64, f64) = (1450.0, 508.0);
const BLITZ: (f64, f64) = (1463.0, 421.0);
const RAPID: (f64, f64) = (1447.0, 367.0);

pub(crate) const POOLS: [Pool; 13] = [
    pool("classic-3x3 1+0 rated", 23.0, (60.0, 0.0), BULLET),
    pool("classic-3x3 3+0 rated", 17.0, (180.0, 0.0), BLITZ),
    pool("classic-3x3 5+0 rated", 15.0, (300.0, 0.0), BLITZ),
    pool("classic-3x3 10+0 rated", 10.0, (600.0, 0.0), RAPID),
    pool("classic-3x3 3+2 rated", 10.0, (180.0, 2.0), BLITZ),
    pool("classic-3x3 5+3 rated", 6.0, (300.0, 3.0), BLITZ),
    pool("classic-3x3 15+15 rated", 3.5, (900.0, 15.0), RAPID),
    pool("classic-3x3 5+0 casual", 4.0, (300.0, 0.0), BLITZ),
    pool("classic-3x3 10+0 casual", 4.0, (600.0, 0.0), RAPID),
    pool("classic-3x3 3+0 casual", 3.0, (180.0, 0.0), BLITZ),
    pool("diagonal-3x3 3+0 rated", 2.0, (180.0, 0.0), BLITZ),
    pool("classic-3x4 5+0 rated", 1.5, (300.0, 0.0), BLITZ),
    pool("diagonal-3x3 10+0 rated", 1.0, (600.0, 0.0), RAPID),
];

const fn pool(name: &'static str, share: f64, control: (f64, f64), ratings: (f64, f64)) -> Pool {
    Pool {
        name,
        share,
        initial_s: control.0,
        increment_s: control.1,
        mean_rating: ratings.0,
        rating_deviation: ratings.1,
    }
}

impl Pool {
    /// What Lichess takes for the time of one side: the initial time and 40 increments. A game of two sides is taken to
    /// last from half of it, when somebody resigns soon, to once and a half.
    pub(crate) fn side_ms(&self) -> f64 {
        1_000.0 * (self.initial_s + 40.0 * self.increment_s)
    }
}
