//! What becomes of a match: its table is made, or refused.

use corners_proto::ids::{AccountId, TableId};

use crate::domain::matched::{Match, MatchState, Origin};
use crate::domain::news::News;
use crate::domain::offers::RematchState;
use crate::domain::player::Live;
use crate::domain::ticket::{Ticket, TicketRecord, TicketState, Why};
use crate::draft::{Decision, Draft, offer};
use crate::store::{Index, Key, Kind};

use super::begin::{Beginning, MATCH_KEPT_MS, begin};
use super::ending::{self, KEPT_AFTER_MS};
use super::tickets::LEASE_MS;
use crate::domain::matched::MatchId;

/// How long a table that was asked for without an answer may still come to be. Calls are given up much sooner.
pub const UNANSWERED_FOR_MS: u64 = 15_000;

/// When a match is looked at again after a table could not be made.
const AGAIN_AFTER_MS: u64 = 1_000;

/// How long it is waited for a table that cannot be had just now.
const PATIENCE_MS: u64 = 30_000;

/// An attempt to make a table. What it may be told is worth depends on the attempts before it, which may still arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attempt {
    /// What marks it in the match; nothing for that of who has recorded it.
    mark_ms: Option<u64>,
    /// The mark that it has replaced.
    before_ms: Option<u64>,
}

impl Attempt {
    /// That of who has recorded the match: nobody has asked before.
    pub const FIRST: Self = Self {
        mark_ms: None,
        before_ms: None,
    };
}

/// What is to be done about a match that is due.
#[derive(Clone, Debug, PartialEq)]
pub enum ToDo {
    /// Make its table.
    Make(Box<Match>, Attempt),
    /// Nothing.
    Nothing,
}

/// A match is due: a scheduled one begins now, a recorded one wants its table.
pub fn look(draft: &mut Draft<'_>, table: TableId) -> Decision<ToDo> {
    let key = Key::of_match(table);
    let Some(found) = draft.get::<Match>(key)? else {
        draft.not_due(key);
        return Ok(ToDo::Nothing);
    };
    match found.state {
        MatchState::Recorded => again(draft, key, found),
        MatchState::Scheduled(start_ms) if start_ms > draft.now_ms() => {
            draft.due(key, start_ms - draft.now_ms());
            Ok(ToDo::Nothing)
        }
        MatchState::Scheduled(_) => begin_scheduled(draft, table, &found),
        MatchState::Made | MatchState::Refused(_) | MatchState::CalledOff => {
            draft.not_due(key);
            Ok(ToDo::Nothing)
        }
    }
}

/// Others have asked for the table and are not heard of: the attempt is noted before it is made, so that they know of it.
fn again(draft: &mut Draft<'_>, key: Key, found: Match) -> Decision<ToDo> {
    let before_ms = found.asked_ms;
    let mark_ms = draft.now_ms().max(before_ms.map_or(0, |before_ms| before_ms + 1));
    let attempt = Attempt {
        mark_ms: Some(mark_ms),
        before_ms,
    };
    let asked_ms = attempt.mark_ms;
    let asked = Match { asked_ms, ..found };
    draft.put(key, &asked, MATCH_KEPT_MS)?;
    Ok(ToDo::Make(Box::new(asked), attempt))
}

/// A scheduled game begins as soon as neither of its players begins another one.
fn begin_scheduled(draft: &mut Draft<'_>, table: TableId, found: &Match) -> Decision<ToDo> {
    for person in [found.white, found.black] {
        if draft.player(person.account)?.starting.is_some() {
            draft.due(Key::of_match(table), AGAIN_AFTER_MS);
            return Ok(ToDo::Nothing);
        }
    }
    let Ok(request) = found.request.parse() else {
        draft.not_due(Key::of_match(table));
        return Ok(ToDo::Nothing);
    };
    let beginning = Beginning {
        id: MatchId::of_request(request),
        terms: found.terms,
        white: found.white,
        black: found.black,
        origin: found.origin,
        tickets: None,
    };
    begin(draft, beginning).map(|made| ToDo::Make(Box::new(made), Attempt::FIRST))
}

/// The table is made: both players are free for other games, and told.
pub fn made(draft: &mut Draft<'_>, table: TableId) -> Decision<()> {
    let key = Key::of_match(table);
    let Some(found) = recorded(draft, table)? else {
        return Ok(());
    };
    for (is_white, person) in [(true, found.white), (false, found.black)] {
        release(draft, table, person.account, |_| ())?;
        draft.tell(person.account, &News::GameStarted(found.game(is_white)))?;
    }
    draft.not_due(key);
    let state = MatchState::Made;
    draft.put(key, &Match { state, ..found }, MATCH_KEPT_MS)
}

