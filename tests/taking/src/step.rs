//! What can happen, and what comes of it: decisions are those of the service.

use corners_matchmaking::acts::challenges;
use corners_matchmaking::acts::matches::{self, Attempt, Refused, ToDo, UNANSWERED_FOR_MS};
use corners_matchmaking::acts::tickets::{self, LEASE_MS, Paired};
use corners_matchmaking::domain::matched::Match;
use corners_matchmaking::domain::ticket::{TicketRecord, TicketState, Why};
use corners_matchmaking::draft::{Draft, offer};
use corners_matchmaking::store::{Committed, Key, Kind};
use corners_proto::ids::{OfferId, TableId};

use crate::Wrong;
use crate::state::{CHALLENGE, Call, Matcher, Setting, State, person, player, ticket, wish};

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A player looks for a game, or comes back to its ticket.
    Find(usize),
    /// A player ends its ticket.
    Cancel(usize),
    /// A player's connection is lost.
    Lose(usize),
    /// The first player decides to accept its challenge.
    Accept,
    /// That is stored, or decided again.
    StoreAccept,
    /// A matcher looks at the pool and decides on this pair of tickets.
    Pair(usize, [OfferId; 2]),
    /// A matcher ends tickets without lease.
    EndTickets,
    /// It is stored, or not.
    Take(usize),
    /// A matcher asks for the table.
    Ask(usize),
    /// A call arrives: the table is made, or refused because White sits at too many.
    Arrive(Call, bool),
    /// A matcher notes the answer.
    Note(usize),
    /// A matcher does not wait for the answer any more.
    GiveUp(usize),
    /// A matcher does what is due.
    Due(usize, Key),
    /// A matcher dies, and comes back knowing nothing.
    Crash(usize),
    /// Time passes.
    Pass,
}

const STEP_MS: u64 = 2_500;

/// How long an attempt waits for its turn.
const BEGUN_WITHIN_MS: u64 = 5_000;

/// How long what was claimed is hidden.
const HIDDEN_MS: u64 = 8_000;

impl State {
    pub(crate) fn possible(&self, actions: &mut Vec<Action>) {
        for number in 0..self.streams.len() {
            if !self.streams[number] && self.state_of(number).is_none_or(|state| state == TicketState::Dropped) {
                actions.push(Action::Find(number));
            }
            if self.streams[number] && self.whims > 0 {
                actions.extend([Action::Cancel(number), Action::Lose(number)]);
            }
            // The stream of a ticket whose lease has ended takes it up again.
            if self.streams[number] && self.state_of(number) == Some(TicketState::Ended(Why::Expired)) {
                actions.push(Action::Find(number));
            }
        }
        if self.accepting.is_some() {
            actions.push(Action::StoreAccept);
        } else if self
            .kept
            .get::<serde_json::Value>(offer(Kind::Challenge, CHALLENGE))
            .is_some()
            && !self.has_accepted
        {
            actions.push(Action::Accept);
        }
        if !self.kept.tickets(false).is_empty() {
            actions.push(Action::EndTickets);
        }
        let alive = self.kept.tickets(true);
        for (number, matcher) in self.matchers.iter().enumerate() {
            match matcher {
                Matcher::Idle => {
                    for (place, one) in alive.iter().enumerate() {
                        let others = alive[place + 1..].iter();
                        actions.extend(others.map(|other| Action::Pair(number, [*one, *other])));
                    }
                    let due = self.kept.due.iter().filter(|(_, at_ms)| **at_ms <= self.kept.now_ms);
                    actions.extend(due.map(|(key, _)| Action::Due(number, *key)));
                }
                Matcher::Decided { .. } => actions.push(Action::Take(number)),
                Matcher::Makes { .. } => actions.push(Action::Ask(number)),
                Matcher::Asks { .. } => actions.push(Action::GiveUp(number)),
                Matcher::Hears { .. } => actions.push(Action::Note(number)),
            }
            if *matcher != Matcher::Idle && self.crashes > 0 {
                actions.push(Action::Crash(number));
            }
        }
        for call in &self.calls {
            actions.push(Action::Arrive(call.clone(), true));
            if self.refusals > 0 && !self.made.contains(&call.table) {
                actions.push(Action::Arrive(call.clone(), false));
            }
        }
        // Nobody waits for an answer so long.
        let is_overdue = |call: &Call| call.is_awaited && call.asked_ms + STEP_MS <= self.kept.now_ms;
        if self.passes > 0 && !self.calls.iter().any(is_overdue) {
            actions.push(Action::Pass);
        }
    }

