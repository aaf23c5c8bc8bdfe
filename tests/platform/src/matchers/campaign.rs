//! The campaign: round after round.

use std::time::{Duration, Instant};

use super::plan::Strike;
use super::players::queuers;
use super::round::{Ends, round};
use crate::Stage;

/// What to do to the matchers on a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchersCampaign {
    /// The seed of the first death; the next ones follow.
    pub first_seed: u64,
    /// How often a matcher dies: once in each round.
    pub kills: u64,
    /// How many tickets there are in each round, a player each.
    pub tickets: usize,
}

/// What became of it.
#[derive(Clone, Debug)]
pub struct MatchersOutcome {
    /// What was done.
    pub campaign: MatchersCampaign,
    /// The seeds of the deaths, and what kind they were.
    pub deaths: Vec<(u64, &'static str)>,
    /// What became of the tickets, round by round.
    pub rounds: Vec<Ends>,
    /// How long each round took.
    pub took: Vec<Duration>,
    /// Promises that were broken.
    pub violations: Vec<String>,
}

impl MatchersCampaign {
    /// Runs it on a stage with two or more matchers, which all serve, until a promise is broken. Needs a runtime with several threads.
    pub async fn run(self, stage: &mut Stage) -> MatchersOutcome {
        let mut outcome = MatchersOutcome {
            campaign: self,
            deaths: Vec::new(),
            rounds: Vec::new(),
            took: Vec::new(),
            violations: Vec::new(),
        };
        let mut queuers = queuers(stage, self.tickets).await;
        for seed in self.first_seed..self.first_seed + self.kills {
            let strike = Strike::of_seed(seed, stage.matchmakers.len());
            outcome.deaths.push((seed, strike.kind()));
            let began = Instant::now();
            match round(stage, &mut queuers, &strike, seed).await {
                Ok(ends) => outcome.rounds.push(ends),
                Err(violations) => {
                    let named = violations
                        .into_iter()
                        .map(|what| format!("{what} (seed {seed}: {strike})"));
                    outcome.violations.extend(named);
                    break;
                }
            }
            outcome.took.push(began.elapsed());
        }
        outcome
    }
}
