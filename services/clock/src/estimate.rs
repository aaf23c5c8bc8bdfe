//! What a replica knows of game time between two looks at the store.

use std::time::Duration;

use corners_clockwork::{BEAT_REACH, Beat, GameTime, Reading, whole_millis};

use crate::store::Pair;

/// Two looks at the store that place the same moment this far apart still agree: readings are in whole milliseconds.
const TOLERANCE_MS: u64 = 1;

/// The store tells its own time in whole milliseconds.
const RESOLUTION: Duration = Duration::from_millis(1);

/// A replica that has not seen the store for so long cannot tell whether game time stands still or only seems to.
const BLIND_AFTER: Duration = Duration::from_secs(3);

/// Game time as a replica can tell it without asking the store: from the last pair it saw and the time that passed on
/// its own monotonic clock since. It never reads beyond what that pair allows, and never goes back.
///
/// Moments of the monotonic clock come in as durations since some fixed start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Estimate {
    beat: Beat,
    /// The store's own time at `anchored_at`, as good as it is known.
    own: Duration,
    anchored_at: Duration,
    seen_at: Duration,
    latest: Reading,
}

/// What the store answered, and when on the monotonic clock it was asked and had answered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) pair: Pair,
    pub(crate) asked: Duration,
    pub(crate) answered: Duration,
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
    pub(crate) fn new(look: Look) -> Self {
        Self {
            beat: look.pair.beat,
            own: Duration::from_millis(look.pair.own_now_ms),
            anchored_at: look.answered,
            seen_at: look.answered,
            latest: Reading::default(),
        }
    }

    /// Game time now.
    pub(crate) fn read(&mut self, at: Duration) -> Reading {
        let seen = self.beat.look(whole_millis(self.own_now(at)));
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

    /// Takes over what the store answered; a pair with an earlier game time was overtaken on its way and is ignored.
    /// Answers whether a [`Wait`] told before no longer holds.
    pub(crate) fn update(&mut self, look: Look) -> bool {
        let at = look.answered;
        self.seen_at = self.seen_at.max(at);
        if look.pair.beat.game < self.beat.game || at < self.anchored_at {
            return false;
        }
        self.read(at);
        let stood_still = self.stands_still(at);
        let expected = self.expected(at);
        self.own = self.own_by(&look);
        self.anchored_at = at;
        self.beat = look.pair.beat;
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

    /// The store read its clock some time between question and answer. What is known already stands if it agrees with
    /// that, so that a slow answer makes no estimate worse; if not, the store's clock was set.
    fn own_by(&self, look: &Look) -> Duration {
        let earliest = Duration::from_millis(look.pair.own_now_ms);
        let on_the_way = look.answered.saturating_sub(look.asked);
        let latest = earliest.saturating_add(on_the_way).saturating_add(RESOLUTION);
        self.own_now(look.answered).clamp(earliest, latest)
    }

    fn own_now(&self, at: Duration) -> Duration {
        self.own.saturating_add(at.saturating_sub(self.anchored_at))
    }

    fn since_beat(&self, at: Duration) -> Duration {
        Duration::from_millis(whole_millis(self.own_now(at)).saturating_sub(self.beat.own_ms))
    }

    fn stands_still(&self, at: Duration) -> bool {
        self.since_beat(at) >= BEAT_REACH
    }

    /// Where game time is when nothing holds it back.
    fn expected(&self, at: Duration) -> GameTime {
        self.beat.game + self.since_beat(at)
    }
}

#[cfg(test)]
mod tests {
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

    fn at_once(pair: Pair, at: Duration) -> Look {
        Look {
            pair,
            asked: at,
            answered: at,
        }
    }

    proptest! {
        #[test]
        fn whatever_the_store_answers_no_reading_goes_back_or_beyond_what_a_pair_allowed(
            first in any_pair(), steps in prop::collection::vec((0..3_000_u64, 0..3_000_u64, any_pair()), 0..30),
        ) {
            let mut at = Duration::from_millis(7);
            let mut estimate = Estimate::new(at_once(first, at));
            let mut last = estimate.read(at);
            let mut furthest = first.beat.game;
            for (elapsed_ms, on_the_way_ms, pair) in steps {
                let asked = at + Duration::from_millis(elapsed_ms);
                at = asked + Duration::from_millis(on_the_way_ms);
                estimate.update(Look { pair, asked, answered: at });
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
            let mut estimate = Estimate::new(at_once(pair, Duration::ZERO));
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

        #[test]
        fn slow_answers_of_a_steady_store_move_no_reading(
            answers in prop::collection::vec((0..400_u64, 0..200_u64, 0..200_u64), 1..50),
        ) {
            let own_ms = |at: Duration| 1_000_000 + whole_millis(at);
            let pair = |at| Pair { beat: Beat::first(own_ms(at)), own_now_ms: own_ms(at) };
            let mut at = Duration::ZERO;
            let mut estimate = Estimate::new(at_once(pair(at), at));
            for (elapsed_ms, there_ms, back_ms) in answers {
                let asked = at + Duration::from_millis(elapsed_ms);
                let looked = asked + Duration::from_millis(there_ms);
                at = looked + Duration::from_millis(back_ms);
                let beat = Beat { own_ms: own_ms(looked), game: GameTime::ZERO + looked, stall_end: None };
                estimate.update(Look { pair: Pair { beat, own_now_ms: own_ms(looked) }, asked, answered: at });
                prop_assert_eq!(estimate.read(at).game, GameTime::ZERO + at);
            }
        }
    }
}
