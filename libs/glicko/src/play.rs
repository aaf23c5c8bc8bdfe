use std::iter::once;

use crate::period::Encounter;
use crate::{Outcome, Rating, System, Weight};

impl System {
    /// Both players after a game, White first, each rated from what both were before it.
    ///
    /// The game is a rating period of its own. Idle time is none of its business: the caller has brought both up to the
    /// time of the game by [`System::grown`], so that step 6 of *Glicko-2* adds nothing. The first-move advantage is
    /// added to White's rating where the score is expected.
    ///
    /// `weights` says how much the game counts for each, White first; the greatest change applies before it. A game that
    /// counts half changes rating, deviation and volatility by half of what it would otherwise.
    #[must_use]
    pub fn play(&self, white: Rating, black: Rating, outcome: Outcome, weights: [Weight; 2]) -> (Rating, Rating) {
        let (white_before, black_before) = (self.within_bounds(white), self.within_bounds(black));
        let lead = self.white_lead(white, black);
        let whites = Encounter {
            lead,
            opponent_phi: black_before.phi(),
            score: outcome.white_score(),
        };
        let blacks = Encounter {
            lead: -lead,
            opponent_phi: white_before.phi(),
            score: outcome.swapped().white_score(),
        };
        let white_after = self.rated(white_before, once(whites), 0.0);
        let black_after = self.rated(black_before, once(blacks), 0.0);
        (
            weights[0].between(white_before, white_after),
            weights[1].between(black_before, black_after),
        )
    }
}
