//! What a replica knows of game time between two looks at the store.

use std::time::Duration;

use corners_clockwork::{BEAT_REACH, GameTime, Reading, whole_millis};

use crate::store::Pair;

/// Two looks at the store that place the same moment this far apart still agree: readings are in whole milliseconds.
const TOLERANCE_MS: u64 = 1;

/// A replica that has not seen the store for so long cannot tell whether game time stands still or only seems to.
const BLIND_AFTER: Duration = Duration::from_secs(3);

/// Game time as a replica can tell it without asking the store: from the last pair it saw and the time that passed on
/// its own monotonic clock since. It never reads beyond what that pair allows, and never goes back.
///
/// Moments of the monotonic clock come in as durations since some fixed start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Estimate {
    pair: Pair,
    seen_at: Duration,
    latest: Reading,
}

/// How long until a moment of game time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// It has come.
    Over,
    /// So long if beats keep coming.
    For(Duration),
    /// Game time stands still; nobody can tell before the next beat.
    ForABeat,
}

impl Estimate {
    pub(crate) fn new(pair: Pair, at: Duration) -> Self {
        Self {
            pair,
            seen_at: at,
            latest: Reading::default(),
        }
    }

    /// Game time now.
    pub(crate) fn read(&mut self, at: Duration) -> Reading {
        let seen = self.pair.beat.look(self.own_now_ms(at));
        self.latest = Reading {
            game: seen.game.max(self.latest.game),
            stall_end: seen.stall_end.max(self.latest.stall_end),
        };
        self.latest
    }

    /// Whether the store has not been seen for so long that readings are worth nothing.
    pub(crate) fn is_blind(&self, at: Duration) -> bool {
        at.saturating_sub(self.seen_at) > BLIND_AFTER
    }

    /// Takes a newer pair over; one with an earlier game time was overtaken on its way and is ignored. Answers whether
    /// a [`Wait`] told before no longer holds.
    pub(crate) fn update(&mut self, pair: Pair, at: Duration) -> bool {
        if pair.beat.game < self.pair.beat.game {
            return false;
        }
        self.read(at);
        let stood_still = self.stands_still(at);
        let expected = self.expected(at);
        (self.pair, self.seen_at) = (pair, at);
        stood_still || self.expected(at).millis().abs_diff(expected.millis()) > TOLERANCE_MS
    }

    /// How long until game time is `target`.
    pub(crate) fn wait(&mut self, target: GameTime, at: Duration) -> Wait {
        if self.read(at).game >= target {
            Wait::Over
        } else if self.stands_still(at) {
            Wait::ForABeat
        } else {
            Wait::For(target - self.expected(at))
        }
    }

    fn own_now_ms(&self, at: Duration) -> u64 {
        self.pair
            .own_now_ms
            .saturating_add(whole_millis(at.saturating_sub(self.seen_at)))
    }

    fn since_beat(&self, at: Duration) -> Duration {
        Duration::from_millis(self.own_now_ms(at).saturating_sub(self.pair.beat.own_ms))
    }

    fn stands_still(&self, at: Duration) -> bool {
        self.since_beat(at) >= BEAT_REACH
    }

    /// Where game time is when nothing holds it back.
    fn expected(&self, at: Duration) -> GameTime {
        self.pair.beat.game + self.since_beat(at)
    }
}

#[cfg(test)]
mod tests {
    use corners_clockwork::Beat;
    use proptest::prelude::*;

    use super::*;

    fn any_pair() -> impl Strategy<Value = Pair> {
        let own = || prop_oneof![0..20_000_u64, any::<u64>()];
        (own(), 0..20_000_u64, prop::option::of(0..1_000_u64), own()).prop_map(
            |(own_ms, game_ms, stalled, own_now_ms)| {
                let game = GameTime::from_millis(game_ms);
                let stall_end = stalled.map(|ahead_ms| game + Duration::from_millis(ahead_ms));
                Pair {
                    beat: Beat {
                        own_ms,
                        game,
                        stall_end,
                    },
                    own_now_ms,
                }
            },
        )
    }

    proptest! {
        #[test]
        fn whatever_the_store_answers_no_reading_goes_back_or_beyond_what_a_pair_allowed(
            first in any_pair(), steps in prop::collection::vec((0..3_000_u64, any_pair()), 0..30),
        ) {
            let mut at = Duration::from_millis(7);
            let mut estimate = Estimate::new(first, at);
            let mut last = estimate.read(at);
            let mut furthest = first.beat.game;
            for (elapsed_ms, pair) in steps {
                at += Duration::from_millis(elapsed_ms);
                estimate.update(pair, at);
                let now = estimate.read(at);
                furthest = furthest.max(pair.beat.game);
                prop_assert!(now.game >= last.game && now.stall_end >= last.stall_end);
                prop_assert!(now.game <= furthest + BEAT_REACH);
                prop_assert!(now.stall_end <= Some(now.game));
                last = now;
            }
        }

        #[test]
        fn a_wait_is_neither_too_long_nor_too_short(
            pair in any_pair(), since_ms in 0..2_000_u64, ahead_ms in 0..2_000_u64,
        ) {
            let at = Duration::from_millis(since_ms);
            let mut estimate = Estimate::new(pair, Duration::ZERO);
            let target = estimate.read(at).game + Duration::from_millis(ahead_ms);
            match estimate.wait(target, at) {
                Wait::Over => prop_assert_eq!(ahead_ms, 0),
                Wait::ForABeat => prop_assert!(estimate.read(at + Duration::from_secs(60)).game < target),
                Wait::For(wait) => {
                    let mut later = estimate;
                    prop_assert!(later.read(at + wait - Duration::from_millis(1)).game < target);
                    let reachable = target <= pair.beat.game + BEAT_REACH && pair.own_now_ms >= pair.beat.own_ms;
                    prop_assert!(!reachable || estimate.read(at + wait).game >= target);
                }
            }
        }
    }
}
