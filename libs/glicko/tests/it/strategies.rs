//! Inputs for the properties.

use corners_glicko::{Outcome, Parameters, Rating, System};
use proptest::prelude::*;

pub(crate) const OUTCOMES: [Outcome; 3] = [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins];

/// The system of the platform.
pub(crate) fn platform() -> System {
    System::new(Parameters::default()).unwrap()
}

pub(crate) fn rating(rating: f64, deviation: f64, volatility: f64) -> Rating {
    Rating {
        rating,
        deviation,
        volatility,
    }
}

/// A player within the bounds of the platform.
pub(crate) fn players() -> impl Strategy<Value = Rating> {
    (0.0..3_500.0, 45.0..500.0, 0.01..0.1)
        .prop_map(|(points, deviation, volatility)| rating(points, deviation, volatility))
}

pub(crate) fn outcomes() -> impl Strategy<Value = Outcome> {
    prop::sample::select(OUTCOMES.to_vec())
}
