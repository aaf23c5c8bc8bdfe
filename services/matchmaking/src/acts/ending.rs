//! Ending what can start a game.

use corners_proto::ids::{AccountId, OfferId, TableId};

use crate::domain::news::{LobbyNews, News};
use crate::domain::offers::{Challenge, ChallengeStatus, Rematch, RematchState, Seek};
use crate::domain::player::{Live, Player};
use crate::domain::terms::Pool;
use crate::domain::ticket::{Ticket, TicketRecord, TicketState, Why};
use crate::draft::{Decision, Draft, offer, rematch};
use crate::store::{Index, Kind};

/// How long what has ended is still told, and its request id remembered.
pub const KEPT_AFTER_MS: u64 = 60 * 60 * 1_000;

/// Ends everything of an account's that could start another game, because one starts. What `taken` names is part of that game.
pub(super) fn all(
    draft: &mut Draft<'_>,
    account: AccountId,
    player: &mut Player,
    taken: impl Fn(&Live) -> bool,
) -> Decision<()> {
    for live in std::mem::take(&mut player.live) {
        if taken(&live) {
            continue;
        }
        match live {
            Live::Ticket { id, pool } => ticket(draft, id, pool, TicketState::Ended(Why::GameStarted))?,
            Live::Seek(id) => seek(draft, account, id, true)?,
            Live::Challenge { id, .. } => challenge(draft, id, ChallengeStatus::Cancelled)?,
            Live::Rematch { table, .. } => rematch_offer(draft, table, RematchState::Withdrawn)?,
        }
    }
    Ok(())
}

/// Notes what has become of a ticket that waits no more.
pub(super) fn ticket(draft: &mut Draft<'_>, id: OfferId, pool: Pool, state: TicketState) -> Decision<()> {
    let key = offer(Kind::Ticket, id);
    let record = draft.get::<TicketRecord>(key)?;
    // A ticket is in one list at most: most of them wait, and a wave ends thousands.
    match record.as_ref().map(|record| record.state) {
        Some(TicketState::Dropped) => draft.not_due(key),
        _ => draft.leave(Index::Waiting(pool.to_string()), id.as_bytes()),
    }
    let ticket = record.and_then(|record| record.ticket);
    draft.put(key, &TicketRecord { ticket, state }, KEPT_AFTER_MS)
}

/// Takes a ticket out of its pool, where it waits as its account's record says: nothing of it is due, and nothing has to be read.
pub(super) fn taken(draft: &mut Draft<'_>, ticket: &Ticket, table: TableId) -> Decision<()> {
    let record = TicketRecord {
        ticket: Some(ticket.clone()),
        state: TicketState::Matched(table),
    };
    draft.put(offer(Kind::Ticket, ticket.id), &record, KEPT_AFTER_MS)?;
    draft.leave(Index::Waiting(ticket.pool.to_string()), ticket.id.as_bytes());
    Ok(())
}

/// Takes a seek out of the lobby, and tells its owner if it ends without a game.
pub(super) fn seek(draft: &mut Draft<'_>, owner: AccountId, id: OfferId, is_told: bool) -> Decision<()> {
    let key = offer(Kind::Seek, id);
    if let Some(seek) = draft.get::<Seek>(key)? {
        draft.put(key, &Seek { open: false, ..seek }, KEPT_AFTER_MS)?;
    }
    draft.leave(Index::Lobby, id.as_bytes());
    draft.not_due(key);
    draft.tell_lobby(&LobbyNews::Removed(id))?;
    if is_told {
        draft.tell(owner, &News::SeekEnded(id))?;
    }
    Ok(())
}

/// Ends a challenge, and tells both.
pub(super) fn challenge(draft: &mut Draft<'_>, id: OfferId, status: ChallengeStatus) -> Decision<()> {
    let key = offer(Kind::Challenge, id);
    let Some(challenge) = draft.get::<Challenge>(key)? else {
        return Ok(());
    };
    let ended = Challenge { status, ..challenge };
    draft.put(key, &ended, KEPT_AFTER_MS)?;
    draft.not_due(key);
    let challenger = ended.challenger.account;
    let challenged = ended.challenged;
    let news = News::ChallengeEnded(ended);
    draft.tell(challenger, &news)?;
    if let Some(challenged) = challenged {
        draft.leave(Index::Received(challenged), &key.to_bytes());
        draft.tell(challenged, &news)?;
    }
    Ok(())
}

/// Ends an offer to play again, and tells both if there is no game.
pub(super) fn rematch_offer(draft: &mut Draft<'_>, table: TableId, state: RematchState) -> Decision<()> {
    let key = rematch(table);
    let Some(offered) = draft.get::<Rematch>(key)? else {
        return Ok(());
    };
    let (by, to) = (offered.by, offered.to);
    draft.put(key, &Rematch { state, ..offered }, KEPT_AFTER_MS)?;
    draft.not_due(key);
    draft.leave(Index::Received(to), &key.to_bytes());
    if !matches!(state, RematchState::Played(_)) {
        let news = News::RematchEnded(table);
        draft.tell(by, &news)?;
        draft.tell(to, &news)?;
    }
    Ok(())
}
