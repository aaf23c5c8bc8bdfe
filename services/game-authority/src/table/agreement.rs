//! What was agreed when a table was made.

use corners_clockwork::TimeControl;
use corners_proto::ids::AccountId;
use corners_rules::{Position, Variant};

use super::BySide;

/// What sort of account sits at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccountKind {
    /// A person without registration.
    Guest,
    /// A registered person.
    Player,
    /// A program.
    Bot,
}

/// Who holds a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The account, and nobody else, acts for the seat.
    pub account: AccountId,
    /// What sort of account it is.
    pub kind: AccountKind,
    /// Its rating when the game was agreed; none where the game is not rated.
    pub rating: Option<SeatRating>,
}

/// No rating is further from zero, and none is less certain: the archive keeps no other.
const MOST_RATING: f64 = 100_000.0;

/// A rating (Glicko-2, on the scale of Elo) as it was at one moment. Both numbers are finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatRating {
    rating: f64,
    deviation: f64,
}

// Neither number is NaN.
impl Eq for SeatRating {}

/// Why two numbers are no rating.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum BadRating {
    /// The rating itself.
    #[error("is {0}: expected -{MOST_RATING} to {MOST_RATING}")]
    Rating(f64),
    /// Its deviation.
    #[error("is {0}: expected more than 0 and at most {MOST_RATING}")]
    Deviation(f64),
}

impl SeatRating {
    /// A rating from -100000 to 100000 whose deviation is above 0 and at most 100000.
    ///
    /// # Errors
    /// The first of the two numbers that is something else.
    pub fn new(rating: f64, deviation: f64) -> Result<Self, BadRating> {
        if !(-MOST_RATING..=MOST_RATING).contains(&rating) {
            return Err(BadRating::Rating(rating));
        }
        if !(0.0..=MOST_RATING).contains(&deviation) || deviation == 0.0 {
            return Err(BadRating::Deviation(deviation));
        }
        Ok(Self { rating, deviation })
    }

    /// The rating.
    #[must_use]
    pub fn rating(&self) -> f64 {
        self.rating
    }

    /// How uncertain it was: its standard deviation.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        self.deviation
    }
}

/// What it takes to take a move back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takebacks {
    /// Done as soon as it is asked for; both seats are one account's.
    Free,
    /// The other side must accept.
    Agreed,
    /// Never.
    Off,
}

/// What was agreed when a table was made. It never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The variant that is played.
    pub variant: &'static Variant,
    /// The set-up position that the game starts from; none for the variant's own start.
    pub set_up: Option<Position>,
    /// How time is kept.
    pub time_control: TimeControl,
    /// What it takes to take a move back.
    pub takebacks: Takebacks,
    /// Whether the result changes ratings; each seat has one then.
    pub rated: bool,
    /// The account that made the table; White where a service made it for both.
    pub creator: AccountId,
    /// The seats that were taken at once.
    pub seats: BySide<Option<Seat>>,
    /// Digest of the request that made the table.
    pub request_digest: [u8; 32],
}
