//! Challenges, to a player or by link.

use corners_proto::error::{Reason, Refusal};
use corners_proto::ids::{AccountId, OfferId};

use crate::domain::matched::{Match, MatchId, Origin};
use crate::domain::news::News;
use crate::domain::offers::{Challenge, ChallengeStatus};
use crate::domain::person::Person;
use crate::domain::player::Live;
use crate::draft::{Decision, Draft, offer};
use crate::store::{Index, Kind};

use super::begin::{Beginning, begin, by_sides, is_free, is_to_be_had, lot};
use super::ending;
use super::tickets::too_many;

/// How many open challenges an account can have made.
pub const MOST_CHALLENGES: usize = 20;

/// Makes a challenge; one that it answers ends.
pub fn create(draft: &mut Draft<'_>, challenge: &Challenge) -> Decision<()> {
    let account = challenge.challenger.account;
    if challenge.challenged == Some(account) {
        let message = "you cannot challenge yourself: name another account, or nobody for a link";
        return Err(Refusal::new(Reason::OwnOffer, message).into());
    }
    let mut player = draft.player(account)?;
    is_free(draft, &player)?;
    if let Some(challenged) = challenge.challenged {
        let other = draft.player(challenged)?;
        if player.blocks(challenged) || other.blocks(account) {
            let message = "the other player cannot be had for a game by you";
            return Err(Refusal::new(Reason::PlayerNotAvailable, message).into());
        }
        let is_pending = |live: &Live| matches!(live, Live::Challenge { to, .. } if *to == Some(challenged));
        if player.live.iter().any(is_pending) {
            let message = "a challenge of yours to this player is open: wait for an answer, or take it back";
            return Err(Refusal::new(Reason::ChallengePending, message).into());
        }
    }
    let challenges = player.live.iter().filter(|live| matches!(live, Live::Challenge { .. }));
    too_many("challenges", challenges.count(), MOST_CHALLENGES)?;
    if let Some(countered) = challenge.countered {
        counter(draft, challenge, countered)?;
    }
    player.live.push(Live::Challenge {
        id: challenge.id,
        to: challenge.challenged,
    });
    player.kind = challenge.challenger.kind;
    draft.put_player(account, &player)?;
    put_open(draft, challenge)
}

fn put_open(draft: &mut Draft<'_>, challenge: &Challenge) -> Decision<()> {
    let challenge = Challenge {
        made_ms: draft.now_ms(),
        status: ChallengeStatus::Open,
        ..challenge.clone()
    };
    let key = offer(Kind::Challenge, challenge.id);
    draft.put(key, &challenge, challenge.lasts_ms() + ending::KEPT_AFTER_MS)?;
    draft.due(key, challenge.lasts_ms());
    let news = News::ChallengeOpened(challenge.clone());
    draft.tell(challenge.challenger.account, &news)?;
    if let Some(challenged) = challenge.challenged {
        draft.enter(Index::Received(challenged), &key.to_bytes(), 0);
        draft.tell(challenged, &news)?;
    }
    Ok(())
}

/// Ends the challenge that another one answers: it is to the challenger, who is challenged back.
fn counter(draft: &mut Draft<'_>, answer: &Challenge, countered: OfferId) -> Decision<()> {
    let account = answer.challenger.account;
    let found = open_to(draft, account, countered)?;
    if answer.challenged != Some(found.challenger.account) || found.challenged != Some(account) {
        let mut violations = corners_proto::error::Violations::new();
        if found.challenged.is_none() {
            violations.add(
                "counters",
                "names a link, which is for everybody: accept it, or challenge its maker",
            );
        } else {
            violations.add("challenged", "is not who made the challenge that is countered");
        }
        return Err(violations.refusal().into());
    }
    end(draft, &found, ChallengeStatus::Countered(answer.id))
}

