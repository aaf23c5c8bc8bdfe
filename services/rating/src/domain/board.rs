//! Leaderboards: who is on them, and where.

use corners_glicko::System;

use super::{Policy, Standing};

/// A leaderboard: of a variant, for people or for programs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    /// The variant's id.
    pub variant: String,
    /// Whether it is that of programs.
    pub bots: bool,
}

/// Where a standing is among all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Whether it is among programs.
    pub bots: bool,
    /// The rating's whole points.
    pub points: i32,
    /// Until when it is on the leaderboard, in milliseconds since 1970; 0 when it is not.
    pub listed_until_ms: u64,
}

/// The whole points of a rating: those below it, and the fraction cut off.
#[must_use]
pub fn points(rating: f64) -> i32 {
    // Ratings stay far within; the cast saturates.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "ratings are far within, and the cast saturates"
    )]
    let points = rating.floor() as i32;
    points
}

impl Placement {
    /// Where a standing is: on the board while its live deviation is at most what the policy says.
    #[must_use]
    pub fn of(standing: &Standing, system: &System, policy: &Policy) -> Self {
        let listed_for = if standing.rating.deviation <= policy.listed_to {
            // Who never becomes uncertain stays.
            Some(system.idle_until(standing.rating, policy.listed_to).unwrap_or(u64::MAX))
        } else {
            None
        };
        Self {
            bots: standing.is_bots(),
            points: points(standing.rating.rating),
            listed_until_ms: listed_for.map_or(0, |idle| standing.last_game_ms.saturating_add(idle)),
        }
    }

    /// Whether it is on the board at a moment.
    #[must_use]
    pub const fn is_listed(&self, now_ms: u64) -> bool {
        self.listed_until_ms > 0 && self.listed_until_ms >= now_ms
    }
}
