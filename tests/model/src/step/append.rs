//! The one way events get into a log.

use crate::setting::{Command, Setting};
use crate::state::{Answer, Job, Seen, Stage, State, Task};
use crate::store::Wanted;
use crate::table::{CallId, End, Event, EventId, Kind, Table, fold};
use crate::wrong::Wrong;

/// How old what an event was decided on may be at the first attempt.
const FRESH_FOR_MS: u64 = 100;

/// No attempt begins later than this after the first.
const LONGEST_MS: u64 = 1_000;

/// Each attempt may take twice as long as the one before.
pub(crate) fn fresh_for_ms(attempt: u8) -> u64 {
    FRESH_FOR_MS << attempt.min(3)
}

impl State {
    pub(super) fn appends(&mut self, setting: &Setting, at: usize, heard: bool) -> Option<()> {
        let mut job = self.authorities[at].job?;
        let Stage::Storing {
            seen,
            kind,
            judgement,
            read,
        } = job.stage
        else {
            return None;
        };
        let is_stale = self.own_now_ms() > seen.at_own_ms + fresh_for_ms(job.attempt);
        let too_late = is_stale && !setting.is(Wrong::StaleReadingStored);
        let stored = !too_late && self.is_head(setting, seen.head);
        if stored {
            let table = fold(setting, &self.events, seen.head);
            let call = Self::call_of(&job, setting, kind);
            let rises = matches!(kind, Kind::Moved { .. })
                || (kind == Kind::TakenBack && !setting.is(Wrong::TakebackLeavesTheTurn));
            self.store(
                setting,
                Event {
                    before: self.kept.head,
                    decided_on: seen.head,
                    turn: table.turn + u8::from(rises),
                    kind,
                    call,
                    author: job.call(),
                    at_ms: judgement.reading_ms,
                    outage_credit_ms: judgement.outage_credit_ms,
                    read,
                    is_stale,
                },
            );
        }
        if !heard {
            self.left.lost_replies -= 1;
            self.authorities[at].job = None;
            return Some(());
        }
        if stored {
            let after = fold(setting, &self.events, self.kept.head);
            self.authorities[at].known = Some(after.head);
            job.stage = Self::after_append(&job, &after, self.events.last()?);
        } else {
            job.attempt += 1;
            job.stage = if too_late {
                Stage::Deciding(Seen {
                    at_own_ms: self.own_now_ms(),
                    ..seen
                })
            } else {
                Stage::Looking
            };
        }
        let gives_up = !stored && self.now_ms - job.began_ms > LONGEST_MS;
        self.authorities[at].job = (!gives_up).then_some(job);
        Some(())
    }

    /// What stands in the log for a call is what it asked for; that its time was up is nobody's call.
    fn call_of(job: &Job, setting: &Setting, kind: Kind) -> Option<CallId> {
        let call = job.call()?;
        let is_as_asked = match setting.calls[usize::from(call)] {
            Command::Move(_) | Command::TakeBack => !matches!(kind, Kind::Ended(_)),
            Command::Resign(side) => kind == Kind::Ended(End::Resigned(side)),
        };
        is_as_asked.then_some(call)
    }

    fn after_append(job: &Job, after: &Table, event: &Event) -> Stage {
        match job.task {
            Task::Call(_) => Stage::Answering {
                answer: if event.call.is_some() {
                    Answer::Accepted(after.head)
                } else {
                    Answer::Refused
                },
                again: false,
            },
            Task::Ring(_) => Stage::Rearming(Wanted {
                version: after.alarm_order(),
                due_ms: None,
            }),
        }
    }

    fn is_head(&self, setting: &Setting, expected: EventId) -> bool {
        match setting.wrong {
            Some(Wrong::AppendWithoutHead) => true,
            Some(Wrong::HeadByNumberAlone) => {
                let number = |head| fold(setting, &self.events, head).number;
                number(self.kept.head) == number(expected)
            }
            _ => self.kept.head == expected,
        }
    }

    pub(super) fn next_id(&self) -> EventId {
        EventId::try_from(self.events.len()).unwrap_or(EventId::MAX)
    }

    /// The append itself, and the wish for an alarm with it.
    pub(super) fn store(&mut self, setting: &Setting, event: Event) {
        // A reading from before the turn counts as its start.
        let started = fold(setting, &self.events, event.before).started;
        self.kept.head = self.next_id();
        self.events.push(Event {
            read: event.read.max(started),
            ..event
        });
        if !setting.is(Wrong::AlarmOutsideAppend) {
            self.wish_alarm(setting);
        }
    }

    pub(super) fn wish_alarm(&mut self, setting: &Setting) {
        let after = fold(setting, &self.events, self.kept.head);
        self.kept.to_arm = Some(Wanted {
            version: after.alarm_order(),
            due_ms: after.next_alarm(setting),
        });
    }
}
