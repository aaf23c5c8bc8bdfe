//! Checking a run, state by state.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use stateright::{Checker, Expectation, HasDiscoveries, Model, Path};

use crate::action::Action;
use crate::model::Protocol;
use crate::setting::Setting;
use crate::state::State;

/// What a check found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The run's name.
    pub name: &'static str,
    /// How many states were made, repeated ones too.
    pub states: usize,
    /// How many different states there are.
    pub unique_states: usize,
    /// The most steps that lead to a state, the beginning counted.
    pub depth: usize,
    /// How long it took.
    pub took: Duration,
    /// The properties that hold in every state.
    pub holding: Vec<&'static str>,
    /// The states asked for that were reached.
    pub reached: Vec<&'static str>,
    /// The states asked for that were not.
    pub not_reached: Vec<&'static str>,
    /// The properties that do not hold, each with the shortest way to a state where it does not.
    pub failing: Vec<(&'static str, Vec<Step>)>,
}

/// A step on the way to a state.
#[derive(Clone, Debug)]
pub struct Step {
    /// How long the run has lasted.
    pub at_ms: u64,
    /// Game time.
    pub game_ms: u64,
    /// The last event of the log.
    pub head: u8,
    /// What happens then; nothing at the end.
    pub action: Option<Action>,
}

impl Report {
    /// Whether everything holds and everything asked for was reached.
    pub fn is_good(&self) -> bool {
        self.failing.is_empty() && self.not_reached.is_empty()
    }
}

/// Checks every state of a run, up to the first that is wrong.
pub fn check(setting: Setting, threads: usize) -> Report {
    let began = Instant::now();
    let protocol = Protocol { setting };
    let name = protocol.setting.name;
    let checker = protocol
        .checker()
        .threads(threads)
        .finish_when(HasDiscoveries::AnyFailures)
        .spawn_bfs()
        .join();
    let mut report = Report {
        name,
        states: checker.state_count(),
        unique_states: checker.unique_state_count(),
        depth: checker.max_depth(),
        took: began.elapsed(),
        holding: Vec::new(),
        reached: Vec::new(),
        not_reached: Vec::new(),
        failing: Vec::new(),
    };
    let mut discoveries = checker.discoveries();
    for property in checker.model().properties() {
        match (property.expectation, discoveries.remove(property.name)) {
            (Expectation::Sometimes, Some(_)) => report.reached.push(property.name),
            (Expectation::Sometimes, None) => report.not_reached.push(property.name),
            (_, None) => report.holding.push(property.name),
            (_, Some(path)) => report.failing.push((property.name, steps(checker.model(), path))),
        }
    }
    report
}

/// The shortest way to a state where a property does not hold; none when it always holds.
pub fn counterexample(setting: Setting, property: &'static str) -> Option<Vec<Step>> {
    let checker = Protocol { setting }
        .checker()
        .finish_when(HasDiscoveries::AnyOf(BTreeSet::from([property])))
        .spawn_bfs()
        .join();
    let path = checker.discovery(property)?;
    Some(steps(checker.model(), path))
}

fn steps(protocol: &Protocol, path: Path<State, Action>) -> Vec<Step> {
    let steps = path.into_vec().into_iter().map(|(state, action)| Step {
        at_ms: state.now_ms,
        game_ms: state.reading(&protocol.setting).game_ms,
        head: state.kept.head,
        action,
    });
    steps.collect()
}
