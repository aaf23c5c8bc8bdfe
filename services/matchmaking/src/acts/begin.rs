//! A game begins: both players are taken and the match is recorded, in one step.

use corners_proto::error::{Reason, Refusal};
use corners_proto::ids::AccountId;

use crate::domain::ledger::delayed_until;
use crate::domain::matched::{Match, MatchId, MatchState, Origin};
use crate::domain::person::{ColourWish, Person};
use crate::domain::player::{Live, Player};
use crate::domain::terms::Terms;
use crate::domain::ticket::Ticket;
use crate::draft::{Decision, Draft};
use crate::store::Key;

use super::ending;

/// How long a match is remembered: what is told of its end counts until then.
pub const MATCH_KEPT_MS: u64 = 14 * 24 * 60 * 60 * 1_000;

/// When others look after a recorded match, should the replica that recorded it not do so.
const COMPLETED_WITHIN_MS: u64 = 2_000;

/// Two players, and what they play.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// What stands for it.
    pub id: MatchId,
    /// What is played.
    pub terms: Terms,
    /// Who has White.
    pub white: Person,
    /// Who has Black.
    pub black: Person,
    /// How they were brought together.
    pub origin: Origin,
    /// The tickets that are taken, White's and Black's.
    pub tickets: Option<Box<[Ticket; 2]>>,
}

/// Takes both players and records the match. What else of theirs could start a game ends.
pub(super) fn begin(draft: &mut Draft<'_>, beginning: Beginning) -> Decision<Match> {
    let table = beginning.id.table();
    let made = Match {
        table,
        request: beginning.id.into(),
        terms: beginning.terms,
        white: rated_or_not(beginning.terms, beginning.white),
        black: rated_or_not(beginning.terms, beginning.black),
        origin: beginning.origin,
        tickets: beginning.tickets,
        at_ms: draft.now_ms(),
        state: MatchState::Recorded,
        asked_ms: None,
    };
    for (index, person) in [made.white, made.black].into_iter().enumerate() {
        let mut player = draft.player(person.account)?;
        let ticket = made.tickets.as_ref().map(|tickets| tickets[index].clone());
        if let Some(ticket) = &ticket {
            ending::taken(draft, ticket, table)?;
        }
        let taken = |live: &Live| match (live, &ticket) {
            (Live::Ticket { id, .. }, Some(ticket)) => *id == ticket.id,
            _ => false,
        };
        ending::all(draft, person.account, &mut player, taken)?;
        player.kind = person.kind;
        player.starting = Some(table);
        player.plays(made.game(index == 0));
        draft.put_player(person.account, &player)?;
    }
    let key = Key::of_match(table);
    draft.put(key, &made, MATCH_KEPT_MS)?;
    draft.due(key, COMPLETED_WITHIN_MS);
    Ok(made)
}

/// The person with a rating if the game is rated, and without if it is not: tables of casual games have none.
pub(super) fn rated_or_not(terms: Terms, person: Person) -> Person {
    Person {
        rating: person.rating.filter(|_| terms.rated),
        ..person
    }
}

/// The caller can begin a game, or look for one.
pub(super) fn is_free(draft: &Draft<'_>, player: &Player) -> Decision<()> {
    if let Some(table) = player.starting {
        let message =
            format!("a game of yours starts this moment, at table {table}: play it, or try again in a moment");
        return Err(Refusal::new(Reason::GameStarting, message).with("table", table).into());
    }
    if let Some(until_ms) = delayed_until(&player.offences, draft.now_ms()) {
        let why = player.offences.front().map_or("ABORTS", |offence| offence.kind.why());
        let seconds = until_ms.saturating_sub(draft.now_ms()).div_ceil(1_000);
        let message = format!("you have spoilt several games lately: you can look for a game again in {seconds} s");
        let refusal = Refusal::new(Reason::QueueDelayed, message)
            .with("again_at_ms", until_ms)
            .with("why", why);
        return Err(refusal.into());
    }
    Ok(())
}

/// The other player can begin a game with the caller.
pub(super) fn is_to_be_had(player: &Player, other: &Player, caller: AccountId, account: AccountId) -> Decision<()> {
    if other.starting.is_none() && !player.blocks(account) && !other.blocks(caller) {
        return Ok(());
    }
    let message = "the other player cannot be had for a game by you, or not this moment";
    Err(Refusal::new(Reason::PlayerNotAvailable, message).into())
}

/// Heads or tails: nobody who makes an offer knows the millisecond in which it is accepted.
pub(super) const fn lot(draft: &Draft<'_>) -> bool {
    draft.now_ms().is_multiple_of(2)
}

/// The two by sides: White first. `wish` is that of `owner`; who wishes nothing gets what is due, and else what the lot says.
pub(super) fn by_sides(
    owner: (Person, &Player),
    wish: ColourWish,
    other: (Person, &Player),
    lot: bool,
) -> (Person, Person) {
    let owner_has_white = match wish {
        ColourWish::White => true,
        ColourWish::Black => false,
        ColourWish::Any if owner.1.colour_balance == other.1.colour_balance => lot,
        ColourWish::Any => owner.1.colour_balance < other.1.colour_balance,
    };
    if owner_has_white {
        (owner.0, other.0)
    } else {
        (other.0, owner.0)
    }
}
