//! What the log says of the clocks.

use std::time::Duration;

use corners_clockwork::{GameTime, Turn, TurnLimit};
use corners_rules::Side;

use super::{BySide, Status, Table};

impl Table {
    /// The turn that is on, as the clock judges it. Without a limit while a seat is free or the game is over.
    #[must_use]
    pub fn clock_turn(&self) -> Turn {
        Turn {
            started: self.turn_started,
            limit: self.turn_limit(),
        }
    }

    fn turn_limit(&self) -> Option<TurnLimit> {
        if self.status() != Status::Playing {
            return None;
        }
        let side = self.side_to_move();
        let has_moved = self.moves_by(side) > 0;
        let lag_quota = self.lag_quotas[side].left();
        self.agreement
            .time_control
            .turn_limit(self.clocks[side], has_moved, lag_quota)
    }

    /// How much of the time that a side's moves are on their way can still be given back.
    #[must_use]
    pub fn lag_quota(&self, side: Side) -> Duration {
        self.lag_quotas[side].left()
    }

    /// The last reading of game time in the log; no later reading is below it.
    #[must_use]
    pub fn last_reading(&self) -> GameTime {
        self.last_reading
    }

    /// The side whose clock runs; none before a side's first move, while a seat is free, and after the end.
    #[must_use]
    pub fn running(&self) -> Option<Side> {
        self.turn_limit()
            .filter(|limit| limit.running)
            .map(|_| self.side_to_move())
    }

    /// The clocks at the last reading; none in untimed games.
    #[must_use]
    pub fn clocks_at_last_reading(&self) -> Option<BySide<Duration>> {
        self.agreement.time_control.initial()?;
        let mut clocks = self.clocks;
        if let Some(side) = self.running() {
            clocks[side] = clocks[side].saturating_sub(self.last_reading - self.turn_started);
        }
        Some(clocks)
    }

    /// When the turn is over if no move comes, as far as the log knows; an outage since may have moved it later.
    #[must_use]
    pub fn due(&self) -> Option<GameTime> {
        corners_clockwork::due(&self.clock_turn(), None)
    }
}
