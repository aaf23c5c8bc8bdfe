use std::f64::consts::PI;

use crate::rating::SCALE;
use crate::{Rating, System};

/// Where the expectation ends, on the paper's own scale: an exponent of 30 is a lead of more than 5,211 points, at which
/// the weaker player is expected to score once in ten million million games. A longer lead counts as this one, so that
/// the inverse of a probability and its square stay numbers that a float can hold.
const FARTHEST: f64 = 30.0;

/// What a player is expected to score in a game, and what the opponent is.
///
/// Together they are 1. The smaller would lose its digits if it were computed from the other.
#[derive(Clone, Copy)]
pub(crate) struct Expectation {
    pub(crate) own: f64,
    pub(crate) opponents: f64,
}

impl Expectation {
    /// *Glicko-2*, step 3: E = 1 / (1 + exp(-g (μ - μj))), where `lead` is μ - μj.
    pub(crate) fn of(lead: f64, g: f64) -> Self {
        let exponent = (g * lead).clamp(-FARTHEST, FARTHEST);
        Self {
            own: 1.0 / (1.0 + libm::exp(-exponent)),
            opponents: 1.0 / (1.0 + libm::exp(exponent)),
        }
    }
}

/// How much a game tells, when a deviation is `phi` on the paper's own scale.
///
/// *Glicko-2*, step 3: g(φ) = 1 / sqrt(1 + 3 φ² / π²).
pub(crate) fn g(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

impl System {
    /// What White is expected to score against Black, from 0 to 1; a draw is half. Black is expected to score the rest.
    ///
    /// Both deviations count, as *Glicko* predicts games ("expected outcome of a game"): E with g of the square root of
    /// the sum of their squares. The first-move advantage is added to White's rating.
    pub fn expected_score(&self, white: Rating, black: Rating) -> f64 {
        let (white_phi, black_phi) = (self.within_bounds(white).phi(), self.within_bounds(black).phi());
        let both = (white_phi * white_phi + black_phi * black_phi).sqrt();
        Expectation::of(self.white_lead(white, black), g(both)).own
    }

    /// How far White is ahead, on the paper's own scale: μ - μj of *Glicko-2*, step 2, with the first-move advantage.
    pub(crate) fn white_lead(&self, white: Rating, black: Rating) -> f64 {
        (white.rating - black.rating + self.parameters.first_move_advantage) / SCALE
    }
}
