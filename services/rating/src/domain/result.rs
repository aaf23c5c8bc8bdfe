//! What the result feed tells, as far as ratings depend on it.

use corners_proto::game::v1::AccountKind;
use corners_proto::ids::{AccountId, TableId};
use corners_rules::Side;

/// Something that the result feed tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// A game that was to be rated is over.
    Finished(FinishedGame),
    /// Such a game was annulled, at this moment in milliseconds since 1970.
    Annulled(FinishedGame, u64),
}

/// A game that was to be rated and is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// The table that it was played at: the game's identity.
    pub table: TableId,
    /// The variant's id, perhaps of one that this program does not know.
    pub variant: String,
    /// Who played White, if anybody did.
    pub white: Option<Player>,
    /// Who played Black, if anybody did.
    pub black: Option<Player>,
    /// When it ended, in milliseconds since 1970.
    pub finished_at_ms: u64,
    /// Whether it started from a set-up position.
    pub set_up: bool,
    /// How many plies were played.
    pub plies: u32,
    /// Who won, if it has a result: `Some(None)` is a draw.
    pub winner: Option<Option<Side>>,
}

/// Who played a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// The account.
    pub account: AccountId,
    /// What sort of account it was.
    pub kind: AccountKind,
}

impl Told {
    /// The game that it is about.
    #[must_use]
    pub fn game(&self) -> &FinishedGame {
        match self {
            Self::Finished(game) | Self::Annulled(game, _) => game,
        }
    }
}

impl FinishedGame {
    /// Both players; none when a seat was empty.
    #[must_use]
    pub fn players(&self) -> Option<(Player, Player)> {
        self.white.zip(self.black)
    }

    /// The day on which it ended, in days of UTC since 1970.
    #[must_use]
    pub const fn day(&self) -> u64 {
        self.finished_at_ms / 86_400_000
    }
}
