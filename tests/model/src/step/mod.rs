//! What an action makes of a state.

mod append;
mod authority;
mod clock;
mod decide;
mod world;

use crate::action::Action;
use crate::setting::Setting;
use crate::state::State;

pub(crate) use append::fresh_for_ms;

impl State {
    /// The state after an action; none when it changes nothing.
    #[must_use]
    pub fn after(&self, setting: &Setting, action: Action) -> Option<Self> {
        let mut next = self.clone();
        match action {
            Action::TimePasses => next.time_passes(setting),
            Action::OutageBegins(part) => next.outage_begins(part),
            Action::OutageEnds => next.outage_ends()?,
            Action::StoreClockStepped { forward } => next.store_clock_stepped(forward),
            Action::CopyLags => next.copy_lags(),
            Action::CopyCatchesUp => next.copy = None,
            Action::FailsOver { pair_remembered } => next.fails_over(pair_remembered)?,
            Action::ProbeBegins => next.probe_begins(),
            Action::Beat(which) => next.beat(setting, which),
            Action::ArmingBegins => next.arming = next.kept.to_arm,
            Action::ArmingEnds { told } => next.arming_ends(told)?,
            Action::Rings(at) => next.rings(setting, at)?,
            Action::RingsAnytime(at) => next.rings_anytime(at)?,
            Action::Calls { at, call } => next.is_called(at, call),
            Action::Looks(at) => next.looks(setting, at)?,
            Action::Tells(at) => next.tells(setting, at)?,
            Action::Punches(at) => next.punches(setting, at)?,
            Action::Appends { at, heard } => next.appends(setting, at, heard)?,
            Action::Answers(at) => next.answers(setting, at)?,
            Action::AnswerLost(at) => next.answer_lost(at),
            Action::Crashes(at) => next.crashes(at),
        }
        next.authorities.sort_unstable();
        Some(next)
    }
}
