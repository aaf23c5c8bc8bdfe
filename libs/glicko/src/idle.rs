use crate::rating::SCALE;
use crate::{Rating, System};

const MS_PER_DAY: f64 = 86_400_000.0;

impl System {
    /// A player after `idle_ms` milliseconds without a game: the deviation has grown, the rest is as it was.
    ///
    /// *Glicko-2*, step 6, φ* = sqrt(φ² + σ²), for as many periods as have passed, fractions included:
    /// sqrt(φ² + σ² t). That is the same in one go or in several. It never exceeds the highest deviation.
    #[must_use]
    pub fn grown(&self, rating: Rating, idle_ms: u64) -> Rating {
        let before = self.within_bounds(rating);
        let periods = idle_ms as f64 / MS_PER_DAY * self.parameters.periods_per_day;
        let per_period = SCALE * before.volatility;
        let deviation = (before.deviation * before.deviation + per_period * per_period * periods).sqrt();
        Rating {
            deviation: deviation.min(self.parameters.highest_deviation),
            ..before
        }
    }

    /// How many milliseconds without a game it takes until the deviation exceeds `deviation`.
    ///
    /// Exact: after so many it is not yet above, one later it is. 0 when it is already; none when it never will be, as
    /// with `deviation` at the highest there is.
    ///
    /// The answer is looked for by halving, 64 times, since growth never turns back. The formula solved for the time
    /// would miss it by the roundings.
    pub fn idle_until(&self, rating: Rating, deviation: f64) -> Option<u64> {
        let exceeds = |idle_ms: u64| self.grown(rating, idle_ms).deviation > deviation;
        if exceeds(0) {
            return Some(0);
        }
        if !exceeds(u64::MAX) {
            return None;
        }
        let (mut not_yet, mut already) = (0, u64::MAX);
        while already - not_yet > 1 {
            let middle = not_yet + (already - not_yet) / 2;
            if exceeds(middle) {
                already = middle;
            } else {
                not_yet = middle;
            }
        }
        Some(not_yet)
    }
}
