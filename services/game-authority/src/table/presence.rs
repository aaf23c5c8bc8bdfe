//! Who is at a table, derived from when their streams were last renewed.

use std::time::Duration;

use corners_clockwork::GameTime;
use corners_rules::Side;

use super::{BySide, Status, Table, claimable_at};

/// A player is away when no stream of its account has renewed its lease for so long, in game time.
pub const AWAY_AFTER: Duration = Duration::from_secs(10);

/// Who is at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presence {
    /// The players; none for a free seat.
    pub seats: BySide<Option<SeatPresence>>,
    /// How many accounts without a seat watch.
    pub spectators: u32,
}

/// Whether a player is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatPresence {
    /// Since when it is away; none while it is here.
    pub gone_since: Option<GameTime>,
    /// From when on the other side may claim the game, if it stays away.
    pub claimable_at: Option<GameTime>,
}

impl Presence {
    /// Who is at a table at `now`, given when each player's streams were last renewed (or, where nobody remembers, since
    /// when somebody would). None once the game is over.
    #[must_use]
    pub fn of(table: &Table, seen: BySide<GameTime>, spectators: u32, now: GameTime) -> Option<Self> {
        let seat = |side: Side| {
            table.seats()[side].map(|_| {
                let gone_since = gone_since(table, side, seen[side], now);
                SeatPresence {
                    gone_since,
                    claimable_at: gone_since.and_then(|since| claimable_at(table, side, since)),
                }
            })
        };
        (table.status() != Status::Finished).then(|| Self {
            seats: BySide {
                white: seat(Side::White),
                black: seat(Side::Black),
            },
            spectators,
        })
    }
}

/// Since when a player is away whose streams were last renewed at `seen`; none while it is here. Whoever has just moved is
/// here, with or without a stream.
#[must_use]
pub fn gone_since(table: &Table, side: Side, seen: GameTime, now: GameTime) -> Option<GameTime> {
    let last = seen.max(table.last_act(side));
    (now - last >= AWAY_AFTER).then_some(last)
}
