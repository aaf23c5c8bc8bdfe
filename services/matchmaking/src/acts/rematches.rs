//! Playing again, with colours swapped.

use corners_proto::error::{Reason, Refusal};
use corners_proto::ids::{AccountId, TableId};

use crate::domain::matched::{Match, MatchId, Origin};
use crate::domain::news::News;
use crate::domain::offers::{REMATCH_LASTS_MS, Rematch, RematchState};
use crate::domain::person::Person;
use crate::domain::player::Live;
use crate::domain::terms::Terms;
use crate::draft::{Decision, Draft, rematch};
use crate::store::Index;

use super::begin::{Beginning, begin, is_free, is_to_be_had};
use super::ending::{self, KEPT_AFTER_MS};
use super::tickets::too_many;

/// How many offers to play again an account can have open.
const MOST_OFFERS: usize = 10;

/// A finished game, as its table tells it, and who wants to play it again.
#[derive(Clone, Copy, Debug)]
pub struct Finished {
    /// Its table.
    pub table: TableId,
    /// What was played.
    pub terms: Terms,
    /// Who had White, with the rating of now.
    pub white: Person,
    /// Who had Black, with the rating of now.
    pub black: Person,
}

/// Offers to play again, or accepts the other player's offer: the game begins.
pub fn offer(draft: &mut Draft<'_>, caller: AccountId, finished: &Finished) -> Decision<Option<Match>> {
    let other = if finished.white.account == caller {
        finished.black
    } else {
        finished.white
    };
    let mut player = draft.player(caller)?;
    let other_player = draft.player(other.account)?;
    match draft.get::<Rematch>(rematch(finished.table))? {
        Some(Rematch {
            state: RematchState::Played(table),
            ..
        }) => return Err(over(Some(table)).into()),
        Some(Rematch {
            state: RematchState::Declined,
            ..
        }) => return Err(over(None).into()),
        Some(Rematch {
            state: RematchState::Open,
            by,
            ..
        }) if by == caller => return Ok(None),
        Some(Rematch {
            state: RematchState::Open,
            ..
        }) => {
            is_free(draft, &player)?;
            is_to_be_had(&player, &other_player, caller, other.account)?;
            return accept(draft, other.account, finished).map(Some);
        }
        Some(_) | None => {}
    }
    is_free(draft, &player)?;
    if player.blocks(other.account) || other_player.blocks(caller) {
        let message = "the other player cannot be had for a game by you";
        return Err(Refusal::new(Reason::PlayerNotAvailable, message).into());
    }
    let offers = player.live.iter().filter(|live| matches!(live, Live::Rematch { .. }));
    too_many("offers to play again", offers.count(), MOST_OFFERS)?;
    player.live.push(Live::Rematch {
        table: finished.table,
        to: other.account,
    });
    draft.put_player(caller, &player)?;
    let made = Rematch {
        table: finished.table,
        by: caller,
        to: other.account,
        made_ms: draft.now_ms(),
        state: RematchState::Open,
    };
    let key = rematch(finished.table);
    draft.put(key, &made, REMATCH_LASTS_MS + KEPT_AFTER_MS)?;
    draft.due(key, REMATCH_LASTS_MS);
    draft.enter(Index::Received(other.account), &key.to_bytes(), 0);
    let news = News::RematchOffered(made);
    draft.tell(caller, &news)?;
    draft.tell(other.account, &news)?;
    Ok(None)
}

/// The game begins; the offer of `offerer` is taken for it.
fn accept(draft: &mut Draft<'_>, offerer: AccountId, finished: &Finished) -> Decision<Match> {
    let id = MatchId::derive("rematch", &[finished.table.as_bytes()]);
    let mut other = draft.player(offerer)?;
    other.drop_live(|live| matches!(live, Live::Rematch { table, .. } if *table == finished.table));
    draft.put_player(offerer, &other)?;
    ending::rematch_offer(draft, finished.table, RematchState::Played(id.table()))?;
    let beginning = Beginning {
        id,
        terms: finished.terms,
        white: finished.black,
        black: finished.white,
        origin: Origin::Rematch(finished.table),
        tickets: None,
    };
    begin(draft, beginning)
}

/// Declines the other player's offer, or takes the own one back.
pub fn decline(draft: &mut Draft<'_>, caller: AccountId, table: TableId) -> Decision<()> {
    let found = draft.get::<Rematch>(rematch(table))?;
    let is_open = |found: &Rematch| found.state == RematchState::Open && (found.by == caller || found.to == caller);
    let Some(found) = found.filter(is_open) else {
        let message = "no offer to play again is open at this table";
        return Err(Refusal::new(Reason::NoOffer, message).into());
    };
    let state = if found.by == caller {
        RematchState::Withdrawn
    } else {
        RematchState::Declined
    };
    end(draft, &found, state)
}

/// The time of an offer is over.
pub fn expire(draft: &mut Draft<'_>, table: TableId) -> Decision<()> {
    match draft.get::<Rematch>(rematch(table))? {
        Some(found) if found.state == RematchState::Open => end(draft, &found, RematchState::Withdrawn),
        _ => {
            draft.not_due(rematch(table));
            Ok(())
        }
    }
}

pub(super) fn end(draft: &mut Draft<'_>, found: &Rematch, state: RematchState) -> Decision<()> {
    let mut player = draft.player(found.by)?;
    player.drop_live(|live| matches!(live, Live::Rematch { table, .. } if *table == found.table));
    draft.put_player(found.by, &player)?;
    ending::rematch_offer(draft, found.table, state)
}

fn over(played: Option<TableId>) -> Refusal {
    match played {
        Some(table) => {
            let message = format!("the game was played again already, at table {table}");
            Refusal::new(Reason::RematchOver, message).with("table", table)
        }
        None => Refusal::new(Reason::RematchOver, "playing again was declined"),
    }
}
