use crate::policy::seconds;
use crate::uncertainty::g;
use crate::{Parameters, Relation, Seeker};

/// The most games by which anybody is due a colour.
pub(crate) const FARTHEST_BALANCE: i8 = 8;

/// Nobody is less certain than this, in points.
const HIGHEST_DEVIATION: f64 = 1_000.0;

/// Weights are whole numbers: this many to a point of rating.
pub(crate) const UNITS_PER_POINT: f64 = 256.0;

/// What pairing looks at in a seeker, computed once for a wave.
#[derive(Clone, Copy)]
pub(crate) struct Standing {
    pub(crate) rating: f64,
    /// How far from the own rating an opponent may be, in points.
    pub(crate) window: f64,
    /// How far it may be once somebody else is not waited for any longer.
    pub(crate) later_window: f64,
    below: f64,
    above: f64,
    squared_deviation: f64,
    /// What it is worth to pair this seeker now, in points.
    worth: f64,
    balance: i8,
    pub(crate) waited_ms: u64,
}

impl Standing {
    pub(crate) fn of(seeker: &Seeker, parameters: &Parameters) -> Self {
        Self {
            rating: seeker.rating,
            window: Self::window(parameters, seeker.deviation, seeker.waited_ms),
            later_window: Self::window(
                parameters,
                seeker.deviation,
                seeker.waited_ms.saturating_add(parameters.repeat_after_ms),
            ),
            below: seeker.below.unwrap_or(f64::INFINITY),
            above: seeker.above.unwrap_or(f64::INFINITY),
            squared_deviation: squared(seeker.deviation),
            worth: parameters.worth_of_a_second * seconds(seeker.waited_ms),
            balance: seeker.colour_balance.clamp(-FARTHEST_BALANCE, FARTHEST_BALANCE),
            waited_ms: seeker.waited_ms,
        }
    }

    pub(crate) fn window(parameters: &Parameters, deviation: f64, waited_ms: u64) -> f64 {
        let widened = parameters.initial_window + parameters.widening_per_second * seconds(waited_ms);
        widened.min(parameters.widest_window) / g(squared(deviation))
    }

    /// Whether this seeker would play that one. Each comparison with what is no number is false.
    pub(crate) fn accepts(&self, opponent: &Self) -> bool {
        self.accepts_within(self.window, opponent)
    }

    /// The same after another while of waiting.
    pub(crate) fn will_accept(&self, opponent: &Self) -> bool {
        self.accepts_within(self.later_window, opponent)
    }

    fn accepts_within(&self, window: f64, opponent: &Self) -> bool {
        let lead = opponent.rating - self.rating;
        lead.abs() <= window && lead <= self.above && -lead <= self.below
    }

    /// What it is worth that these two, who accept each other, meet now: above 0, in units. It is the same both ways.
    ///
    /// The difference of their ratings counts as far as it tells something: by g of the deviations of both. As g of both
    /// is at most g of either, that is at most the widest window; so any pair that may be made is worth making.
    pub(crate) fn weight(&self, other: &Self, relation: Relation, parameters: &Parameters) -> i64 {
        let told = g(self.squared_deviation + other.squared_deviation);
        let distance = told * (self.rating - other.rating).abs();
        let cost = distance + self.colour_cost(other, parameters) + repeat_cost(relation, parameters);
        let points = dearest(parameters) - cost + self.worth + other.worth;
        1 + (points.max(0.0) * UNITS_PER_POINT).round() as i64
    }

    /// Of two who are due the same colour, one does not get it: the one who is due it less.
    fn colour_cost(&self, other: &Self, parameters: &Parameters) -> f64 {
        if self.balance.signum() * other.balance.signum() <= 0 {
            return 0.0;
        }
        let due = self.balance.abs().min(other.balance.abs());
        parameters.cost_of_a_colour * f64::from(due)
    }

    /// How much more this one has had White than that one.
    pub(crate) fn whiter_than(&self, other: &Self) -> i8 {
        self.balance - other.balance
    }
}

/// No number if the deviation is none, or infinite: then neither is the window, and nobody is within it.
fn squared(deviation: f64) -> f64 {
    if !deviation.is_finite() {
        return f64::NAN;
    }
    let bounded = deviation.clamp(0.0, HIGHEST_DEVIATION);
    bounded * bounded
}

/// The most that a pair costs.
fn dearest(parameters: &Parameters) -> f64 {
    parameters.widest_window + parameters.cost_of_a_colour * f64::from(FARTHEST_BALANCE) + parameters.cost_of_a_repeat
}

fn repeat_cost(relation: Relation, parameters: &Parameters) -> f64 {
    match relation {
        Relation::Strangers | Relation::Never => 0.0,
        Relation::Last => parameters.cost_of_a_repeat,
        Relation::Recent { games_ago } => parameters.cost_of_a_repeat / f64::from(games_ago.max(1)),
    }
}
