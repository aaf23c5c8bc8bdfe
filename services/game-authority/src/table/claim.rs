//! Claiming a game that the other player has left.

use std::time::Duration;

use corners_clockwork::{GameTime, TimeControl};
use corners_rules::Side;

use super::{Rejection, Status, Table};

/// How long a player may be gone before the other may claim the game, at the least.
const SHORTEST: Duration = Duration::from_secs(60);

/// The longest that the other has to wait.
const LONGEST: Duration = Duration::from_secs(5 * 60);

/// A slow game may be left for this part of the time that a player has for 40 moves.
const PART: u32 = 10;

/// From when on the other side may claim the game from `side`, if that has been gone since `gone_since`; none when this
/// game cannot be claimed: it is not on, both have not moved yet (it can be aborted), the moves have days, or one account
/// plays both sides.
#[must_use]
pub fn claimable_at(table: &Table, side: Side, gone_since: GameTime) -> Option<GameTime> {
    let patience = patience(&table.agreement().time_control)?;
    let seats = table.seats();
    let account = |side: Side| seats[side].map(|seat| seat.account);
    let can_be = table.status() == Status::Playing && table.both_have_moved();
    let two_players = account(side) != account(side.other());
    (can_be && two_players).then(|| gone_since + patience)
}

/// Whether `side` may claim the game at `now`, the other having been gone since `gone_since`; none when it is here.
///
/// # Errors
/// [`Rejection::NotClaimable`] tells when the game can be claimed.
pub fn claim(table: &Table, side: Side, gone_since: Option<GameTime>, now: GameTime) -> Result<(), Rejection> {
    let from = gone_since.and_then(|since| claimable_at(table, side.other(), since));
    match from {
        Some(from) if now >= from => Ok(()),
        _ => Err(Rejection::NotClaimable { from }),
    }
}

fn patience(time_control: &TimeControl) -> Option<Duration> {
    match time_control {
        TimeControl::Correspondence(_) => None,
        TimeControl::Untimed => Some(LONGEST),
        TimeControl::RealTime(real_time) => Some((real_time.for_forty_moves() / PART).clamp(SHORTEST, LONGEST)),
    }
}
