//! Seeks of the lobby.

use corners_proto::error::{Reason, Refusal};
use corners_proto::ids::{AccountId, OfferId};

use crate::domain::matched::{Match, MatchId, Origin};
use crate::domain::news::LobbyNews;
use crate::domain::offers::{SEEK_LASTS_MS, Seek};
use crate::domain::person::Person;
use crate::domain::player::Live;
use crate::draft::{Decision, Draft, offer};
use crate::store::{Index, Kind};

use super::begin::{Beginning, begin, by_sides, is_free, is_to_be_had, lot};
use super::ending;
use super::tickets::too_many;

/// How many seeks an account can have in the lobby.
pub const MOST_SEEKS: usize = 5;

/// Puts a seek into the lobby.
pub fn create(draft: &mut Draft<'_>, seek: &Seek) -> Decision<()> {
    let account = seek.owner.account;
    let mut player = draft.player(account)?;
    is_free(draft, &player)?;
    let seeks = player.live.iter().filter(|live| matches!(live, Live::Seek(_))).count();
    too_many("seeks", seeks, MOST_SEEKS)?;
    player.live.push(Live::Seek(seek.id));
    player.kind = seek.owner.kind;
    draft.put_player(account, &player)?;
    let seek = Seek {
        made_ms: draft.now_ms(),
        open: true,
        ..seek.clone()
    };
    let key = offer(Kind::Seek, seek.id);
    draft.put(key, &seek, SEEK_LASTS_MS + ending::KEPT_AFTER_MS)?;
    draft.enter(Index::Lobby, seek.id.as_bytes(), 0);
    draft.due(key, SEEK_LASTS_MS);
    draft.tell_lobby(&LobbyNews::Added(seek))
}

/// Takes a seek back.
pub fn cancel(draft: &mut Draft<'_>, account: AccountId, id: OfferId) -> Decision<()> {
    let mut player = draft.player(account)?;
    if !player.drop_live(|live| *live == Live::Seek(id)) {
        return Err(not_found(id).into());
    }
    draft.put_player(account, &player)?;
    ending::seek(draft, account, id, true)
}

/// A seek's time is over.
pub fn expire(draft: &mut Draft<'_>, id: OfferId) -> Decision<()> {
    let key = offer(Kind::Seek, id);
    match draft.get::<Seek>(key)? {
        Some(seek) if seek.open => cancel(draft, seek.owner.account, id),
        _ => {
            draft.not_due(key);
            Ok(())
        }
    }
}

/// Accepts a seek: the game begins. `person` has a rating where it is known.
pub fn accept(draft: &mut Draft<'_>, person: Person, id: OfferId) -> Decision<Match> {
    let seek = draft.get::<Seek>(offer(Kind::Seek, id))?;
    let seek = seek.filter(|seek| seek.open).ok_or_else(|| not_found(id))?;
    let (owner, account) = (seek.owner.account, person.account);
    if owner == account {
        let message = "the seek is your own: somebody else has to accept it";
        return Err(Refusal::new(Reason::OwnOffer, message).into());
    }
    let player = draft.player(account)?;
    let mut other = draft.player(owner)?;
    is_free(draft, &player)?;
    is_to_be_had(&player, &other, account, owner)?;
    is_within(&seek, person)?;
    other.drop_live(|live| *live == Live::Seek(id));
    draft.put_player(owner, &other)?;
    ending::seek(draft, owner, id, false)?;
    let (white, black) = by_sides((seek.owner, &other), seek.colour, (person, &player), lot(draft));
    let beginning = Beginning {
        id: MatchId::derive("seek", &[id.as_bytes()]),
        terms: seek.terms,
        white,
        black,
        origin: Origin::Seek(id),
        tickets: None,
    };
    begin(draft, beginning)
}

fn is_within(seek: &Seek, person: Person) -> Decision<()> {
    if seek.lowest.is_none() && seek.highest.is_none() {
        return Ok(());
    }
    let rating = person.rating.map(|rating| rating.rating.round());
    let is_low = |lowest: i32| rating.is_none_or(|rating| rating < f64::from(lowest));
    let is_high = |highest: i32| rating.is_none_or(|rating| rating > f64::from(highest));
    if !seek.lowest.is_some_and(is_low) && !seek.highest.is_some_and(is_high) {
        return Ok(());
    }
    let shown = |rating: Option<String>| rating.unwrap_or_else(|| "any".to_owned());
    let lowest = shown(seek.lowest.map(|lowest| lowest.to_string()));
    let highest = shown(seek.highest.map(|highest| highest.to_string()));
    let own = rating.map_or_else(|| "unknown".to_owned(), |rating| rating.to_string());
    let message = format!("the owner of the seek wants a rating from {lowest} to {highest}; yours is {own}");
    let refusal = Refusal::new(Reason::RatingOutOfRange, message)
        .with("lowest", lowest)
        .with("highest", highest)
        .with("rating", own);
    Err(refusal.into())
}

fn not_found(id: OfferId) -> Refusal {
    let message = format!("there is no seek {id}: it was accepted or taken back, or its time was over");
    Refusal::new(Reason::SeekNotFound, message)
}
