//! What can happen next.

use crate::setting::{Part, Setting};
use crate::state::Answer;
use crate::state::{Authority, Job, Stage, State};
use crate::table::{CallId, is_in_log};
use crate::wrong::Wrong;

/// One step of one part of the platform, or of the world. Replicas of the authority go by their place in the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Time passes.
    TimePasses,
    /// A part of the platform is away from now on.
    OutageBegins(Part),
    /// It is back.
    OutageEnds,
    /// The store's clock is set forward (or back) by an hour.
    StoreClockStepped {
        /// Whether forward.
        forward: bool,
    },
    /// The store's copy falls behind.
    CopyLags,
    /// The store's copy has everything.
    CopyCatchesUp,
    /// The store's copy takes its place.
    FailsOver {
        /// Whether a replica of the clock remembers the pair that was lost.
        pair_remembered: bool,
    },
    /// A replica of the clock begins a dry move.
    ProbeBegins,
    /// A dry move succeeds, and the pair is moved.
    Beat(usize),
    /// A wish for an alarm is taken up.
    ArmingBegins,
    /// The clock sets it; the store forgets the wish, unless whoever brought it dies between the two.
    ArmingEnds {
        /// Whether the store forgets the wish.
        told: bool,
    },
    /// The alarm is claimed and delivered to a replica.
    Rings(usize),
    /// An alarm is delivered to a replica at any time.
    RingsAnytime(usize),
    /// A call is delivered to a replica.
    Calls {
        /// The replica.
        at: usize,
        /// The call.
        call: CallId,
    },
    /// A replica reads the log.
    Looks(usize),
    /// A replica tells of a lost tail.
    Tells(usize),
    /// A replica decides, and punches the clock.
    Punches(usize),
    /// The store appends an event, if the replica's terms hold.
    Appends {
        /// The replica.
        at: usize,
        /// Whether the replica hears what became of it.
        heard: bool,
    },
    /// A replica's answer arrives, at the client or at the clock.
    Answers(usize),
    /// It gets lost.
    AnswerLost(usize),
    /// A replica dies and is back.
    Crashes(usize),
}

use Part::{Authorities, Clock, Store};

impl State {
    /// Everything that can happen next.
    pub fn possible(&self, setting: &Setting, actions: &mut Vec<Action>) {
        self.of_the_world(setting, actions);
        self.of_the_clock(setting, actions);
        for at in 0..self.authorities.len() {
            if !self.is_twin(at) {
                self.of_an_authority(setting, at, actions);
            }
        }
    }

    /// Of replicas that are alike, one is enough.
    fn is_twin(&self, at: usize) -> bool {
        at > 0 && self.authorities[at] == self.authorities[at - 1]
    }

    fn of_the_world(&self, setting: &Setting, actions: &mut Vec<Action>) {
        let lasts_too_long = self
            .outage
            .is_some_and(|outage| outage.lasted_ms >= setting.longest_outage_ms);
        if self.now_ms < setting.horizon_ms && !lasts_too_long && !self.is_urgent(setting) {
            actions.push(Action::TimePasses);
        }
        match self.outage {
            Some(outage) if outage.lasted_ms > 0 => actions.push(Action::OutageEnds),
            None if self.left.outages > 0 => {
                actions.extend(setting.parts.iter().map(|part| Action::OutageBegins(*part)));
            }
            _ => {}
        }
        if self.left.clock_steps > 0 {
            actions.extend([true, false].map(|forward| Action::StoreClockStepped { forward }));
        }
        if self.copy.is_some() {
            actions.push(Action::CopyCatchesUp);
            actions.extend([true, false].map(|pair_remembered| Action::FailsOver { pair_remembered }));
        } else if self.left.failovers > 0 {
            actions.push(Action::CopyLags);
        }
    }

    /// Whether something has to happen before more time passes.
    fn is_urgent(&self, setting: &Setting) -> bool {
        let takes_long = |job: &Job| self.moment.playable_ms - job.began_playable_ms >= setting.patience_ms;
        let mut jobs = self.authorities.iter().filter_map(|authority| authority.job.as_ref());
        self.outage.is_none() && (self.unbeaten_ms >= setting.beats_within_ms || jobs.any(takes_long))
    }

