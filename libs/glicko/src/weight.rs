use crate::Rating;

/// How much a game counts for one of its players: above 0, and 1 for a game that counts as a whole.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Weight(f64);

/// A weight that is not one.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("a game can count above 0 and at most 1, not {0}")]
pub struct InvalidWeight(
    /// What was asked for.
    pub f64,
);

impl Weight {
    /// The game counts as a whole.
    pub const WHOLE: Self = Self(1.0);
    /// The game counts half.
    pub const HALF: Self = Self(0.5);

    /// A weight above 0 and at most 1.
    ///
    /// # Errors
    /// When it is anything else, not a number included.
    pub fn new(share: f64) -> Result<Self, InvalidWeight> {
        if share > 0.0 && share <= 1.0 {
            Ok(Self(share))
        } else {
            Err(InvalidWeight(share))
        }
    }

    /// The share of the change that counts.
    pub const fn share(self) -> f64 {
        self.0
    }

    /// This share of the way from `before` to `after`, for each of the three numbers.
    ///
    /// The platform's own addition to the paper: `before + share * (after - before)`. The whole way is `after` itself,
    /// which that sum may miss by a rounding.
    pub(crate) fn between(self, before: Rating, after: Rating) -> Rating {
        if self == Self::WHOLE {
            return after;
        }
        let part = |old: f64, new: f64| old + self.0 * (new - old);
        Rating {
            rating: part(before.rating, after.rating),
            deviation: part(before.deviation, after.deviation),
            volatility: part(before.volatility, after.volatility),
        }
    }
}

impl Default for Weight {
    fn default() -> Self {
        Self::WHOLE
    }
}
