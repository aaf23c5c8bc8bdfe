//! The protocol as a model that stateright can check.

use stateright::{Model, Property};

use crate::action::Action;
use crate::properties::{ALWAYS, REACHED};
use crate::setting::Setting;
use crate::state::State;

/// The protocol in one setting.
#[derive(Clone, Debug)]
pub struct Protocol {
    /// The setting.
    pub setting: Setting,
}

impl Model for Protocol {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        vec![State::at_start(&self.setting)]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        state.possible(&self.setting, actions);
    }

    fn next_state(&self, state: &State, action: Action) -> Option<State> {
        state.after(&self.setting, action)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        let always = ALWAYS.map(|(name, holds)| Property::always(name, holds));
        let asked_for = REACHED
            .into_iter()
            .filter(|(name, _)| self.setting.reaches.contains(name));
        let reached = asked_for.map(|(name, holds)| Property::sometimes(name, holds));
        always.into_iter().chain(reached).collect()
    }
}
