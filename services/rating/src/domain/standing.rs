//! What a player is rated in a variant.

use corners_glicko::{Rating, System};
use corners_proto::game::v1::AccountKind;

/// What a player is rated in a variant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The rating as the last change left it: its deviation is that of the last game's end.
    pub rating: Rating,
    /// How many changes there were.
    pub changes: u64,
    /// How many games the rating is made of; annulled ones do not count.
    pub games: u32,
    /// When the last game ended, in milliseconds since 1970; 0 before the first.
    pub last_game_ms: u64,
    /// What sort of account it was in the last game.
    pub kind: AccountKind,
}

impl Standing {
    /// What everybody starts with.
    #[must_use]
    pub fn start(system: &System, kind: AccountKind) -> Self {
        Self {
            rating: system.start(),
            changes: 0,
            games: 0,
            last_game_ms: 0,
            kind,
        }
    }

    /// The rating at a moment: its deviation has grown since the last game. This is what is read and what games are rated
    /// with; it is never kept, so that idle time counts once.
    #[must_use]
    pub fn live(&self, system: &System, now_ms: u64) -> Rating {
        if self.last_game_ms == 0 {
            return self.rating;
        }
        system.grown(self.rating, now_ms.saturating_sub(self.last_game_ms))
    }

    /// Whether it is a program's.
    #[must_use]
    pub fn is_bots(&self) -> bool {
        self.kind == AccountKind::Bot
    }
}
