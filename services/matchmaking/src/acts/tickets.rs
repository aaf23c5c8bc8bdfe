//! Tickets of pools.

use corners_proto::error::{Reason, Refusal};
use corners_proto::ids::{AccountId, OfferId, TableId};

use crate::domain::matched::{Match, MatchId, Origin};
use crate::domain::person::{Person, Rating};
use crate::domain::player::{Live, Player};
use crate::domain::terms::Pool;
use crate::domain::ticket::{Ticket, TicketRecord, TicketState, Why};
use crate::draft::{Decision, Draft, offer};
use crate::store::{Index, Key, Kind};

use super::begin::{Beginning, begin, is_free};
use super::ending;

/// The rating that who has none is paired by.
pub const UNKNOWN: Rating = Rating {
    rating: 1_500.0,
    deviation: 350.0,
};

/// How long a ticket waits from the last renewal of its lease.
pub const LEASE_MS: u64 = 10_000;

/// How long a ticket whose connection is gone can be taken up again.
pub const DROPPED_FOR_MS: u64 = 15_000;

/// How long a ticket's record stays while it waits.
const WAITS_AT_MOST_MS: u64 = 7 * 24 * 60 * 60 * 1_000;

/// How long a ticket that was cancelled before it was made is remembered: as long as its call may still be under way.
const LATE_COPIES_MS: u64 = 2 * 60 * 1_000;

/// In how many pools an account can wait at once.
pub const MOST_TICKETS: usize = 5;

/// Somebody wants to wait in a pool.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// The ticket's id.
    pub id: OfferId,
    /// Who.
    pub person: Person,
    /// Where.
    pub pool: Pool,
    /// How much lower the opponent may be rated.
    pub below: Option<u32>,
    /// How much higher the opponent may be rated.
    pub above: Option<u32>,
}

/// A ticket, and what has become of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Standing {
    /// It waits.
    Waits(Ticket),
    /// Its account plays at this table, or will in a moment.
    Matched(TableId),
    /// It has ended.
    Ended(Why),
}

/// Puts a ticket into its pool, or takes up the one that the same request has made.
pub fn enqueue(draft: &mut Draft<'_>, wish: &Wish) -> Decision<Standing> {
    let account = wish.person.account;
    let key = offer(Kind::Ticket, wish.id);
    let record = draft.get::<TicketRecord>(key)?;
    let mut player = draft.player(account)?;
    let ticket = match record {
        None => None,
        Some(TicketRecord { ticket, state }) => {
            if ticket.as_ref().is_some_and(|ticket| !is_same(ticket, wish)) {
                let message = "the request_id stands for a wait for another game: use a new one";
                return Err(Refusal::new(Reason::RequestIdReused, message).into());
            }
            match state {
                TicketState::Matched(table) | TicketState::Leaving(table) => return Ok(Standing::Matched(table)),
                // Nobody held it for a while, and now somebody does.
                TicketState::Ended(Why::Expired) => None,
                TicketState::Ended(why) => return Ok(Standing::Ended(why)),
                TicketState::Waiting | TicketState::Dropped => ticket,
            }
        }
    };
    // One that its account knows nothing of any more is made anew.
    let ticket = match ticket.filter(|ticket| player.has_ticket(ticket.id)) {
        Some(ticket) => ticket,
        None => {
            is_free(draft, &player)?;
            if let Some(other) = player.ticket_in(wish.pool) {
                player.drop_live(|live| matches!(live, Live::Ticket { id, .. } if *id == other));
                ending::ticket(draft, other, wish.pool, TicketState::Ended(Why::Replaced))?;
            }
            let tickets = player
                .live
                .iter()
                .filter(|live| matches!(live, Live::Ticket { .. }))
                .count();
            too_many("tickets", tickets, MOST_TICKETS)?;
            player.live.push(Live::Ticket {
                id: wish.id,
                pool: wish.pool,
            });
            Ticket {
                id: wish.id,
                person: wish.person,
                pool: wish.pool,
                since_ms: draft.now_ms(),
                below: wish.below,
                above: wish.above,
                colour_balance: player.colour_balance,
                opponents: player.opponents.iter().copied().collect(),
                blocked: player.blocked.clone(),
            }
        }
    };
    player.kind = wish.person.kind;
    draft.put_player(account, &player)?;
    let record = TicketRecord {
        ticket: Some(ticket.clone()),
        state: TicketState::Waiting,
    };
    draft.put(key, &record, WAITS_AT_MOST_MS)?;
    draft.not_due(key);
    draft.enter(Index::Waiting(wish.pool.to_string()), wish.id.as_bytes(), LEASE_MS);
    Ok(Standing::Waits(ticket))
}

fn is_same(ticket: &Ticket, wish: &Wish) -> bool {
    ticket.pool == wish.pool && ticket.below == wish.below && ticket.above == wish.above
}

/// An account has as many of something as it may have.
pub(super) fn too_many(what: &'static str, has: usize, most: usize) -> Decision<()> {
    if has < most {
        return Ok(());
    }
    let message = format!("you have {has} {what}, as many as you may have: end one first");
    let refusal = Refusal::new(Reason::TooMany, message)
        .with("limit", what)
        .with("most", most);
    Err(refusal.into())
}

