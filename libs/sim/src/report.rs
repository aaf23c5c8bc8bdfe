//! What many simulations came to.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use crate::run::Outcome;

/// What many simulations came to.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    seeds: usize,
    games: usize,
    moves: usize,
    endings: BTreeMap<String, usize>,
    faults: BTreeMap<&'static str, u64>,
    violations: usize,
    lasted: Duration,
}

impl Summary {
    /// Adds a simulation.
    pub fn add(&mut self, outcome: &Outcome) {
        self.seeds += 1;
        self.games += outcome.games;
        self.moves += outcome.moves;
        self.violations += outcome.violations.len();
        self.lasted += outcome.lasted;
        for (reason, times) in &outcome.endings {
            *self.endings.entry(reason.clone()).or_default() += times;
        }
        for (kind, times) in &outcome.faults {
            *self.faults.entry(kind).or_default() += times;
        }
    }

    /// How many promises were broken.
    #[must_use]
    pub fn violations(&self) -> usize {
        self.violations
    }

    /// How many games were played to an end.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            seeds,
            games,
            moves,
            violations,
            lasted,
            ..
        } = self;
        writeln!(
            formatter,
            "{seeds} seeds, {games} games, {moves} moves, {lasted:.0?} simulated"
        )?;
        writeln!(formatter, "{violations} violations")?;
        for (reason, times) in &self.endings {
            writeln!(formatter, "  ended by {reason}: {times}")?;
        }
        for (kind, times) in &self.faults {
            writeln!(formatter, "  fault, {kind}: {times}")?;
        }
        Ok(())
    }
}
