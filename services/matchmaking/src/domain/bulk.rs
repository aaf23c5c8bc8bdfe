//! An organiser's pairings.

use corners_proto::ids::{AccountId, OfferId, TableId};
use serde::{Deserialize, Serialize};

use super::terms::Terms;

/// How many pairs can be made at once.
pub const MOST_PAIRS: usize = 500;

/// How far ahead the start can be.
pub const FURTHEST_START_MS: u64 = 7 * 24 * 60 * 60 * 1_000;

/// An organiser's pairings. What has become of each is told by its match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bulk {
    /// Its id.
    pub id: OfferId,
    /// Whose it is.
    pub organiser: AccountId,
    /// What is played.
    pub terms: Terms,
    /// When the games start, in milliseconds since 1970.
    pub start_ms: u64,
    /// The tables that there will be, in the order of the request.
    pub tables: Vec<TableId>,
}
