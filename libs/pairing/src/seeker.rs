/// A player who waits for an opponent.
///
/// A rating, deviation or limit that is no number permits no opponent; nothing else comes of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seeker {
    /// The rating, in points, finite.
    pub rating: f64,
    /// The standard error of the rating, in points, from 0 to 1,000; beyond, it counts as the nearer of these. A large one is
    /// that of a player of whom little is known, and widens the window.
    pub deviation: f64,
    /// For how long the player has waited, in milliseconds. More than an hour counts as an hour.
    pub waited_ms: u64,
    /// The player's own limit downwards: by how many points an opponent may be rated lower. It is never exceeded, however
    /// long the player waits.
    pub below: Option<f64>,
    /// The player's own limit upwards: by how many points an opponent may be rated higher.
    pub above: Option<f64>,
    /// Games as White less games as Black, among the player's last ones. Beyond eight either way it counts as eight.
    pub colour_balance: i8,
}

impl Seeker {
    /// Somebody who has just come, without limits of their own, and who is due neither colour.
    pub fn new(rating: f64, deviation: f64) -> Self {
        Self {
            rating,
            deviation,
            waited_ms: 0,
            below: None,
            above: None,
            colour_balance: 0,
        }
    }
}
