//! What accounts and the lobby are told.

use corners_proto::ids::{OfferId, TableId};
use serde::{Deserialize, Serialize};

use super::matched::Game;
use super::offers::{Challenge, Rematch, Seek};

/// News for an account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum News {
    /// A game has started.
    GameStarted(Game),
    /// A challenge was made, by it or to it.
    ChallengeOpened(Challenge),
    /// Such a challenge has ended.
    ChallengeEnded(Challenge),
    /// An offer to play again was made, by it or to it.
    RematchOffered(Rematch),
    /// Such an offer has ended without a game.
    RematchEnded(TableId),
    /// A seek of its has ended without a game.
    SeekEnded(OfferId),
    /// An organiser has paired it.
    GameScheduled {
        /// The organiser's pairing.
        pairing: OfferId,
        /// The game as it will be, with the moment of its start.
        game: Game,
    },
    /// A game that was to start will not.
    CalledOff {
        /// Its table.
        table: TableId,
        /// Why.
        reason: String,
    },
}

/// News for the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LobbyNews {
    /// A seek was made.
    Added(Seek),
    /// A seek has ended.
    Removed(OfferId),
}
