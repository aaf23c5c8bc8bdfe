//! What the results of games say of their players.

use corners_proto::ids::{AccountId, TableId};
use serde::{Deserialize, Serialize};

use crate::domain::ledger::{Offence, OffenceKind, note};
use crate::domain::matched::{Match, Origin};
use crate::draft::{Decision, Draft};
use crate::store::{Key, Kind};

/// How long the place in the result feed is remembered: longer than anybody is away.
const PLACE_KEPT_MS: u64 = 400 * 24 * 60 * 60 * 1_000;

/// The place in the result feed: behind the last result that was looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The feed's cursor; none before the first result.
    pub cursor: Option<String>,
}

/// The record of the place.
#[must_use]
pub const fn place_key() -> Key {
    Key::new(Kind::Place, [0; 16])
}

/// A game was spoilt by one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spoilt {
    /// Its table.
    pub table: TableId,
    /// By whom.
    pub by: AccountId,
    /// How.
    pub kind: OffenceKind,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
}

/// How many games are looked at in one step.
pub const AT_ONCE: usize = 200;

/// Notes what some results (at most [`AT_ONCE`]) say and that they were looked at, in one step. Answers whether the place was where it was thought to be;
/// else another replica has looked at them. Only games that its players have found by matchmaking count.
pub fn look_at(draft: &mut Draft<'_>, behind: &Place, now_behind: &Place, spoilt: &[Spoilt]) -> Decision<bool> {
    let place = draft.get::<Place>(place_key())?.unwrap_or_default();
    if place != *behind {
        return Ok(false);
    }
    draft.need(spoilt.iter().map(|game| Key::of_match(game.table)))?;
    draft.need(spoilt.iter().map(|game| Key::player(game.by)))?;
    for game in spoilt {
        let Some(found) = draft.get::<Match>(Key::of_match(game.table))? else {
            continue;
        };
        // Nobody asked those whom an organiser has paired.
        let is_asked_for = !matches!(found.origin, Origin::Bulk(_));
        if !is_asked_for || ![found.white.account, found.black.account].contains(&game.by) {
            continue;
        }
        let mut player = draft.player(game.by)?;
        let offence = Offence {
            kind: game.kind,
            at_ms: game.at_ms,
            table: game.table,
        };
        note(&mut player.offences, offence);
        draft.put_player(game.by, &player)?;
    }
    draft.put(place_key(), now_behind, PLACE_KEPT_MS)?;
    Ok(true)
}
