/// Points of rating in one unit of the paper's own scale (*Glicko-2*, steps 2 and 8): 400 / ln 10, as printed there.
pub(crate) const SCALE: f64 = 173.7178;

/// What is known of a player's strength, on the scale of Elo.
///
/// All three are finite. A [`System`](crate::System) reads a deviation or a volatility outside its bounds as the nearest
/// bound, and what it gives back is within them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The estimate of the strength, in points: r in the paper.
    pub rating: f64,
    /// The standard error of the estimate, in points: RD in the paper.
    pub deviation: f64,
    /// How much the strength is expected to change in a period, as the standard deviation of that change on the paper's
    /// own scale: σ in the paper.
    pub volatility: f64,
}

impl Rating {
    /// The deviation on the paper's own scale: φ in step 2.
    pub(crate) fn phi(self) -> f64 {
        self.deviation / SCALE
    }
}
