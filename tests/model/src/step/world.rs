//! Time, outages, the store's clock and its copy.

use crate::ghost::EXCUSE_MS;
use crate::setting::{Part, Setting};
use crate::state::{Authority, Outage, State};
use crate::time::BEAT_REACH;

impl State {
    pub(super) fn time_passes(&mut self, setting: &Setting) {
        let step_ms = setting.step_ms;
        self.now_ms += step_ms;
        match &mut self.outage {
            None => {
                self.moment.play_on(step_ms);
                self.unbeaten_ms += step_ms;
            }
            Some(outage) => {
                self.moment.stand_still(outage.lasted_ms, step_ms);
                outage.lasted_ms += step_ms;
            }
        }
        // A dry move that takes longer than game time runs without a beat proves nothing any more.
        let now_ms = self.now_ms;
        let longest_ms = BEAT_REACH.as_millis();
        self.probes
            .retain(|probe| u128::from(now_ms - probe.began_ms) <= longest_ms);
    }

    pub(super) fn outage_begins(&mut self, part: Part) {
        self.left.outages -= 1;
        self.outage = Some(Outage { part, lasted_ms: 0 });
    }

    pub(super) fn outage_ends(&mut self) -> Option<()> {
        let outage = self.outage.take()?;
        self.moment.outage_ends(outage.lasted_ms);
        Some(())
    }

    /// Forward looks like an outage to the platform, and may cost as much.
    pub(super) fn store_clock_stepped(&mut self, forward: bool) {
        self.left.clock_steps -= 1;
        if forward {
            self.own_steps += 1;
            self.moment.excused_ms += EXCUSE_MS;
            self.moment.stall_ends();
        } else {
            self.own_steps -= 1;
        }
    }

    pub(super) fn copy_lags(&mut self) {
        self.left.failovers -= 1;
        self.copy = Some(self.kept);
    }

    /// Which is an outage, however short.
    pub(super) fn fails_over(&mut self, pair_remembered: bool) -> Option<()> {
        let mut kept = self.copy.take()?;
        if pair_remembered {
            kept.pair = kept.pair.lifted_to(&self.kept.pair);
        }
        self.kept = kept;
        self.moment.excused_ms += EXCUSE_MS;
        Some(())
    }

    pub(super) fn crashes(&mut self, at: usize) {
        self.left.crashes -= 1;
        self.authorities[at] = Authority::default();
    }
}