    pub(crate) fn after(&self, setting: &Setting, action: Action) -> Option<Self> {
        let mut next = self.clone();
        next.does(setting, action)?;
        (next != *self).then_some(next)
    }

    fn does(&mut self, setting: &Setting, action: Action) -> Option<()> {
        match action {
            Action::Find(number) => {
                self.began[number] = true;
                self.kept.change(|draft| tickets::enqueue(draft, &wish(number)))?;
                self.streams[number] = true;
            }
            Action::Cancel(number) => {
                self.whims -= 1;
                self.streams[number] = false;
                let end = |draft: &mut Draft<'_>| tickets::end(draft, player(number), ticket(number), Why::Cancelled);
                self.kept.change(end)?;
            }
            Action::Lose(number) => {
                self.whims -= 1;
                self.streams[number] = false;
                self.kept
                    .change(|draft| tickets::drop(draft, player(number), ticket(number)))?;
            }
            Action::Accept => self.accept(),
            Action::StoreAccept => {
                let commit = self.accepting.take()?;
                if self.kept.store(&commit, setting.wrong) != Committed::Stored {
                    self.accept();
                }
            }
            Action::Pair(number, ids) => self.pair(number, ids)?,
            Action::EndTickets => {
                for id in self.kept.tickets(false) {
                    let name = wish(0).pool.to_string();
                    self.kept.change(|draft| tickets::lease_ended(draft, &name, id))?;
                }
            }
            Action::Take(number) => {
                let Matcher::Decided { commit, table } = self.matchers[number].clone() else {
                    return None;
                };
                self.matchers[number] = match self.kept.store(&commit, setting.wrong) {
                    Committed::Stored => self.makes(table, Attempt::FIRST),
                    _ => Matcher::Idle,
                };
            }
            Action::Ask(number) => {
                let Matcher::Makes {
                    table,
                    attempt,
                    since_ms,
                } = self.matchers[number]
                else {
                    return None;
                };
                if since_ms + BEGUN_WITHIN_MS < self.kept.now_ms {
                    self.matchers[number] = Matcher::Idle;
                    return Some(());
                }
                self.calls.push(Call {
                    table,
                    by: number,
                    attempt,
                    asked_ms: self.kept.now_ms,
                    is_awaited: true,
                });
                self.calls.sort();
                self.matchers[number] = Matcher::Asks { table, attempt };
            }
            Action::Arrive(call, is_made) => self.arrive(&call, is_made),
            Action::Note(number) => self.note(number)?,
            Action::GiveUp(number) => {
                let Matcher::Asks { table, .. } = self.matchers[number] else {
                    return None;
                };
                self.forget_answers(number);
                self.matchers[number] = Matcher::Idle;
                if setting.wrong != Some(Wrong::AttemptsNotNoted) {
                    self.kept.change(|draft| matches::unanswered(draft, table))?;
                }
            }
            Action::Due(number, key) => self.due(setting, number, key)?,
            Action::Crash(number) => {
                self.crashes -= 1;
                self.has_left_a_match |= matches!(self.matchers[number], Matcher::Makes { .. });
                self.forget_answers(number);
                self.matchers[number] = Matcher::Idle;
            }
            Action::Pass => self.pass(),
        }
        Some(())
    }

    fn makes(&self, table: TableId, attempt: Attempt) -> Matcher {
        Matcher::Makes {
            table,
            attempt,
            since_ms: self.kept.now_ms,
        }
    }

