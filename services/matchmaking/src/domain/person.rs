//! Who plays, as matchmaking tells one from another.

use corners_proto::ids::AccountId;
use serde::{Deserialize, Serialize};

/// What sort of account it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AccountKind {
    /// A person without registration.
    #[default]
    Guest,
    /// A registered person.
    Player,
    /// A program.
    Bot,
}

/// A rating (Glicko-2, on the scale of Elo).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The rating.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

/// Somebody who wants to play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Person {
    /// The account.
    pub account: AccountId,
    /// What sort of account it is.
    pub kind: AccountKind,
    /// Its rating in the variant, if it is known. Always known for a rated game.
    pub rating: Option<Rating>,
}

/// Which side somebody would like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColourWish {
    /// Either.
    #[default]
    Any,
    /// White.
    White,
    /// Black.
    Black,
}
