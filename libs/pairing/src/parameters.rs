use std::ops::RangeInclusive;

/// What a [`Policy`](crate::Policy) is made of. Points are those of the rating. The default is that of the platform; the
/// page `docs/pairing.md` says how it was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// How far from their own rating a player whose rating is certain accepts an opponent at once: from 1 to 5,000 points.
    pub initial_window: f64,
    /// By how much that widens with each second of waiting: from 0 to 1,000 points.
    pub widening_per_second: f64,
    /// How far it widens at most: from `initial_window` to 5,000 points.
    pub widest_window: f64,
    /// What it is worth to pair somebody who has waited a second longer than somebody else: from 0 to 100 points of distance.
    pub worth_of_a_second: f64,
    /// What it costs that somebody does not get the colour that they are due, for each game by which they are: from 0 to
    /// 100 points of distance.
    pub cost_of_a_colour: f64,
    /// What it costs to meet the opponent of the game before again, from 0 to 1,000 points of distance; an opponent of `n`
    /// games ago costs the `n`th part of it.
    pub cost_of_a_repeat: f64,
    /// Last opponents meet again if there is nobody else for either of them, and will not be within this time as windows
    /// widen: from 0 to 600,000 milliseconds.
    pub repeat_after_ms: u64,
}

/// A parameter outside its range, or not a finite number.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{parameter} must be from {lowest} to {highest}, not {got}")]
pub struct InvalidParameter {
    /// The field of [`Parameters`].
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
            initial_window: 100.0,
            widening_per_second: 60.0,
            widest_window: 1_000.0,
            worth_of_a_second: 2.0,
            cost_of_a_colour: 20.0,
            cost_of_a_repeat: 60.0,
            repeat_after_ms: 30_000,
        }
    }
}

impl Parameters {
    /// The first parameter that is not in its range, if any; bounds come before what lies within them.
    pub(crate) fn check(&self) -> Result<(), InvalidParameter> {
        within("initial_window", self.initial_window, 1.0..=5_000.0)?;
        within("widening_per_second", self.widening_per_second, 0.0..=1_000.0)?;
        within("widest_window", self.widest_window, self.initial_window..=5_000.0)?;
        within("worth_of_a_second", self.worth_of_a_second, 0.0..=100.0)?;
        within("cost_of_a_colour", self.cost_of_a_colour, 0.0..=100.0)?;
        within("cost_of_a_repeat", self.cost_of_a_repeat, 0.0..=1_000.0)?;
        within("repeat_after_ms", self.repeat_after_ms as f64, 0.0..=600_000.0)
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
