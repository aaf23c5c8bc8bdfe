//! The numbers that ratings are made with.

use std::collections::BTreeMap;

use corners_glicko::{InvalidParameter, InvalidWeight, Parameters, Rating, System, Weight};
use corners_proto::game::v1::AccountKind;
use corners_rules::Variant;
use serde::{Deserialize, Serialize};

/// The numbers that ratings are made with. They are kept with the ratings, so that these can be made again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// The rating that everybody starts with.
    pub start_rating: f64,
    /// The deviation that everybody starts with.
    pub start_deviation: f64,
    /// The volatility that everybody starts with.
    pub start_volatility: f64,
    /// How much volatility can change in a game.
    pub tau: f64,
    /// The deviation never is less.
    pub lowest_deviation: f64,
    /// The deviation never is more.
    pub highest_deviation: f64,
    /// The volatility never is more.
    pub highest_volatility: f64,
    /// How many rating periods of idling there are in a day.
    pub periods_per_day: f64,
    /// A rating with this deviation or more is provisional.
    pub provisional_from: f64,
    /// A rating with this deviation or less is on the leaderboard.
    pub listed_to: f64,
    /// A game changes a rating by no more points.
    pub greatest_change: f64,
    /// How much a game against a bot counts for a person.
    pub weight_against_bots: f64,
    /// A game with fewer plies is not rated.
    pub fewest_plies: u32,
    /// So many games of two players in a variant on one day are rated.
    pub pair_games_a_day: u32,
    /// The rating points that White is taken to be stronger by, by the variant's id; 0 for those that are not named.
    pub first_move_advantage: BTreeMap<String, f64>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            start_rating: 1500.0,
            start_deviation: 500.0,
            start_volatility: 0.09,
            tau: 0.75,
            lowest_deviation: 45.0,
            highest_deviation: 500.0,
            highest_volatility: 0.1,
            periods_per_day: 0.21436,
            provisional_from: 110.0,
            listed_to: 65.0,
            greatest_change: 700.0,
            weight_against_bots: 0.5,
            fewest_plies: 6,
            pair_games_a_day: 20,
            first_move_advantage: ["classic-3x3", "classic-3x4", "diagonal-3x3"]
                .map(|variant| (variant.to_owned(), 0.0))
                .into(),
        }
    }
}

/// Why a policy cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum InvalidPolicy {
    /// A number of the formulas.
    #[error("{} must be from {} to {}, not {}", .0.parameter.replace('.', "_"), .0.lowest, .0.highest, .0.got)]
    Parameter(#[from] InvalidParameter),
    /// A number that is compared with deviations.
    #[error("{name} has to be a number from 1 to 1000, not {value}")]
    Deviation {
        /// The setting.
        name: &'static str,
        /// What it is.
        value: f64,
    },
    /// The weight.
    #[error("weight_against_bots: {0}")]
    Weight(#[from] InvalidWeight),
    /// A limit that is to be a limit.
    #[error("{name} has to be a number from {least} to 1000000, not {value}")]
    Count {
        /// The setting.
        name: &'static str,
        /// The least it can be.
        least: u32,
        /// What it is.
        value: u32,
    },
    /// An advantage for a variant that has no ratings.
    #[error("first_move_advantage names {0:?}, which is no variant that has ratings")]
    Variant(String),
}

/// A policy that can be used.
#[derive(Clone, Debug)]
pub struct Rulebook {
    policy: Policy,
    systems: Vec<(&'static Variant, System)>,
    against_bots: Weight,
}

impl Rulebook {
    /// # Errors
    /// When one of the numbers makes no sense.
    pub fn new(policy: Policy) -> Result<Self, InvalidPolicy> {
        for (name, value) in [
            ("provisional_from", policy.provisional_from),
            ("listed_to", policy.listed_to),
        ] {
            if !(1.0..=1000.0).contains(&value) {
                return Err(InvalidPolicy::Deviation { name, value });
            }
        }
        for (name, least, value) in [
            // A game that is rated has moves of both.
            ("fewest_plies", 2, policy.fewest_plies),
            ("pair_games_a_day", 1, policy.pair_games_a_day),
        ] {
            if !(least..=1_000_000).contains(&value) {
                return Err(InvalidPolicy::Count { name, least, value });
            }
        }
        let against_bots = Weight::new(policy.weight_against_bots)?;
        let rated = || Variant::all().iter().filter(|variant| variant.rated());
        let named = policy.first_move_advantage.keys();
        if let Some(unknown) = named.into_iter().find(|id| !rated().any(|variant| variant.id() == *id)) {
            return Err(InvalidPolicy::Variant(unknown.clone()));
        }
        let system = |variant| Ok((variant, System::new(policy.parameters(variant))?));
        let systems = rated().map(system).collect::<Result<_, InvalidPolicy>>()?;
        Ok(Self {
            policy,
            systems,
            against_bots,
        })
    }

    /// The numbers.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// How a variant is rated; none for one that is not.
    #[must_use]
    pub fn system(&self, variant: &str) -> Option<&System> {
        let found = self.systems().find(|(rated, _)| rated.id() == variant);
        found.map(|(_, system)| system)
    }

    /// The variants that have ratings, and how each is rated.
    pub fn systems(&self) -> impl Iterator<Item = (&'static Variant, &System)> {
        self.systems.iter().map(|(variant, system)| (*variant, system))
    }

    /// How much a game counts for White and for Black. A program that plays the same way all day says less about a person than
    /// another person does.
    #[must_use]
    pub fn weights(&self, white: AccountKind, black: AccountKind) -> [Weight; 2] {
        let weight = |own, other| match (own, other) {
            (AccountKind::Bot, _) => Weight::WHOLE,
            (_, AccountKind::Bot) => self.against_bots,
            _ => Weight::WHOLE,
        };
        [weight(white, black), weight(black, white)]
    }
}

impl Policy {
    fn parameters(&self, variant: &Variant) -> Parameters {
        Parameters {
            start: Rating {
                rating: self.start_rating,
                deviation: self.start_deviation,
                volatility: self.start_volatility,
            },
            tau: self.tau,
            lowest_deviation: self.lowest_deviation,
            highest_deviation: self.highest_deviation,
            highest_volatility: self.highest_volatility,
            periods_per_day: self.periods_per_day,
            greatest_change: self.greatest_change,
            first_move_advantage: self.first_move_advantage.get(variant.id()).copied().unwrap_or(0.0),
        }
    }
}
