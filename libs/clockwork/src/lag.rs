//! Credit for the time that a move was on its way.

use std::time::Duration;

use crate::{RealTime, TimeControl, whole_millis};

/// How much longer than the measured round trip a move may have been on its way: networks jitter, and a client has to
/// draw the rival's move before its player can think.
pub const JITTER: Duration = Duration::from_millis(140);

/// What a flag waits for at most: the part of a quota that can still save a move.
pub const SPENDABLE: Duration = Duration::from_secs(1);

const GAINS_AT_START: u32 = 3;
const MOST_GAINS: u32 = 7;

const MOST_GAIN: Duration = Duration::from_secs(1);
const GAIN: Duration = Duration::from_millis(150);

/// Of the time for 40 moves, the part that is gained beside: 0.004.
const PART: u32 = 250;

/// How much lag credit a side may still be given. It starts at three gains, each move on a running clock gains one, and it
/// holds seven, so that a bad network is helped and a client that cheats wins little.
///
/// A gain is `min(1 s, 0.15 s + 0.004 * (reserve + 40 * increment))`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LagQuota {
    left: Duration,
    gain: Duration,
}

/// What is known of the way that a move took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transit {
    /// What the client says its player thought.
    pub think_time: Duration,
    /// The round trip that the server measured on the player's stream.
    pub round_trip: Duration,
}

impl LagQuota {
    /// The quota of a side when the game starts; nothing, ever, where no clock runs out within a move's way.
    pub fn at_start(control: &TimeControl) -> Self {
        match control {
            TimeControl::RealTime(real_time) => {
                let gain = gain(real_time);
                Self {
                    left: gain * GAINS_AT_START,
                    gain,
                }
            }
            TimeControl::Untimed | TimeControl::Correspondence(_) => Self::default(),
        }
    }

    /// What may still be given.
    pub const fn left(&self) -> Duration {
        self.left
    }

    /// The quota after a move on a running clock that was given `credit`.
    #[must_use]
    pub fn after_move(&self, credit: Duration) -> Self {
        let left = self.left.saturating_sub(credit).saturating_add(self.gain);
        Self {
            left: left.min(self.gain * MOST_GAINS),
            ..*self
        }
    }
}

/// What is credited for a move after `elapsed`: the part of it that its player did not think, at most the measured round
/// trip and [`JITTER`], at most the quota. Whoever says that it thought no time at all gains nothing beyond what was
/// measured.
pub(crate) fn lag_credit(elapsed: Duration, quota: Duration, transit: Option<Transit>) -> Duration {
    transit.map_or(Duration::ZERO, |transit| {
        let on_its_way = elapsed.saturating_sub(transit.think_time);
        let most = transit.round_trip.saturating_add(JITTER).min(quota);
        in_whole_millis(on_its_way.min(most))
    })
}

fn gain(real_time: &RealTime) -> Duration {
    in_whole_millis(MOST_GAIN.min(GAIN + real_time.for_forty_moves() / PART))
}

/// A log keeps whole milliseconds: with anything finer, whoever folds it would be off from who wrote it.
fn in_whole_millis(duration: Duration) -> Duration {
    Duration::from_millis(whole_millis(duration))
}
