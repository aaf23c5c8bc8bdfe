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
    /// The account that made the table.
    pub creator: AccountId,
    /// The seats that were taken at once.
    pub seats: BySide<Option<Seat>>,
    /// Digest of the request that made the table.
    pub request_digest: [u8; 32],
}
