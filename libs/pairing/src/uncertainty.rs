use std::f64::consts::PI;

/// Points of rating in one unit of Glicko-2's own scale, 400 / ln 10 as printed in the paper.
const SCALE: f64 = 173.7178;

/// How much a difference of ratings tells about the game, when the standard error of that difference has this square, in
/// points: g of Glicko and Glicko-2, 1 / sqrt(1 + 3 φ² / π²). It is 1 for ratings that are certain and falls towards 0.
///
/// Mark Glickman, "Example of the Glicko-2 system", step 3; with the deviations of both players, "The Glicko system",
/// "expected outcome of a game".
pub(crate) fn g(squared_deviation: f64) -> f64 {
    1.0 / (1.0 + 3.0 * squared_deviation / (SCALE * SCALE * PI * PI)).sqrt()
}