/// The table was asked for, and nobody knows what became of it.
pub fn unanswered(draft: &mut Draft<'_>, table: TableId) -> Decision<()> {
    let key = Key::of_match(table);
    let Some(found) = recorded(draft, table)? else {
        return Ok(());
    };
    let asked_ms = Some(draft.now_ms()).max(found.asked_ms);
    draft.due(key, AGAIN_AFTER_MS);
    draft.put(key, &Match { asked_ms, ..found }, MATCH_KEPT_MS)
}

/// A table was refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// Why.
    pub reason: String,
    /// Whose fault it is: this account's ticket does not go back.
    pub account: Option<AccountId>,
    /// Whether the same table may be given later, so that it is worth waiting.
    pub is_for_now: bool,
}

/// The table was refused to an attempt. Unless it may be given in a while, or another attempt may still make it: both tickets go
/// back, in one step; what came of something else is called off.
pub fn refused(draft: &mut Draft<'_>, table: TableId, attempt: Attempt, refused: &Refused) -> Decision<()> {
    let key = Key::of_match(table);
    let Some(found) = recorded(draft, table)? else {
        return Ok(());
    };
    let is_last = found.asked_ms == attempt.mark_ms;
    let asked_before_ms = attempt.mark_ms.and(attempt.before_ms.max(Some(found.at_ms)));
    let may_be_made = asked_before_ms.is_some_and(|at_ms| at_ms + UNANSWERED_FOR_MS > draft.now_ms());
    let is_patient = refused.is_for_now && found.at_ms + PATIENCE_MS > draft.now_ms();
    if is_patient || may_be_made || !is_last {
        draft.due(key, AGAIN_AFTER_MS);
        if !is_last {
            return Ok(());
        }
        // This attempt was answered: nothing comes of it any more.
        let asked_ms = attempt.before_ms;
        return draft.put(key, &Match { asked_ms, ..found }, MATCH_KEPT_MS);
    }
    for (index, person) in [found.white, found.black].into_iter().enumerate() {
        let ticket = found.tickets.as_ref().map(|tickets| tickets[index].clone());
        let is_at_fault = refused.account == Some(person.account);
        match ticket {
            Some(ticket) => put_back(draft, table, &ticket, is_at_fault)?,
            None => release(draft, table, person.account, |_| ())?,
        }
        if found.origin != Origin::Pool || is_at_fault {
            let news = News::CalledOff {
                table,
                reason: refused.reason.clone(),
            };
            draft.tell(person.account, &news)?;
        }
        let mut player = draft.player(person.account)?;
        player.does_not_play(table);
        draft.put_player(person.account, &player)?;
    }
    if let Origin::Rematch(of) = found.origin {
        ending::rematch_offer(draft, of, RematchState::Withdrawn)?;
    }
    draft.not_due(key);
    let state = MatchState::Refused(refused.reason.clone());
    draft.put(key, &Match { state, ..found }, MATCH_KEPT_MS)
}

fn put_back(draft: &mut Draft<'_>, table: TableId, taken: &Ticket, is_at_fault: bool) -> Decision<()> {
    let account = taken.person.account;
    // Blocks may have come and gone since it was taken.
    let ticket = Ticket {
        blocked: draft.player(account)?.blocked,
        ..taken.clone()
    };
    let (id, pool) = (ticket.id, ticket.pool);
    let record = |state| TicketRecord {
        ticket: Some(ticket.clone()),
        state,
    };
    let key = offer(Kind::Ticket, id);
    let kept = draft.get::<TicketRecord>(key)?;
    let is_cancelled = kept.is_some_and(|kept| matches!(kept.state, TicketState::Leaving(_)));
    if is_at_fault || is_cancelled {
        release(draft, table, account, |_| ())?;
        let why = if is_cancelled { Why::Cancelled } else { Why::TooMany };
        return draft.put(key, &record(TicketState::Ended(why)), KEPT_AFTER_MS);
    }
    release(draft, table, account, |live| {
        live.push(Live::Ticket { id, pool });
    })?;
    draft.put(key, &record(TicketState::Waiting), MATCH_KEPT_MS)?;
    // Its stream renews the lease, if there still is one.
    draft.enter(Index::Waiting(pool.to_string()), id.as_bytes(), LEASE_MS);
    Ok(())
}

/// The match, if its table is neither made nor refused yet.
fn recorded(draft: &mut Draft<'_>, table: TableId) -> Decision<Option<Match>> {
    let found = draft.get::<Match>(Key::of_match(table))?;
    Ok(found.filter(|found| found.state == MatchState::Recorded))
}

/// The account begins this game no more.
fn release(
    draft: &mut Draft<'_>,
    table: TableId,
    account: AccountId,
    change: impl FnOnce(&mut Vec<Live>),
) -> Decision<()> {
    let mut player = draft.player(account)?;
    player.starting = player.starting.filter(|starting| *starting != table);
    change(&mut player.live);
    draft.put_player(account, &player)
}
