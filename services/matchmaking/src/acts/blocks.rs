//! Blocking players.

use corners_proto::error::{Reason, Refusal};
use corners_proto::ids::AccountId;

use crate::domain::offers::{Challenge, ChallengeStatus, Rematch, RematchState};
use crate::domain::person::AccountKind;
use crate::domain::player::{Live, MOST_BLOCKED, Player};
use crate::draft::{Decision, Draft, offer, rematch};
use crate::store::Kind;

use super::tickets::{self, too_many};
use super::{challenges, rematches};

/// Blocks a player; what is open between the two ends.
pub fn block(draft: &mut Draft<'_>, account: AccountId, kind: AccountKind, blocked: AccountId) -> Decision<()> {
    if account == blocked {
        let message = "you cannot block yourself: name another account";
        return Err(Refusal::new(Reason::OwnOffer, message).into());
    }
    for (from, to) in [(account, blocked), (blocked, account)] {
        end_between(draft, from, to)?;
    }
    let mut player = draft.player(account)?;
    if !player.blocks(blocked) {
        too_many("blocked players", player.blocked.len(), MOST_BLOCKED)?;
        player.blocked.push(blocked);
    }
    player.kind = kind;
    put(draft, account, &player)
}

/// Blocks a player no longer.
pub fn unblock(draft: &mut Draft<'_>, account: AccountId, blocked: AccountId) -> Decision<()> {
    let mut player = draft.player(account)?;
    player.blocked.retain(|known| *known != blocked);
    put(draft, account, &player)
}

/// Writes whom the account blocks by now: in its record, and in the tickets that it waits with.
fn put(draft: &mut Draft<'_>, account: AccountId, player: &Player) -> Decision<()> {
    tickets::tell_blocked(draft, player)?;
    draft.put_player(account, player)
}

/// Ends what one has offered to the other.
fn end_between(draft: &mut Draft<'_>, from: AccountId, to: AccountId) -> Decision<()> {
    for live in draft.player(from)?.live {
        match live {
            Live::Challenge { id, to: Some(whom) } if whom == to => {
                if let Some(found) = draft.get::<Challenge>(offer(Kind::Challenge, id))? {
                    challenges::end(draft, &found, ChallengeStatus::Cancelled)?;
                }
            }
            Live::Rematch { table, to: whom } if whom == to => {
                if let Some(found) = draft.get::<Rematch>(rematch(table))? {
                    rematches::end(draft, &found, RematchState::Withdrawn)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}