/// The tickets that an account waits with hold whom it blocks by now.
pub(super) fn tell_blocked(draft: &mut Draft<'_>, player: &Player) -> Decision<()> {
    let key = |live: &Live| match live {
        Live::Ticket { id, .. } => Some(offer(Kind::Ticket, *id)),
        _ => None,
    };
    let keys: Vec<Key> = player.live.iter().filter_map(key).collect();
    draft.need(keys.iter().copied())?;
    for key in keys {
        let Some(mut record) = draft.get::<TicketRecord>(key)? else {
            continue;
        };
        if let Some(ticket) = &mut record.ticket {
            ticket.blocked.clone_from(&player.blocked);
        }
        draft.put(key, &record, WAITS_AT_MOST_MS)?;
    }
    Ok(())
}

/// The connection of a ticket is gone: it leaves its pool, and can be taken up again for a while.
pub fn drop(draft: &mut Draft<'_>, account: AccountId, id: OfferId) -> Decision<()> {
    let player = draft.player(account)?;
    let key = offer(Kind::Ticket, id);
    let Some(TicketRecord {
        ticket: Some(ticket),
        state: TicketState::Waiting,
    }) = draft.get(key)?
    else {
        return Ok(());
    };
    draft.leave(Index::Waiting(ticket.pool.to_string()), id.as_bytes());
    let record = TicketRecord {
        ticket: Some(ticket),
        state: TicketState::Dropped,
    };
    draft.put(key, &record, WAITS_AT_MOST_MS)?;
    draft.due(key, DROPPED_FOR_MS);
    draft.put_player(account, &player)
}

/// Ends a ticket that has not ended yet; remembers one that was never there as ended.
pub fn end(draft: &mut Draft<'_>, account: AccountId, id: OfferId, why: Why) -> Decision<()> {
    let mut player = draft.player(account)?;
    let key = offer(Kind::Ticket, id);
    let record = draft.get::<TicketRecord>(key)?;
    let ticket = match record {
        Some(TicketRecord {
            state: TicketState::Leaving(_) | TicketState::Ended(_),
            ..
        }) => return Ok(()),
        Some(TicketRecord {
            ticket,
            state: TicketState::Matched(table),
        }) => {
            let state = TicketState::Leaving(table);
            draft.put_player(account, &player)?;
            return draft.put(key, &TicketRecord { ticket, state }, ending::KEPT_AFTER_MS);
        }
        Some(record) => record.ticket,
        None => None,
    };
    player.drop_live(|live| matches!(live, Live::Ticket { id: known, .. } if *known == id));
    draft.put_player(account, &player)?;
    let state = TicketState::Ended(why);
    match ticket {
        Some(ticket) => ending::ticket(draft, id, ticket.pool, state),
        None => draft.put(key, &TicketRecord { ticket: None, state }, LATE_COPIES_MS),
    }
}

/// A ticket's time without a stream is over: it ends, unless somebody has taken it up again.
pub fn expire(draft: &mut Draft<'_>, id: OfferId) -> Decision<()> {
    let key = offer(Kind::Ticket, id);
    match draft.get::<TicketRecord>(key)? {
        Some(TicketRecord {
            ticket: Some(ticket),
            state: TicketState::Dropped,
        }) => end(draft, ticket.person.account, id, Why::Expired),
        _ => {
            draft.not_due(key);
            Ok(())
        }
    }
}

/// The lease of a ticket has ended, and so does the ticket. A stream that is still there takes it up again. `pool` is where it was
/// found.
pub fn lease_ended(draft: &mut Draft<'_>, pool: &str, id: OfferId) -> Decision<()> {
    let record = draft.get::<TicketRecord>(offer(Kind::Ticket, id))?;
    match record {
        Some(TicketRecord {
            ticket: Some(ticket),
            state: TicketState::Waiting,
        }) => end(draft, ticket.person.account, id, Why::Expired),
        _ => {
            draft.leave(Index::Waiting(pool.to_owned()), id.as_bytes());
            Ok(())
        }
    }
}

/// What became of a pair that a wave has made.
#[derive(Clone, Debug, PartialEq)]
pub enum Paired {
    /// It is a match.
    Made(Box<Match>),
    /// One of the two blocks the other by now.
    Blocked,
    /// One of the two does not wait any more, or begins another game.
    Missed,
}

/// Takes two tickets and records their match, in one step, if both still wait. White's is the first.
pub fn pair(draft: &mut Draft<'_>, tickets: &[Ticket; 2], fence: u64) -> Decision<Paired> {
    let [white, black] = tickets;
    let players = [draft.player(white.person.account)?, draft.player(black.person.account)?];
    let waits = |index: usize| players[index].has_ticket(tickets[index].id) && players[index].starting.is_none();
    let blocked = players[0].blocks(black.person.account) || players[1].blocks(white.person.account);
    if white.person.account == black.person.account || blocked {
        return Ok(Paired::Blocked);
    }
    if !waits(0) || !waits(1) {
        return Ok(Paired::Missed);
    }
    let pool = white.pool;
    for ticket in tickets {
        draft.must_wait(pool.to_string(), ticket.id);
    }
    draft.fence(pool.to_string(), fence);
    let beginning = Beginning {
        // Each ticket is in one match at most: one that comes back after a refusal is paired under another moment.
        id: MatchId::derive(
            "pool",
            &[white.id.as_bytes(), black.id.as_bytes(), &draft.now_ms().to_be_bytes()],
        ),
        terms: pool.terms,
        white: white.person,
        black: black.person,
        origin: Origin::Pool,
        tickets: Some(Box::new(tickets.clone())),
    };
    begin(draft, beginning).map(|made| Paired::Made(Box::new(made)))
}
