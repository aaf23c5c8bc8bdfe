//! A replica of the authority: a call or an alarm, from the log to the log.

use super::decide::{decide, is_overdue, punch, readings, record};
use crate::setting::Setting;
use crate::state::{Answer, FirstPunch, Job, Seen, Stage, State, Task};
use crate::store::Wanted;
use crate::table::{CallId, End, Event, EventId, Kind, Table, fold, is_in_log};
use crate::wrong::Wrong;

impl State {
    /// The first attempt goes out from what the replica remembers.
    pub(super) fn is_called(&mut self, at: usize, call: CallId) {
        self.calls[usize::from(call)].deliveries -= 1;
        let stage = match self.authorities[at].known {
            Some(head) => Stage::Deciding(Seen {
                head,
                at_own_ms: self.own_now_ms(),
                confirmed: false,
            }),
            None => Stage::Looking,
        };
        self.authorities[at].job = Some(Job {
            task: Task::Call(call),
            began_ms: self.now_ms,
            began_playable_ms: self.moment.playable_ms,
            attempt: 0,
            first: None,
            stage,
        });
    }

    pub(super) fn looks(&mut self, setting: &Setting, at: usize) -> Option<()> {
        let found = Seen {
            head: self.kept.head,
            at_own_ms: self.own_now_ms(),
            confirmed: true,
        };
        let lost = self.authorities[at]
            .known
            .filter(|known| !is_in_log(&self.events, found.head, *known));
        let stage = match lost {
            Some(known) if !self.is_told_in(setting, known, found.head) => {
                if setting.is(Wrong::TailLossNotTold) {
                    self.swallowed = true;
                    Stage::Deciding(found)
                } else {
                    let table = fold(setting, &self.events, found.head);
                    Stage::Telling {
                        known,
                        found,
                        at_ms: self.reading(setting).game_ms.max(table.last_reading_ms),
                        read: self.moment,
                    }
                }
            }
            _ => Stage::Deciding(found),
        };
        if let Stage::Deciding(seen) = stage {
            self.authorities[at].known = Some(seen.head);
        }
        self.authorities[at].job.as_mut()?.stage = stage;
        Some(())
    }

    /// Whether a log says that the tail was lost which a replica knew, or needs not to because the game is over.
    fn is_told_in(&self, setting: &Setting, known: EventId, head: EventId) -> bool {
        let known = fold(setting, &self.events, known);
        let found = fold(setting, &self.events, head);
        found.tail_losses > known.tail_losses || found.over
    }

    pub(super) fn tells(&mut self, setting: &Setting, at: usize) -> Option<()> {
        let mut job = self.authorities[at].job?;
        let Stage::Telling {
            known,
            found,
            at_ms,
            read,
        } = job.stage
        else {
            return None;
        };
        if self.kept.head == found.head {
            let table = fold(setting, &self.events, found.head);
            let event = Event {
                before: found.head,
                decided_on: found.head,
                turn: table.turn,
                kind: Kind::TailLost {
                    known: fold(setting, &self.events, known).number,
                },
                call: None,
                author: job.call(),
                at_ms: at_ms.max(table.last_reading_ms),
                outage_credit_ms: 0,
                read,
                is_stale: false,
            };
            self.store(setting, event);
        }
        let found = Seen {
            head: self.kept.head,
            ..found
        };
        if self.is_told_in(setting, known, found.head) {
            self.authorities[at].known = Some(found.head);
            job.stage = Stage::Deciding(found);
        } else {
            job.stage = Stage::Telling {
                known,
                found,
                at_ms,
                read,
            };
        }
        self.authorities[at].job = Some(job);
        Some(())
    }

    pub(super) fn punches(&mut self, setting: &Setting, at: usize) -> Option<()> {
        let mut job = self.authorities[at].job?;
        let Stage::Deciding(seen) = job.stage else {
            return None;
        };
        let table = fold(setting, &self.events, seen.head);
        match job.task {
            Task::Call(call) => self.attempt(setting, &mut job, &table, seen, call),
            Task::Ring(_) => self.attend(setting, &mut job, &table, seen),
        }
        self.authorities[at].job = Some(job);
        Some(())
    }

    fn attempt(&mut self, setting: &Setting, job: &mut Job, table: &Table, seen: Seen, call: CallId) {
        let command = setting.calls[usize::from(call)];
        let forgets = setting.is(Wrong::CallsForgotten);
        let remembered = table.calls[usize::from(call)].filter(|_| !forgets);
        let intent = decide(setting, table, command);
        if !seen.confirmed && (remembered.is_some() || intent.is_none()) {
            job.attempt += 1;
            job.stage = Stage::Looking;
            return;
        }
        if let Some(event) = remembered {
            job.stage = Stage::Answering {
                answer: Answer::Accepted(event),
                again: true,
            };
            return;
        }
        let Some(intent) = intent else {
            self.contradicted |= table.calls[usize::from(call)].is_some();
            job.stage = Stage::Answering {
                answer: Answer::Refused,
                again: false,
            };
            return;
        };
        let now = (self.reading(setting), self.moment);
        let readings = readings(setting, table, intent, job.first, now);
        job.first = Some(FirstPunch {
            turn_made_by: table.turn_made_by,
            reading_ms: readings.punch.reading_ms,
            read: readings.read,
        });
        job.stage = Stage::Storing {
            seen,
            kind: record(setting, table, command, intent, &readings),
            judgement: readings.punch,
            read: readings.read,
        };
        if setting.is(Wrong::AnswerBeforeAppend) {
            let next = self.next_id();
            self.tell(call, Answer::Accepted(next));
        }
    }

    fn attend(&self, setting: &Setting, job: &mut Job, table: &Table, seen: Seen) {
        let now = self.reading(setting);
        let judgement = punch(setting, table, now, false);
        job.stage = if is_overdue(setting, table, now) {
            Stage::Storing {
                seen,
                kind: Kind::Ended(End::Flag(table.to_move)),
                judgement,
                read: self.moment,
            }
        } else {
            let due_ms = table.next_alarm(setting);
            Stage::Rearming(Wanted {
                version: table.alarm_order(),
                due_ms: due_ms.map(|due_ms| due_ms + judgement.outage_credit_ms),
            })
        };
    }

    pub(super) fn answers(&mut self, setting: &Setting, at: usize) -> Option<()> {
        let job = self.authorities[at].job.take()?;
        match (job.task, job.stage) {
            (Task::Call(call), Stage::Answering { answer, .. }) => {
                if setting.is(Wrong::AlarmOutsideAppend) {
                    self.wish_alarm(setting);
                }
                self.tell(call, answer);
            }
            (Task::Ring(ring), Stage::Rearming(wanted)) => self.settle(setting, &job, ring, wanted),
            _ => return None,
        }
        Some(())
    }

    pub(super) fn answer_lost(&mut self, at: usize) {
        self.left.lost_replies -= 1;
        self.authorities[at].job = None;
    }

    /// The client keeps its first answer.
    fn tell(&mut self, call: CallId, answer: Answer) {
        self.calls[usize::from(call)].answer.get_or_insert(answer);
    }
}