    fn accept(&mut self) {
        let accept = self
            .kept
            .decide(|draft| challenges::accept(draft, person(player(0)), CHALLENGE));
        match accept {
            Some((_, commit)) => self.accepting = commit,
            None => self.has_accepted = true,
        }
    }

    fn pair(&mut self, number: usize, ids: [OfferId; 2]) -> Option<()> {
        let record = |id| self.kept.get::<TicketRecord>(offer(Kind::Ticket, id))?.ticket;
        let tickets = [record(ids[0])?, record(ids[1])?];
        let (paired, commit) = self.kept.decide(|draft| tickets::pair(draft, &tickets, 1))?;
        let Paired::Made(made) = paired else {
            return None;
        };
        self.matchers[number] = Matcher::Decided {
            commit: commit?,
            table: made.table,
        };
        Some(())
    }

    /// A table is made once, and refused only while there is none.
    fn arrive(&mut self, call: &Call, is_made: bool) {
        self.calls.retain(|other| other != call);
        if is_made && !self.made.contains(&call.table) {
            self.made.push(call.table);
            self.made.sort();
        }
        self.refusals -= u8::from(!is_made);
        if call.is_awaited {
            self.matchers[call.by] = Matcher::Hears {
                table: call.table,
                attempt: call.attempt,
                refused: !is_made,
            };
        }
    }

    fn note(&mut self, number: usize) -> Option<()> {
        let Matcher::Hears {
            table,
            attempt,
            refused,
        } = self.matchers[number]
        else {
            return None;
        };
        self.matchers[number] = Matcher::Idle;
        if !refused {
            return self.kept.change(|draft| matches::made(draft, table));
        }
        let white = self.kept.get::<Match>(Key::of_match(table))?.white.account;
        let told = Refused {
            reason: "TOO_MANY".to_owned(),
            account: Some(white),
            is_for_now: false,
        };
        self.kept.change(|draft| matches::refused(draft, table, attempt, &told))
    }

    fn due(&mut self, setting: &Setting, number: usize, key: Key) -> Option<()> {
        let now_ms = self.kept.now_ms;
        self.kept.due.insert(key, now_ms + HIDDEN_MS);
        match key.kind {
            Kind::Match => {
                let table = TableId::from_bytes(key.id);
                let look = |draft: &mut Draft<'_>| matches::look(draft, table);
                if setting.wrong == Some(Wrong::AttemptsNotNoted) {
                    let (ToDo::Make(..), _) = self.kept.decide(look)? else {
                        return None;
                    };
                    self.matchers[number] = self.makes(table, Attempt::FIRST);
                } else if let ToDo::Make(_, attempt) = self.kept.change(look)? {
                    self.matchers[number] = self.makes(table, attempt);
                }
            }
            Kind::Ticket => {
                let id = OfferId::from_bytes(key.id);
                self.kept.change(|draft| tickets::expire(draft, id))?;
            }
            _ => self.kept.due.retain(|other, _| *other != key),
        }
        Some(())
    }

    fn forget_answers(&mut self, by: usize) {
        for call in &mut self.calls {
            call.is_awaited &= call.by != by;
        }
        self.calls.sort();
    }

    /// Leases of tickets whose streams are open are renewed. Calls that have not arrived for long never do.
    fn pass(&mut self) {
        self.passes -= 1;
        self.kept.now_ms += STEP_MS;
        let now_ms = self.kept.now_ms;
        for number in 0..self.streams.len() {
            if self.streams[number]
                && let Some(end) = self.kept.waiting.get_mut(ticket(number).as_bytes())
            {
                *end = now_ms + LEASE_MS;
            }
        }
        self.calls
            .retain(|call| call.is_awaited || call.asked_ms + UNANSWERED_FOR_MS > now_ms);
    }

    pub(crate) fn state_of(&self, number: usize) -> Option<TicketState> {
        let record = self.kept.get::<TicketRecord>(offer(Kind::Ticket, ticket(number)))?;
        Some(record.state)
    }
}
