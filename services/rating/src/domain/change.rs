//! What is told of ratings.

use corners_glicko::Rating;
use corners_proto::game::v1::AccountKind;
use corners_proto::ids::{AccountId, TableId};
use corners_rules::Side;

use super::UnratedReason;

/// Why a rating changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A game was played.
    Game,
    /// A game was annulled.
    Annulment,
}

/// One change of one player's rating in one variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Whose.
    pub player: AccountId,
    /// What sort of account it was.
    pub kind: AccountKind,
    /// The variant's id.
    pub variant: String,
    /// Its place in the chain of the player's changes in the variant: from 1, without gaps.
    pub number: u64,
    /// Why.
    pub cause: Cause,
    /// The table of the game.
    pub table: TableId,
    /// When the game ended or was annulled, in milliseconds since 1970.
    pub at_ms: u64,
    /// Exactly what the change before left, or what everybody starts with.
    pub before: Rating,
    /// The deviation that `before` had grown to at that moment.
    pub live_deviation: f64,
    /// The rating after the change.
    pub after: Rating,
    /// The side that the player had in the game.
    pub side: Side,
    /// The points that the player got in the game: 1, 0.5 or 0.
    pub score: f64,
    /// The opponent.
    pub opponent: AccountId,
    /// What sort of account the opponent was.
    pub opponent_kind: AccountKind,
    /// The opponent's live rating that the game was rated with.
    pub opponent_rating: Rating,
    /// How much the game counts for the player.
    pub weight: f64,
}

/// What happened to a game that was to be rated. Both changes are there, White's first.
#[derive(Clone, Debug, PartialEq)]
pub enum Happened {
    /// It changed the ratings of its players.
    Rated(Box<[Change; 2]>),
    /// It changes none.
    Unrated(UnratedReason),
    /// It was annulled after it had been rated.
    Annulled(Box<[Change; 2]>),
}

/// What became of a game that was to be rated.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingEvent {
    /// Its place: from 1, without gaps, in the order in which events became visible.
    pub position: u64,
    /// The game.
    pub table: TableId,
    /// The variant's id.
    pub variant: String,
    /// When it was recorded, in milliseconds since 1970; never earlier than the event before.
    pub recorded_at_ms: u64,
    /// What became of it.
    pub happened: Happened,
}

impl Happened {
    /// The changes, if there are any.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        match self {
            Self::Rated(changes) | Self::Annulled(changes) => &changes[..],
            Self::Unrated(_) => &[],
        }
    }
}
