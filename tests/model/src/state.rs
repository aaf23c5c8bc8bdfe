//! The state of the model.

use crate::ghost::Moment;
use crate::setting::{Faults, Part, Setting};
use crate::store::{Kept, Ring, Wanted};
use crate::table::{CallId, Event, EventId, Kind, MOST_CALLS, fold};
use crate::time::{Judgement, Pair, Reading};
use crate::wrong::Wrong;

/// The store's own time at the beginning: its clock can be set back.
const OWN_AT_START_MS: u64 = 3 * HOUR_MS;

/// What the store's clock is set back or forward by.
pub(crate) const HOUR_MS: u64 = 3_600_000;

/// Game time at the beginning: it can be read too early.
const GAME_AT_START_MS: u64 = 10_000;

/// Everything there is at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// How long the run has lasted.
    pub now_ms: u64,
    /// By how many hours the store's clock has been set forward.
    pub own_steps: i8,
    /// What is away.
    pub outage: Option<Outage>,
    /// All events that were ever stored, also those that a failover lost.
    pub events: Vec<Event>,
    /// What the store keeps.
    pub kept: Kept,
    /// What the store's copy keeps, if it is behind.
    pub copy: Option<Kept>,
    /// A wish for an alarm on its way to the clock.
    pub arming: Option<Wanted>,
    /// The dry moves that are under way, in the order in which they began.
    pub probes: Vec<Probe>,
    /// The replicas of the authority. Which is which does not matter: they are kept in order.
    pub authorities: Vec<Authority>,
    /// What became of each call.
    pub calls: [Asked; MOST_CALLS],
    /// What may still go wrong.
    pub left: Faults,
    /// How time has really passed.
    pub moment: Moment,
    /// How long moves could be taken without a beat.
    pub unbeaten_ms: u64,
    /// Whether a replica has taken another log for the one it knew, without a word.
    pub swallowed: bool,
    /// Whether a call was refused that stands in the log.
    pub contradicted: bool,
}

/// A part of the platform is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outage {
    /// Which.
    pub part: Part,
    /// For how long so far.
    pub lasted_ms: u64,
}

/// A dry move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Probe {
    /// When it began, by the store's own time.
    pub began_own_ms: u64,
    /// When it really began.
    pub began_ms: u64,
}

/// A call, as its client sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Asked {
    /// How often it may still be delivered.
    pub deliveries: u8,
    /// The answer.
    pub answer: Option<Answer>,
}

/// The answer to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// It happened, in this event.
    Accepted(EventId),
    /// It did not happen.
    Refused,
}

/// A replica of the authority.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Authority {
    /// The head of the log that it remembers.
    pub known: Option<EventId>,
    /// What it is at.
    pub job: Option<Job>,
}

/// Something a replica of the authority is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Job {
    /// What for.
    pub task: Task,
    /// When it began.
    pub began_ms: u64,
    /// How long moves could be taken before it began.
    pub began_playable_ms: u64,
    /// The how-manieth attempt it is, from 0.
    pub attempt: u8,
    /// The first reading that was taken, and in which turn.
    pub first: Option<FirstPunch>,
    /// How far it has come.
    pub stage: Stage,
}

/// What a replica of the authority is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Task {
    /// A client's call.
    Call(CallId),
    /// An alarm.
    Ring(Ring),
}

/// The first reading of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FirstPunch {
    /// The turn it was taken in.
    pub turn_made_by: EventId,
    /// The reading.
    pub reading_ms: u64,
    /// When that really was.
    pub read: Moment,
}

/// A log as a replica has seen it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seen {
    /// Its head.
    pub head: EventId,
    /// The store's own time then.
    pub at_own_ms: u64,
    /// Whether the store has just said so.
    pub confirmed: bool,
}

/// How far a job has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The log is to be read.
    Looking,
    /// The log has lost its tail, which is to be told.
    Telling {
        /// The head that the replica knew.
        known: EventId,
        /// The log that it found.
        found: Seen,
        /// The reading.
        at_ms: u64,
        /// When that really was.
        read: Moment,
    },
    /// The log is known; what to do is to be decided and the clock to be punched.
    Deciding(Seen),
    /// An event is to be stored.
    Storing {
        /// The log it was decided on.
        seen: Seen,
        /// The event.
        kind: Kind,
        /// What the clock said, in the reading that counts for the mover.
        judgement: Judgement,
        /// When that really was.
        read: Moment,
    },
    /// A client is to be answered; `again` if its call was accepted before.
    Answering {
        /// What it is told.
        answer: Answer,
        /// Whether the call was accepted before.
        again: bool,
    },
    /// The clock is to be told what the table wants next.
    Rearming(Wanted),
}

impl Job {
    /// The call that it is for; none for an alarm.
    pub fn call(&self) -> Option<CallId> {
        match self.task {
            Task::Call(call) => Some(call),
            Task::Ring(_) => None,
        }
    }
}

impl State {
    /// The beginning of a run: a game is on, and the clock knows its alarm.
    pub fn at_start(setting: &Setting) -> Self {
        let created = Event {
            before: 0,
            decided_on: 0,
            turn: 0,
            kind: Kind::Created,
            call: None,
            author: None,
            at_ms: GAME_AT_START_MS,
            outage_credit_ms: 0,
            read: Moment::default(),
            is_stale: false,
        };
        let events = vec![created];
        let table = fold(setting, &events, 0);
        let wanted = Wanted {
            version: table.alarm_order(),
            due_ms: table.next_alarm(setting),
        };
        let mut kept = Kept {
            head: 0,
            to_arm: None,
            alarm: None,
            pair: Pair {
                own_ms: OWN_AT_START_MS,
                came_ms: OWN_AT_START_MS,
                game_ms: GAME_AT_START_MS,
                stall_end_ms: None,
            },
        };
        kept.arm(wanted, None);
        let mut calls = [Asked::default(); MOST_CALLS];
        for asked in calls.iter_mut().take(setting.calls.len()) {
            asked.deliveries = setting.deliveries;
        }
        Self {
            now_ms: 0,
            own_steps: 0,
            outage: None,
            events,
            kept,
            copy: None,
            arming: None,
            probes: Vec::new(),
            authorities: vec![Authority::default(); setting.replicas],
            calls,
            left: setting.faults,
            moment: Moment::default(),
            unbeaten_ms: 0,
            swallowed: false,
            contradicted: false,
        }
    }

    /// The store's own time.
    pub fn own_now_ms(&self) -> u64 {
        let stepped = i64::from(self.own_steps) * HOUR_MS.cast_signed();
        (OWN_AT_START_MS + self.now_ms).saturating_add_signed(stepped)
    }

    /// Game time.
    pub fn reading(&self, setting: &Setting) -> Reading {
        let pair = &self.kept.pair;
        if setting.is(Wrong::TimeWithoutBeats) {
            return Reading {
                game_ms: pair.game_ms + self.own_now_ms().saturating_sub(pair.own_ms),
                stall_end_ms: pair.stall_end_ms,
            };
        }
        pair.look(self.own_now_ms())
    }

    /// Whether these parts of the platform are all there.
    pub fn are_up(&self, parts: &[Part]) -> bool {
        self.outage.is_none_or(|outage| !parts.contains(&outage.part))
    }
}
