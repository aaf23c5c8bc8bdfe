use crate::expectation::{Expectation, g};
use crate::rating::SCALE;
use crate::volatility::{Evidence, new_volatility};
use crate::{Rating, System};

/// A game as the player who is rated sees it, on the paper's own scale.
#[derive(Clone, Copy)]
pub(crate) struct Encounter {
    /// How far the player is ahead: μ - μj.
    pub(crate) lead: f64,
    /// The deviation of the opponent: φj.
    pub(crate) opponent_phi: f64,
    /// What the player scored, from 0 to 1: s.
    pub(crate) score: f64,
}

/// What games tell of a player, before it is set against what was known: both sums of *Glicko-2*, steps 3 and 4.
#[derive(Clone, Copy, Default)]
struct Told {
    /// 1 / v = Σ g(φj)² E (1 - E).
    information: f64,
    /// Σ g(φj) (s - E).
    surplus: f64,
}

impl Told {
    fn with(self, encounter: Encounter) -> Self {
        let g = g(encounter.opponent_phi);
        let expected = Expectation::of(encounter.lead, g);
        // s - E, without a difference of two numbers that are almost 1.
        let surplus = encounter.score * expected.opponents - (1.0 - encounter.score) * expected.own;
        Self {
            information: self.information + g * g * expected.own * expected.opponents,
            surplus: self.surplus + g * surplus,
        }
    }
}

impl System {
    /// A player after a rating period: *Glicko-2*, steps 2 to 8, in the general form.
    ///
    /// `results` are the opponents as they were before the period and what the player scored against each, from 0 to 1.
    /// `periods` is for how many periods of idling the deviation grows in step 6: 1 in the paper, 0 where idle time is
    /// counted otherwise, as [`System::play`] does. Without results only that growth is left, by the volatility as it is.
    ///
    /// The bounds hold for the player, before and after, and so does the greatest change of a game. An opponent's
    /// deviation may be lower than a player's. Nobody has a first-move advantage.
    #[must_use]
    pub fn period(&self, player: Rating, results: &[(Rating, f64)], periods: f64) -> Rating {
        let encounters = results.iter().map(|&(opponent, score)| Encounter {
            lead: (player.rating - opponent.rating) / SCALE,
            opponent_phi: opponent.deviation.clamp(0.0, self.parameters.highest_deviation) / SCALE,
            score: score.clamp(0.0, 1.0),
        });
        self.rated(self.within_bounds(player), encounters, periods.max(0.0))
    }

    /// [`System::period`] for a player within the bounds.
    pub(crate) fn rated(&self, player: Rating, encounters: impl Iterator<Item = Encounter>, periods: f64) -> Rating {
        let phi = player.phi();
        let told = encounters.fold(Told::default(), Told::with);
        let volatility = if told.information > 0.0 {
            let evidence = Evidence {
                phi,
                variance: 1.0 / told.information,
                change: told.surplus / told.information,
            };
            new_volatility(player.volatility, self.parameters.tau, evidence)
        } else {
            player.volatility
        };

        // Step 6: φ*² = φ² + σ'², and step 7: φ' = 1 / sqrt(1/φ*² + 1/v), μ' = μ + φ'² Σ g(φj) (s - E).
        // Between them the deviation is held to the highest, as it is where idle time is counted.
        let highest = self.parameters.highest_deviation / SCALE;
        let grown = (phi * phi + volatility * volatility * periods).min(highest * highest);
        let variance = 1.0 / (1.0 / grown + told.information);
        let most = self.parameters.greatest_change;
        let change = (SCALE * variance * told.surplus).clamp(-most, most);
        self.within_bounds(Rating {
            rating: player.rating + change,
            deviation: SCALE * variance.sqrt(),
            volatility,
        })
    }
}
