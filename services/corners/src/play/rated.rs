//! What a rated game has done to a rating.

use corners_client::proto::error::Reason;
use corners_client::proto::game::v1::Side;
use corners_client::proto::rating::v1::rating_event::Outcome;
use corners_client::proto::rating::v1::{RatingEvent, UnratedReason};
use corners_client::{Error, Session};
use tokio::time::{Duration, sleep};

/// How long between two questions.
const AGAIN: Duration = Duration::from_millis(250);

/// How often it is asked: games are rated a moment after their end.
const TRIES: u32 = 40;

/// What the game at a table has done to the rating of a side, in a line.
pub(super) async fn told(session: &Session, table: &str, side: Side) -> String {
    for _ in 0..TRIES {
        match session.game_rating(table).await {
            Ok(answer) => {
                if let Some(event) = answer.event {
                    return line(&event, side);
                }
            }
            Err(error) if is_too_early(&error) => {}
            Err(error) => return format!("rating: cannot be told: {error}"),
        }
        sleep(AGAIN).await;
    }
    "rating: not told yet".to_owned()
}

fn is_too_early(error: &Error) -> bool {
    error.is(Reason::GameNotFound)
}

fn line(event: &RatingEvent, side: Side) -> String {
    let changes = match &event.outcome {
        Some(Outcome::Rated(changes) | Outcome::Annulled(changes)) => changes,
        Some(Outcome::UnratedReason(reason)) => {
            let reason = UnratedReason::try_from(*reason).unwrap_or_default().as_str_name();
            let reason = reason.trim_start_matches("UNRATED_REASON_").to_ascii_lowercase();
            return format!("rating: unchanged, {}", reason.replace('_', "-"));
        }
        None => return "rating: unchanged".to_owned(),
    };
    let change = if side == Side::Black {
        &changes.black
    } else {
        &changes.white
    };
    let ratings = change
        .as_ref()
        .map(|change| (change.before.as_ref(), change.after.as_ref()));
    let rating =
        |rating: Option<&corners_client::proto::rating::v1::Rating>| rating.map_or(0.0, |rating| rating.rating);
    let (before, after) = ratings.map_or((0.0, 0.0), |(before, after)| (rating(before), rating(after)));
    format!(
        "rating: {before:.0} to {after:.0} ({:+.0})",
        after.round() - before.round()
    )
}
