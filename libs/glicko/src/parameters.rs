use std::ops::RangeInclusive;

use crate::Rating;

/// What a [`System`](crate::System) is made of. The default is that of the platform.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// What is assumed of a player who has not played: 1500 ± 500, volatility 0.09. The rating is from -10,000 to 10,000,
    /// deviation and volatility are within their bounds below.
    pub start: Rating,
    /// How readily volatility changes: τ of *Glicko-2*, step 1. From 0.01 to 2; the paper finds 0.3 to 1.2 reasonable,
    /// the platform has 0.75.
    pub tau: f64,
    /// No deviation is lower, so that a rating never stops moving: from 1 to `highest_deviation`, 45 by default.
    pub lowest_deviation: f64,
    /// No deviation is higher: from `lowest_deviation` to 1,000, 500 by default.
    pub highest_deviation: f64,
    /// No volatility is higher: from 0.0001 to 1, 0.1 by default.
    pub highest_volatility: f64,
    /// How many rating periods of idling a day counts for: from 0 to 1,440. By default 0.21436: at a volatility of 0.06
    /// a deviation grows from 45 to 138 in two years.
    pub periods_per_day: f64,
    /// The most points by which one game changes a rating: from 1 to 10,000, 700 by default.
    pub greatest_change: f64,
    /// What having the first move is worth: points that are added to White's rating where the score is expected, and
    /// nowhere else. From -1,000 to 1,000, 0 by default.
    pub first_move_advantage: f64,
}

/// A parameter outside its range, or not a finite number.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{parameter} must be from {lowest} to {highest}, not {got}")]
pub struct InvalidParameter {
    /// The field of [`Parameters`], with that of the start after a dot: `start.rating`.
    pub parameter: &'static str,
    /// The lowest value allowed.
    pub lowest: f64,
    /// The highest value allowed.
    pub highest: f64,
    /// What was asked for.
    pub got: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            start: Rating {
                rating: 1500.0,
                deviation: 500.0,
                volatility: 0.09,
            },
            tau: 0.75,
            lowest_deviation: 45.0,
            highest_deviation: 500.0,
            highest_volatility: 0.1,
            periods_per_day: 0.21436,
            greatest_change: 700.0,
            first_move_advantage: 0.0,
        }
    }
}

impl Parameters {
    /// The first parameter that is not in its range, if any; bounds come before what lies within them.
    pub(crate) fn check(&self) -> Result<(), InvalidParameter> {
        within("lowest_deviation", self.lowest_deviation, 1.0..=1_000.0)?;
        let deviations = self.lowest_deviation..=1_000.0;
        within("highest_deviation", self.highest_deviation, deviations)?;
        within("highest_volatility", self.highest_volatility, 0.000_1..=1.0)?;
        within("tau", self.tau, 0.01..=2.0)?;
        within("periods_per_day", self.periods_per_day, 0.0..=1_440.0)?;
        within("greatest_change", self.greatest_change, 1.0..=10_000.0)?;
        within("first_move_advantage", self.first_move_advantage, -1_000.0..=1_000.0)?;
        within("start.rating", self.start.rating, -10_000.0..=10_000.0)?;
        let deviations = self.lowest_deviation..=self.highest_deviation;
        within("start.deviation", self.start.deviation, deviations)?;
        within("start.volatility", self.start.volatility, 0.0..=self.highest_volatility)
    }
}

fn within(parameter: &'static str, got: f64, range: RangeInclusive<f64>) -> Result<(), InvalidParameter> {
    // Not a number is in no range.
    if range.contains(&got) {
        return Ok(());
    }
    Err(InvalidParameter {
        parameter,
        lowest: *range.start(),
        highest: *range.end(),
        got,
    })
}
