use crate::quality::{Standing, UNITS_PER_POINT};
use crate::{InvalidParameter, Parameters, Relation, Seeker};

/// Waiting beyond an hour counts as an hour, so that every weight is bounded.
const LONGEST_WAIT_MS: u64 = 3_600_000;

/// Who may meet whom, and how good it would be: [`Parameters`] in their ranges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    parameters: Parameters,
}

impl Default for Policy {
    /// The policy of the platform: that of [`Parameters::default`].
    fn default() -> Self {
        Self {
            parameters: Parameters::default(),
        }
    }
}

impl Policy {
    /// A policy of these parameters, each of which has to be in its range.
    pub fn new(parameters: Parameters) -> Result<Self, InvalidParameter> {
        parameters.check()?;
        Ok(Self { parameters })
    }

    /// What the policy is made of.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// How far from their own rating a player accepts an opponent by now, in points, their own limits aside.
    ///
    /// It is the initial window and what waiting has added, up to the widest, divided by g of the player's deviation: the
    /// difference of ratings at which the game is expected to be as uneven as at the window's width between two players
    /// whose ratings are certain. It is no number where the deviation is none.
    pub fn window(&self, deviation: f64, waited_ms: u64) -> f64 {
        Standing::window(&self.parameters, deviation, waited_ms)
    }

    /// The lowest and the highest rating of an opponent that a player accepts by now: the window within their own limits.
    pub fn range(&self, seeker: &Seeker) -> (f64, f64) {
        let window = self.window(seeker.deviation, seeker.waited_ms);
        let below = seeker.below.map_or(window, |limit| limit.min(window));
        let above = seeker.above.map_or(window, |limit| limit.min(window));
        (seeker.rating - below, seeker.rating + above)
    }

    /// Whether both windows and the limits of both allow that the two meet. Whether they are strangers is another question.
    pub fn allows(&self, one: &Seeker, other: &Seeker) -> bool {
        let [one, other] = [one, other].map(|seeker| Standing::of(seeker, &self.parameters));
        one.accepts(&other) && other.accepts(&one)
    }

    /// What a wave gains by pairing these two, in points of rating, more than 0; none if they may not meet. That last opponents
    /// meet only if there is nobody else is another question.
    ///
    /// It is the dearest that a pair can be, less what this one costs, and what both waits are worth. A pair costs the
    /// difference of the ratings times g of both deviations, a colour that somebody is due and does not get, and that the
    /// two met a short while ago.
    pub fn worth(&self, one: &Seeker, other: &Seeker, relation: Relation) -> Option<f64> {
        if relation == Relation::Never || !self.allows(one, other) {
            return None;
        }
        let [one, other] = [one, other].map(|seeker| Standing::of(seeker, &self.parameters));
        Some(one.weight(&other, relation, &self.parameters) as f64 / UNITS_PER_POINT)
    }

    /// For how much longer both have to wait until windows and limits allow that they meet, in milliseconds: 0 if they do
    /// already, none if they never will.
    pub fn opens_in_ms(&self, one: &Seeker, other: &Seeker) -> Option<u64> {
        let later = |seeker: &Seeker, by_ms: u64| Seeker {
            waited_ms: seeker.waited_ms.saturating_add(by_ms),
            ..*seeker
        };
        let allows_in = |ms: u64| self.allows(&later(one, ms), &later(other, ms));
        let (mut closed_in, mut open_in) = (0, LONGEST_WAIT_MS);
        if allows_in(closed_in) {
            return Some(0);
        }
        if !allows_in(open_in) {
            return None;
        }
        // Windows only widen.
        while open_in - closed_in > 1 {
            let middle = closed_in + (open_in - closed_in) / 2;
            if allows_in(middle) {
                open_in = middle;
            } else {
                closed_in = middle;
            }
        }
        Some(open_in)
    }
}

/// For how many seconds somebody has waited, as far as it counts.
pub(crate) fn seconds(waited_ms: u64) -> f64 {
    waited_ms.min(LONGEST_WAIT_MS) as f64 / 1_000.0
}