/// Accepts a challenge: the game begins.
pub fn accept(draft: &mut Draft<'_>, person: Person, id: OfferId) -> Decision<Match> {
    let account = person.account;
    let found = open_to(draft, account, id)?;
    let challenger = found.challenger.account;
    if challenger == account {
        let message = "the challenge is your own: somebody else has to accept it";
        return Err(Refusal::new(Reason::OwnOffer, message).into());
    }
    let player = draft.player(account)?;
    let other = draft.player(challenger)?;
    is_free(draft, &player)?;
    is_to_be_had(&player, &other, account, challenger)?;
    let match_id = MatchId::derive("challenge", &[id.as_bytes()]);
    end(draft, &found, ChallengeStatus::Accepted(match_id.table()))?;
    let (white, black) = by_sides((found.challenger, &other), found.colour, (person, &player), lot(draft));
    let beginning = Beginning {
        id: match_id,
        terms: found.terms,
        white,
        black,
        origin: Origin::Challenge(id),
        tickets: None,
    };
    begin(draft, beginning)
}

/// Declines a challenge, for one of the reasons of the contract, by its number.
pub fn decline(draft: &mut Draft<'_>, account: AccountId, id: OfferId, reason: i32) -> Decision<()> {
    let found = open_to(draft, account, id)?;
    if found.challenged != Some(account) {
        return Err(not_found(id).into());
    }
    end(draft, &found, ChallengeStatus::Declined(reason))
}

/// Takes a challenge back.
pub fn cancel(draft: &mut Draft<'_>, account: AccountId, id: OfferId) -> Decision<()> {
    let found = open_to(draft, account, id)?;
    if found.challenger.account != account {
        return Err(not_found(id).into());
    }
    end(draft, &found, ChallengeStatus::Cancelled)
}

/// A challenge's time is over.
pub fn expire(draft: &mut Draft<'_>, id: OfferId) -> Decision<()> {
    let key = offer(Kind::Challenge, id);
    match draft.get::<Challenge>(key)? {
        Some(found) if found.status == ChallengeStatus::Open => end(draft, &found, ChallengeStatus::Expired),
        _ => {
            draft.not_due(key);
            Ok(())
        }
    }
}

/// Ends an open challenge, of which its challenger's record knows no more.
pub(super) fn end(draft: &mut Draft<'_>, found: &Challenge, status: ChallengeStatus) -> Decision<()> {
    let challenger = found.challenger.account;
    let mut player = draft.player(challenger)?;
    player.drop_live(|live| matches!(live, Live::Challenge { id, .. } if *id == found.id));
    draft.put_player(challenger, &player)?;
    ending::challenge(draft, found.id, status)
}

/// The challenge, if the account may know of it and it is open.
fn open_to(draft: &mut Draft<'_>, account: AccountId, id: OfferId) -> Decision<Challenge> {
    let found = draft.get::<Challenge>(offer(Kind::Challenge, id))?;
    let found = found
        .filter(|found| is_known_to(found, account))
        .ok_or_else(|| not_found(id))?;
    if found.status == ChallengeStatus::Open {
        return Ok(found);
    }
    let status = word(found.status);
    let message = format!("the challenge has ended: {status}");
    Err(Refusal::new(Reason::ChallengeOver, message)
        .with("status", status)
        .into())
}

/// Whether the account may know of the challenge: a link's id is a secret that opens it.
#[must_use]
pub fn is_known_to(challenge: &Challenge, account: AccountId) -> bool {
    let challenged = challenge.challenged.is_none_or(|challenged| challenged == account);
    challenged || challenge.challenger.account == account
}

/// The word for where a challenge is in its life.
const fn word(status: ChallengeStatus) -> &'static str {
    match status {
        ChallengeStatus::Open => "OPEN",
        ChallengeStatus::Accepted(_) => "ACCEPTED",
        ChallengeStatus::Declined(_) => "DECLINED",
        ChallengeStatus::Countered(_) => "COUNTERED",
        ChallengeStatus::Cancelled => "CANCELLED",
        ChallengeStatus::Expired => "EXPIRED",
    }
}

/// There is no such challenge.
#[must_use]
pub fn not_found(id: OfferId) -> Refusal {
    let message = format!("there is no challenge {id}: it ended more than an hour ago, or is between others");
    Refusal::new(Reason::ChallengeNotFound, message)
}
