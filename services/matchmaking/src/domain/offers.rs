//! What is offered to others: seeks, challenges, rematches.

use corners_proto::ids::{AccountId, OfferId, TableId};
use serde::{Deserialize, Serialize};

use super::person::{ColourWish, Person};
use super::terms::Terms;

/// How long a seek is in the lobby.
pub const SEEK_LASTS_MS: u64 = 10 * 60 * 1_000;

/// How long a challenge to a player waits for an answer.
pub const CHALLENGE_LASTS_MS: u64 = 60 * 60 * 1_000;

/// How long the link of a challenge is good.
pub const LINK_LASTS_MS: u64 = 24 * 60 * 60 * 1_000;

/// How long an offer to play again waits for an answer.
pub const REMATCH_LASTS_MS: u64 = 60 * 1_000;

/// An offer to everybody in the lobby. Guarded by its owner's record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seek {
    /// Its id.
    pub id: OfferId,
    /// Who made it.
    pub owner: Person,
    /// What is to be played.
    pub terms: Terms,
    /// The side that its owner would like.
    pub colour: ColourWish,
    /// The lowest rating of who may accept it.
    pub lowest: Option<i32>,
    /// The highest rating of who may accept it.
    pub highest: Option<i32>,
    /// When it was made, in milliseconds since 1970.
    pub made_ms: u64,
    /// Whether it is in the lobby.
    pub open: bool,
}

/// An offer to one player, or to the first who has its link. Guarded by its challenger's record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Challenge {
    /// Its id: the secret of the link, where nobody is named.
    pub id: OfferId,
    /// Who made it.
    pub challenger: Person,
    /// Who is challenged; nobody for a link.
    pub challenged: Option<AccountId>,
    /// What is to be played.
    pub terms: Terms,
    /// The side that the challenger would like.
    pub colour: ColourWish,
    /// When it was made, in milliseconds since 1970.
    pub made_ms: u64,
    /// The challenge that it answers.
    pub countered: Option<OfferId>,
    /// Where it is in its life.
    pub status: ChallengeStatus,
}

impl Challenge {
    /// How long it waits for an answer.
    #[must_use]
    pub const fn lasts_ms(&self) -> u64 {
        if self.challenged.is_some() {
            CHALLENGE_LASTS_MS
        } else {
            LINK_LASTS_MS
        }
    }
}

/// Where a challenge is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChallengeStatus {
    /// It waits for an answer.
    Open,
    /// The game is on at this table.
    Accepted(TableId),
    /// It was declined, for one of the reasons of the contract, by its number.
    Declined(i32),
    /// It was answered with another one.
    Countered(OfferId),
    /// The challenger took it back, or plays another game.
    Cancelled,
    /// Nobody answered in time.
    Expired,
}

/// An offer to play again. By the table of the game that is over; guarded by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rematch {
    /// The table of the game that is over.
    pub table: TableId,
    /// Who offers it.
    pub by: AccountId,
    /// To whom.
    pub to: AccountId,
    /// When it was made, in milliseconds since 1970.
    pub made_ms: u64,
    /// Where it is in its life.
    pub state: RematchState,
}

/// Where an offer to play again is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RematchState {
    /// It waits for the other player.
    Open,
    /// It was taken back, or its time was over: it can be made again.
    Withdrawn,
    /// The other player declined it.
    Declined,
    /// The game is on at this table.
    Played(TableId),
}