    fn of_the_clock(&self, setting: &Setting, actions: &mut Vec<Action>) {
        let (pair, own_now_ms) = (&self.kept.pair, self.own_now_ms());
        let is_fresh = own_now_ms
            .checked_sub(pair.own_ms)
            .is_some_and(|age_ms| age_ms < FRESH_BEAT_MS);
        let began_now = self.probes.iter().any(|probe| probe.began_ms == self.now_ms);
        let may_begin = !is_fresh && !began_now && self.probes.len() < setting.probes_at_once;
        if self.are_up(&[Store, Clock]) && may_begin {
            actions.push(Action::ProbeBegins);
        }
        if self.outage.is_none() {
            actions.extend((0..self.probes.len()).map(Action::Beat));
        }
        match self.arming {
            None if self.kept.to_arm.is_some() && self.are_up(&[Store, Authorities]) => {
                actions.push(Action::ArmingBegins);
            }
            Some(_) if self.are_up(&[Store, Clock]) => {
                actions.push(Action::ArmingEnds { told: true });
                if self.left.lost_replies > 0 {
                    actions.push(Action::ArmingEnds { told: false });
                }
            }
            _ => {}
        }
        let Some(alarm) = self.kept.alarm.filter(|_| self.are_up(&[Store, Clock])) else {
            return;
        };
        let can_be_claimed = alarm.claimable_ms <= self.reading(setting).game_ms;
        for at in self.free_authorities() {
            if can_be_claimed {
                actions.push(Action::Rings(at));
            }
            if self.left.stray_alarms > 0 {
                actions.push(Action::RingsAnytime(at));
            }
        }
    }

    fn free_authorities(&self) -> impl Iterator<Item = usize> {
        (0..self.authorities.len()).filter(|at| self.authorities[*at].job.is_none() && !self.is_twin(*at))
    }

    fn of_an_authority(&self, setting: &Setting, at: usize, actions: &mut Vec<Action>) {
        let Authority { known, job } = self.authorities[at];
        if self.left.crashes > 0 && (known.is_some() || job.is_some()) {
            actions.push(Action::Crashes(at));
        }
        if !self.are_up(&[Authorities]) {
            return;
        }
        let Some(Job { stage, .. }) = job else {
            let calls = 0..setting.calls.len();
            let may_call = calls.filter(|call| self.calls[*call].deliveries > 0);
            actions.extend(may_call.filter_map(|call| {
                let call = CallId::try_from(call).ok()?;
                Some(Action::Calls { at, call })
            }));
            return;
        };
        match stage {
            Stage::Looking if self.are_up(&[Store, Clock]) => actions.push(Action::Looks(at)),
            Stage::Telling { .. } if self.are_up(&[Store]) => actions.push(Action::Tells(at)),
            Stage::Deciding(_) if self.are_up(&[Store, Clock]) => actions.push(Action::Punches(at)),
            Stage::Storing { .. } if self.are_up(&[Store]) => {
                actions.push(Action::Appends { at, heard: true });
                if self.left.lost_replies > 0 {
                    actions.push(Action::Appends { at, heard: false });
                }
            }
            Stage::Answering { answer, .. } => {
                if self.may_be_told(setting, answer) {
                    actions.push(Action::Answers(at));
                }
                if self.left.lost_replies > 0 {
                    actions.push(Action::AnswerLost(at));
                }
            }
            Stage::Rearming(_) if self.are_up(&[Store, Clock]) => {
                actions.push(Action::Answers(at));
                if self.left.lost_replies > 0 {
                    actions.push(Action::AnswerLost(at));
                }
            }
            _ => {}
        }
    }

    /// A durable store answers once its copy has the event.
    fn may_be_told(&self, setting: &Setting, answer: Answer) -> bool {
        match answer {
            Answer::Accepted(event) if setting.durable && !setting.is(Wrong::AnswerBeforeCopy) => {
                is_in_log(&self.events, self.copy.unwrap_or(self.kept).head, event)
            }
            _ => true,
        }
    }
}

/// A beat as young as this makes another one needless.
const FRESH_BEAT_MS: u64 = 150;
