//! Which games a list means.

use corners_proto::game::v1::{EndReason, Result as Outcome};
use corners_proto::ids::{AccountId, TableId};
use corners_rules::Variant;

/// Games for which all that is set holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Games of this account.
    pub player: Option<AccountId>,
    /// Games of the player against this account; none without a player.
    pub opponent: Option<AccountId>,
    /// This variant.
    pub variant: Option<&'static Variant>,
    /// Rated games, or others.
    pub rated: Option<bool>,
    /// This result; unspecified stands for games without one.
    pub result: Option<Outcome>,
    /// Games that ended so.
    pub reason: Option<EndReason>,
    /// Games that ended at this moment or later, in milliseconds since 1970.
    pub finished_from_ms: Option<u64>,
    /// Games that ended before this moment.
    pub finished_until_ms: Option<u64>,
}

/// A place in the order of games: by end, then by the text of the table's id, downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePoint {
    /// When the game ended, in milliseconds since 1970.
    pub finished_at_ms: u64,
    /// Its table.
    pub table: TableId,
}
