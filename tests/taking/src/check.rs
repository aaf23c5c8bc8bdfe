//! Checking all states of a setting.

use std::time::{Duration, Instant};

use stateright::{Checker, Expectation, HasDiscoveries, Model, Property};

use crate::properties::{ALWAYS, REACHED};
use crate::state::{Setting, State};
use crate::step::Action;

pub(crate) struct Taking(Setting);

impl Model for Taking {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        vec![State::at_start(&self.0)]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        state.possible(actions);
    }

    fn next_state(&self, state: &State, action: Action) -> Option<State> {
        state.after(&self.0, action)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        let always = ALWAYS.map(|(name, holds)| Property::always(name, holds));
        let reached = REACHED.map(|(name, holds)| Property::sometimes(name, holds));
        always.into_iter().chain(reached).collect()
    }
}

/// What a check found.
#[derive(Clone, Debug)]
pub struct Report {
    /// How many different states there are.
    pub states: usize,
    /// The most steps that lead to a state.
    pub depth: usize,
    /// How long it took.
    pub took: Duration,
    /// What does not hold, each with the shortest way there.
    pub failing: Vec<(&'static str, Vec<Action>)>,
    /// What was reached of what can be.
    pub reached: Vec<&'static str>,
}

/// Checks all states, up to the first that is wrong.
#[must_use]
pub fn check(setting: Setting) -> Report {
    let began = Instant::now();
    let checker = Taking(setting)
        .checker()
        .finish_when(HasDiscoveries::AnyFailures)
        .spawn_bfs()
        .join();
    let mut report = Report {
        states: checker.unique_state_count(),
        depth: checker.max_depth(),
        took: began.elapsed(),
        failing: Vec::new(),
        reached: Vec::new(),
    };
    let mut discoveries = checker.discoveries();
    for property in checker.model().properties() {
        let Some(path) = discoveries.remove(property.name) else {
            continue;
        };
        if property.expectation == Expectation::Sometimes {
            report.reached.push(property.name);
        } else {
            let way = path.into_vec().into_iter().filter_map(|(_, action)| action);
            report.failing.push((property.name, way.collect()));
        }
    }
    report
}
