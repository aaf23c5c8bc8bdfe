//! Things of matchmaking as the contract has them.

use corners_proto::game::v1 as game;
use corners_proto::matchmaking::v1 as proto;
use corners_proto::time::timestamp;
use corners_proto::time_control::time_control_to_proto;

use crate::domain::bulk::Bulk;
use crate::domain::ledger::{Offence, OffenceKind};
use crate::domain::matched::{Game, Match, MatchState, Origin};
use crate::domain::offers::{Challenge, ChallengeStatus, REMATCH_LASTS_MS, Rematch, SEEK_LASTS_MS, Seek};
use crate::domain::person::{AccountKind, ColourWish, Person};
use crate::domain::terms::Terms;
use crate::domain::ticket::Ticket;

pub(crate) fn kind(kind: AccountKind) -> game::AccountKind {
    match kind {
        AccountKind::Guest => game::AccountKind::Guest,
        AccountKind::Player => game::AccountKind::Player,
        AccountKind::Bot => game::AccountKind::Bot,
    }
}

fn rating(person: &Person) -> Option<game::SeatRating> {
    person.rating.map(|rating| game::SeatRating {
        rating: rating.rating,
        deviation: rating.deviation,
    })
}

/// A seat of the person's, its side still to be said.
pub(crate) fn seat(person: &Person) -> game::Seat {
    game::Seat {
        side: game::Side::Unspecified.into(),
        account: person.account.to_string(),
        kind: kind(person.kind).into(),
        rating: rating(person),
    }
}

pub(crate) fn opponent(person: &Person) -> proto::Opponent {
    proto::Opponent {
        account: person.account.to_string(),
        kind: kind(person.kind).into(),
        rating: rating(person),
    }
}

pub(crate) fn terms(terms: &Terms) -> proto::Terms {
    proto::Terms {
        variant: terms.variant.to_owned(),
        time_control: Some(time_control_to_proto(&terms.pace.time_control())),
        rated: terms.rated,
    }
}

fn colour(wish: ColourWish) -> i32 {
    match wish {
        ColourWish::Any => proto::ColourWish::Unspecified,
        ColourWish::White => proto::ColourWish::White,
        ColourWish::Black => proto::ColourWish::Black,
    }
    .into()
}

pub(crate) fn game(game: &Game) -> proto::StartedGame {
    let (origin, source) = match game.origin {
        Origin::Pool => {
            let ticket = game.ticket.map(|ticket| ticket.to_string());
            (proto::Origin::Pool, ticket.unwrap_or_default())
        }
        Origin::Seek(id) => (proto::Origin::Seek, id.to_string()),
        Origin::Challenge(id) => (proto::Origin::Challenge, id.to_string()),
        Origin::Rematch(table) => (proto::Origin::Rematch, table.to_string()),
        Origin::Bulk(id) => (proto::Origin::Bulk, id.to_string()),
    };
    let side = if game.is_white {
        game::Side::White
    } else {
        game::Side::Black
    };
    proto::StartedGame {
        table: game.table.to_string(),
        side: side.into(),
        opponent: Some(opponent(&game.opponent)),
        terms: Some(terms(&game.terms)),
        origin: origin.into(),
        start_time: Some(timestamp(game.at_ms)),
        source,
    }
}

pub(crate) fn seek(seek: &Seek) -> proto::Seek {
    proto::Seek {
        id: seek.id.to_string(),
        owner: Some(opponent(&seek.owner)),
        terms: Some(terms(&seek.terms)),
        colour: colour(seek.colour),
        lowest_rating: seek.lowest,
        highest_rating: seek.highest,
        create_time: Some(timestamp(seek.made_ms)),
        expire_time: Some(timestamp(seek.made_ms + SEEK_LASTS_MS)),
    }
}

pub(crate) fn challenge(challenge: &Challenge) -> proto::Challenge {
    use proto::ChallengeStatus as Status;
    let (mut reason, mut table) = (proto::DeclineReason::Unspecified.into(), String::new());
    let status = match challenge.status {
        ChallengeStatus::Open => Status::Open,
        ChallengeStatus::Accepted(at) => {
            table = at.to_string();
            Status::Accepted
        }
        ChallengeStatus::Declined(why) => {
            reason = why;
            Status::Declined
        }
        ChallengeStatus::Countered(_) => Status::Countered,
        ChallengeStatus::Cancelled => Status::Cancelled,
        ChallengeStatus::Expired => Status::Expired,
    };
    proto::Challenge {
        id: challenge.id.to_string(),
        challenger: Some(opponent(&challenge.challenger)),
        challenged: challenge
            .challenged
            .map(|account| account.to_string())
            .unwrap_or_default(),
        terms: Some(terms(&challenge.terms)),
        colour: colour(challenge.colour),
        create_time: Some(timestamp(challenge.made_ms)),
        expire_time: Some(timestamp(challenge.made_ms + challenge.lasts_ms())),
        countered: challenge.countered.map(|id| id.to_string()).unwrap_or_default(),
        status: status.into(),
        decline_reason: reason,
        table,
    }
}

pub(crate) fn rematch(rematch: &Rematch) -> proto::Rematch {
    proto::Rematch {
        table: rematch.table.to_string(),
        offered_by: rematch.by.to_string(),
        expire_time: Some(timestamp(rematch.made_ms + REMATCH_LASTS_MS)),
    }
}

pub(crate) fn ticket(ticket: &Ticket) -> proto::Ticket {
    proto::Ticket {
        id: ticket.id.to_string(),
        terms: Some(terms(&ticket.pool.terms)),
        bots: ticket.pool.bots,
        since: Some(timestamp(ticket.since_ms)),
    }
}

pub(crate) fn offence(offence: &Offence) -> proto::Offence {
    let kind = match offence.kind {
        OffenceKind::Abort => proto::OffenceKind::Abort,
        OffenceKind::NoShow => proto::OffenceKind::NoShow,
        OffenceKind::WalkedAway => proto::OffenceKind::WalkedAway,
    };
    proto::Offence {
        kind: kind.into(),
        time: Some(timestamp(offence.at_ms)),
        table: offence.table.to_string(),
    }
}

/// One game of an organiser's pairings.
pub(crate) fn bulk_game(found: &Match) -> proto::BulkGame {
    use proto::BulkGameStatus as Status;
    let mut reason = String::new();
    let status = match &found.state {
        MatchState::Scheduled(_) => Status::Scheduled,
        MatchState::Recorded => Status::Starting,
        MatchState::Made => Status::Started,
        MatchState::CalledOff => Status::Cancelled,
        MatchState::Refused(why) => {
            reason.clone_from(why);
            Status::Refused
        }
    };
    proto::BulkGame {
        white: found.white.account.to_string(),
        black: found.black.account.to_string(),
        table: found.table.to_string(),
        status: status.into(),
        reason,
    }
}

pub(crate) fn bulk(bulk: &Bulk, games: Vec<proto::BulkGame>) -> proto::BulkPairing {
    proto::BulkPairing {
        id: bulk.id.to_string(),
        terms: Some(terms(&bulk.terms)),
        start_time: Some(timestamp(bulk.start_ms)),
        games,
    }
}
