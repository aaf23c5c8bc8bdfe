//! Pairings of organisers.

use corners_proto::error::{Reason, Refusal};
use corners_proto::ids::{AccountId, OfferId};

use crate::domain::bulk::Bulk;
use crate::domain::matched::{Match, MatchId, MatchState, Origin};
use crate::domain::news::News;
use crate::domain::person::Person;
use crate::domain::terms::Terms;
use crate::draft::{Decision, Draft, offer};
use crate::store::{Key, Kind};

use super::begin::{MATCH_KEPT_MS, rated_or_not};

/// How long a pairing is told after its start.
const KEPT_AFTER_START_MS: u64 = 24 * 60 * 60 * 1_000;

/// The pairings that an organiser wants.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Their id.
    pub id: OfferId,
    /// Whose they are.
    pub organiser: AccountId,
    /// What is played.
    pub terms: Terms,
    /// White and Black of each.
    pub pairs: Vec<(Person, Person)>,
    /// When they start, in milliseconds since 1970.
    pub start_ms: u64,
}

/// Accepts all pairs: each is a match that begins at the start time.
pub fn create(draft: &mut Draft<'_>, wanted: &Wanted) -> Decision<()> {
    let start_ms = wanted.start_ms.max(draft.now_ms());
    let after_ms = start_ms - draft.now_ms();
    let mut tables = Vec::with_capacity(wanted.pairs.len());
    for (index, (white, black)) in wanted.pairs.iter().enumerate() {
        let id = MatchId::derive("bulk", &[wanted.id.as_bytes(), &index.to_be_bytes()]);
        let key = Key::of_match(id.table());
        let scheduled = Match {
            table: id.table(),
            request: id.into(),
            terms: wanted.terms,
            white: rated_or_not(wanted.terms, *white),
            black: rated_or_not(wanted.terms, *black),
            origin: Origin::Bulk(wanted.id),
            tickets: None,
            at_ms: start_ms,
            state: MatchState::Scheduled(start_ms),
            asked_ms: None,
        };
        for (is_white, person) in [(true, white), (false, black)] {
            let news = News::GameScheduled {
                pairing: wanted.id,
                game: scheduled.game(is_white),
            };
            draft.tell(person.account, &news)?;
        }
        draft.put(key, &scheduled, after_ms + MATCH_KEPT_MS)?;
        draft.due(key, after_ms);
        tables.push(id.table());
    }
    let bulk = Bulk {
        id: wanted.id,
        organiser: wanted.organiser,
        terms: wanted.terms,
        start_ms,
        tables,
    };
    draft.put(offer(Kind::Bulk, wanted.id), &bulk, after_ms + KEPT_AFTER_START_MS)
}

/// Calls off those games that have not begun.
pub fn cancel(draft: &mut Draft<'_>, organiser: AccountId, id: OfferId) -> Decision<()> {
    let bulk = own(draft, organiser, id)?;
    draft.need(bulk.tables.iter().copied().map(Key::of_match))?;
    for table in bulk.tables {
        let key = Key::of_match(table);
        let Some(found) = draft.get::<Match>(key)? else {
            continue;
        };
        if !matches!(found.state, MatchState::Scheduled(_)) {
            continue;
        }
        for person in [found.white, found.black] {
            let reason = "CANCELLED".to_owned();
            draft.tell(person.account, &News::CalledOff { table, reason })?;
        }
        draft.not_due(key);
        let state = MatchState::CalledOff;
        draft.put(key, &Match { state, ..found }, MATCH_KEPT_MS)?;
    }
    Ok(())
}

/// The organiser's pairings with this id.
pub fn own(draft: &mut Draft<'_>, organiser: AccountId, id: OfferId) -> Decision<Bulk> {
    let found = draft.get::<Bulk>(offer(Kind::Bulk, id))?;
    let found = found.filter(|found| found.organiser == organiser);
    Ok(found.ok_or_else(|| {
        let message = format!("you have no pairing {id}, or it started more than a day ago");
        Refusal::new(Reason::PairingNotFound, message)
    })?)
}
