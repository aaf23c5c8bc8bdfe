//! What holds in every state, and what is reached in some.

use std::collections::BTreeSet;

use corners_matchmaking::domain::matched::{Match, MatchState};
use corners_matchmaking::domain::offers::{Challenge, ChallengeStatus};
use corners_matchmaking::domain::player::Player;
use corners_matchmaking::domain::ticket::{TicketState, Why};
use corners_matchmaking::draft::offer;
use corners_matchmaking::store::{Key, Kind};
use corners_proto::ids::TableId;

use crate::check::Taking;
use crate::state::{CHALLENGE, CHALLENGER, State, player, ticket};

pub(crate) type Holds = fn(&Taking, &State) -> bool;

/// A table that is made is that of a match which stands.
pub const NO_TABLE_WITHOUT_MATCH: &str = "a table that is made is that of a match which stands";
/// A player begins one game at a time, and nothing else of theirs is live.
pub const ONE_START: &str = "a player begins one game at a time, and nothing else of theirs is live";
/// Nobody is at two tables that they did not ask for.
pub const ONE_TABLE: &str = "nobody is at two tables that they did not ask for";
/// Whoever begins a game is looked after.
pub const COMPLETED: &str = "whoever begins a game is looked after";
/// A ticket that waits is in its pool, one that was dropped is looked after, others are in no list.
pub const ONE_STATE: &str =
    "a ticket that waits is in its pool, one that was dropped is looked after, others are in no list";

pub(crate) const ALWAYS: [(&str, Holds); 5] = [
    (NO_TABLE_WITHOUT_MATCH, |_, state| {
        let stands = |table: &TableId| {
            let found = state.kept.get::<Match>(Key::of_match(*table));
            found.is_some_and(|found| matches!(found.state, MatchState::Recorded | MatchState::Made))
        };
        state.made.iter().all(stands)
    }),
    (ONE_START, |_, state| {
        let is_so = |number: usize| {
            let record = record(state, number);
            let recorded = begun(state, number, |found| *found == MatchState::Recorded);
            let starting = BTreeSet::from_iter(record.starting);
            starting == recorded && (record.starting.is_none() || record.live.is_empty())
        };
        numbers(state).all(is_so)
    }),
    (ONE_TABLE, |_, state| {
        numbers(state).all(|number| {
            let tables = state.made.iter().filter(|table| {
                let found = state.kept.get::<Match>(Key::of_match(**table));
                found.is_some_and(|found| found.tickets.is_some() && sits(&found, number))
            });
            tables.count() <= 1
        })
    }),
    (COMPLETED, |_, state| {
        numbers(state).all(|number| {
            let starting = record(state, number).starting;
            starting.is_none_or(|table| state.kept.due.contains_key(&Key::of_match(table)))
        })
    }),
    (ONE_STATE, |_, state| {
        (0..state.streams.len()).all(|number| {
            let id = ticket(number);
            let is_live = record(state, number).has_ticket(id);
            let is_in_pool = state.kept.waiting.contains_key(id.as_bytes());
            let is_due = state.kept.due.contains_key(&offer(Kind::Ticket, id));
            match state.state_of(number) {
                Some(TicketState::Waiting) => is_live && is_in_pool && !is_due,
                Some(TicketState::Dropped) => is_live && !is_in_pool && is_due,
                Some(TicketState::Matched(_) | TicketState::Leaving(_) | TicketState::Ended(_)) | None => {
                    !is_live && !is_in_pool && !is_due
                }
            }
        })
    }),
];

/// A table is made and its players are free.
pub const MADE: &str = "a table is made and its players are free";
/// The challenge is accepted while its player has a ticket.
pub const CHALLENGE_ACCEPTED: &str = "the challenge is accepted while its player has a ticket";
/// A match of a matcher that died is completed.
pub const COMPLETED_BY_ANOTHER: &str = "a match of a matcher that died is completed";
/// A ticket comes back after a refusal, and is matched again.
pub const PUT_BACK: &str = "a ticket comes back after a refusal, and is matched again";
/// A ticket expires.
pub const EXPIRED: &str = "a ticket expires";

pub(crate) const REACHED: [(&str, Holds); 5] = [
    (MADE, |_, state| {
        numbers(state).any(|number| !begun(state, number, |found| *found == MatchState::Made).is_empty())
    }),
    (CHALLENGE_ACCEPTED, |_, state| {
        let challenge = state.kept.get::<Challenge>(offer(Kind::Challenge, CHALLENGE));
        challenge.is_some_and(|challenge| matches!(challenge.status, ChallengeStatus::Accepted(_)))
            && state.state_of(0) == Some(TicketState::Ended(Why::GameStarted))
    }),
    (COMPLETED_BY_ANOTHER, |_, state| {
        state.has_left_a_match
            && numbers(state).any(|number| !begun(state, number, |found| *found == MatchState::Made).is_empty())
    }),
    (PUT_BACK, |_, state| {
        numbers(state).any(|number| {
            let refused = begun(state, number, |found| matches!(found, MatchState::Refused(_)));
            let made = begun(state, number, |found| *found == MatchState::Made);
            !refused.is_empty() && !made.is_empty()
        })
    }),
    (EXPIRED, |_, state| {
        (0..state.streams.len()).any(|number| state.state_of(number) == Some(TicketState::Ended(Why::Expired)))
    }),
];

fn numbers(state: &State) -> impl Iterator<Item = usize> {
    (0..state.streams.len()).chain([CHALLENGER])
}

fn record(state: &State, number: usize) -> Player {
    state.kept.get(Key::player(player(number))).unwrap_or_default()
}

fn sits(found: &Match, number: usize) -> bool {
    [found.white.account, found.black.account].contains(&player(number))
}

/// The tables of the player's matches that are in such a state.
fn begun(state: &State, number: usize, is_such: impl Fn(&MatchState) -> bool) -> BTreeSet<TableId> {
    let such = state
        .kept
        .matches()
        .into_iter()
        .filter(|found| sits(found, number) && is_such(&found.state));
    such.map(|found| found.table).collect()
}
