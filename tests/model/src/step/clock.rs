//! The clock: beats and alarms.

use crate::setting::Setting;
use crate::state::{Job, Probe, Stage, State, Task};
use crate::store::{Ring, Wanted};
use crate::time::Pair;
use crate::wrong::Wrong;

/// A table that has not answered by then is asked again.
const DELIVERY_TIMEOUT_MS: u64 = 1_000;

impl State {
    pub(super) fn probe_begins(&mut self) {
        self.probes.push(Probe {
            began_own_ms: self.own_now_ms(),
            began_ms: self.now_ms,
        });
    }

    pub(super) fn beat(&mut self, setting: &Setting, which: usize) {
        let probe = self.probes.remove(which);
        let own_now_ms = self.own_now_ms();
        let pair = &self.kept.pair;
        self.kept.pair = if setting.is(Wrong::TimeWithoutBeats) {
            Pair {
                own_ms: own_now_ms,
                came_ms: own_now_ms,
                game_ms: self.reading(setting).game_ms,
                ..*pair
            }
        } else {
            pair.after_probe(probe.began_own_ms, own_now_ms)
        };
        self.unbeaten_ms = 0;
    }

    pub(super) fn arming_ends(&mut self, told: bool) -> Option<()> {
        let wanted = self.arming.take()?;
        self.kept.arm(wanted, None);
        if told {
            self.kept.armed(wanted);
        } else {
            self.left.lost_replies -= 1;
        }
        Some(())
    }

    pub(super) fn rings(&mut self, setting: &Setting, at: usize) -> Option<()> {
        let game_ms = self.reading(setting).game_ms;
        let ring = self.kept.claim(game_ms)?;
        self.deliver(at, ring);
        Some(())
    }

    pub(super) fn rings_anytime(&mut self, at: usize) -> Option<()> {
        let version = self.kept.alarm?.version;
        self.left.stray_alarms -= 1;
        self.deliver(at, Ring { version });
        Some(())
    }

    fn deliver(&mut self, at: usize, ring: Ring) {
        self.authorities[at].job = Some(Job {
            task: Task::Ring(ring),
            began_ms: self.now_ms,
            began_playable_ms: self.moment.playable_ms,
            attempt: 0,
            first: None,
            stage: Stage::Looking,
        });
    }

    /// The clock hears what the table wants after an alarm, unless it has given up waiting.
    pub(super) fn settle(&mut self, setting: &Setting, job: &Job, ring: Ring, wanted: Wanted) {
        let is_late = self.now_ms - job.began_ms > DELIVERY_TIMEOUT_MS;
        let game_ms = self.reading(setting).game_ms;
        let is_overdue = wanted.version == ring.version && wanted.due_ms.is_some_and(|due_ms| due_ms <= game_ms);
        if !is_late && !is_overdue {
            self.kept.arm(wanted, Some(ring.version));
        }
    }
}
