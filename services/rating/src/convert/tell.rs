//! Into messages.

use corners_glicko::{Rating, System};
use corners_proto::rating::v1 as proto;
use corners_proto::time::timestamp;

use super::side;
use crate::domain::{Cause, Change, Happened, Policy, RatingEvent, Standing, UnratedReason};

/// A rating.
pub(crate) const fn rating(rating: Rating) -> proto::Rating {
    proto::Rating {
        rating: rating.rating,
        deviation: rating.deviation,
        volatility: rating.volatility,
    }
}

/// What a player is rated at a moment.
pub(crate) fn player_rating(
    variant: &str,
    standing: &Standing,
    (system, policy): (&System, &Policy),
    now_ms: u64,
) -> proto::PlayerRating {
    let live = standing.live(system, now_ms);
    proto::PlayerRating {
        variant: variant.to_owned(),
        rating: Some(rating(live)),
        provisional: live.deviation >= policy.provisional_from,
        games: standing.games,
        last_game_time: (standing.last_game_ms > 0).then(|| timestamp(standing.last_game_ms)),
    }
}

/// A change.
pub(crate) fn change(change: &Change) -> proto::RatingChange {
    proto::RatingChange {
        player: change.player.to_string(),
        variant: change.variant.clone(),
        number: change.number,
        cause: match change.cause {
            Cause::Game => proto::ChangeCause::Game,
            Cause::Annulment => proto::ChangeCause::Annulment,
        }
        .into(),
        table: change.table.to_string(),
        time: Some(timestamp(change.at_ms)),
        before: Some(rating(change.before)),
        live_deviation: change.live_deviation,
        after: Some(rating(change.after)),
        side: side(change.side).into(),
        score: change.score,
        opponent: change.opponent.to_string(),
        opponent_kind: change.opponent_kind.into(),
        opponent_rating: Some(rating(change.opponent_rating)),
        weight: change.weight,
    }
}

/// What became of a game; the cursor is the stream's.
pub(crate) fn event(event: &RatingEvent, cursor: String) -> proto::RatingEvent {
    use proto::rating_event::Outcome;
    let changes = |[white, black]: &[Change; 2]| proto::RatingChanges {
        white: Some(change(white)),
        black: Some(change(black)),
    };
    proto::RatingEvent {
        cursor,
        sequence: event.position,
        table: event.table.to_string(),
        variant: event.variant.clone(),
        record_time: Some(timestamp(event.recorded_at_ms)),
        outcome: Some(match &event.happened {
            Happened::Rated(both) => Outcome::Rated(changes(both)),
            Happened::Unrated(reason) => Outcome::UnratedReason(unrated(*reason).into()),
            Happened::Annulled(both) => Outcome::Annulled(changes(both)),
        }),
    }
}

const fn unrated(reason: UnratedReason) -> proto::UnratedReason {
    match reason {
        UnratedReason::NoResult => proto::UnratedReason::NoResult,
        UnratedReason::Variant => proto::UnratedReason::Variant,
        UnratedReason::SetUp => proto::UnratedReason::SetUp,
        UnratedReason::NoOpponent => proto::UnratedReason::NoOpponent,
        UnratedReason::NotBothMoved => proto::UnratedReason::NotBothMoved,
        UnratedReason::TooShort => proto::UnratedReason::TooShort,
        UnratedReason::PairLimit => proto::UnratedReason::PairLimit,
    }
}
