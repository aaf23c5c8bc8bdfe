use crate::quality::Standing;
use crate::{InvalidParameter, Parameters, Seeker};

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
        Standing::of(one, &self.parameters).accepts(&Standing::of(other, &self.parameters))
            && Standing::of(other, &self.parameters).accepts(&Standing::of(one, &self.parameters))
    }
}

/// For how many seconds somebody has waited, as far as it counts.
pub(crate) fn seconds(waited_ms: u64) -> f64 {
    waited_ms.min(LONGEST_WAIT_MS) as f64 / 1_000.0
}
