//! What a replica knows of game time between two looks at the store.

use std::time::Duration;

use corners_clockwork::{BEAT_REACH, Beat, GameTime, Reading, whole_millis};

use crate::store::Pair;

/// Two looks at the store that place the same moment this far apart still agree: readings are in whole milliseconds.
const TOLERANCE_MS: u64 = 1;

/// The store tells its own time in whole milliseconds.
const RESOLUTION: Duration = Duration::from_millis(1);

/// How far an estimate may be off that answers in place of the store.
pub(crate) const EXACT_TO: Duration = Duration::from_millis(2);

/// The store's clock and this machine's run apart by one part in so many at most: what the kernel slews a clock by.
const DRIFT: u32 = 2_000;

/// Game time as a replica can tell it without asking the store: from the last pair it saw and the time that passed on
/// its own monotonic clock since. It never reads beyond what that pair allows, and never goes back.
///
/// The store reads its clock some time between question and answer. So each look bounds the store's own time from both
/// sides, and what all looks together leave is known as exactly as the quickest of them.
///
/// Moments of the monotonic clock come in as durations since some fixed start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Estimate {
    beat: Beat,
    /// The store's own time at `anchored_at` is between these two.
    earliest: Duration,
    latest_own: Duration,
    anchored_at: Duration,
    /// The latest reading that was answered.
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
        let (earliest, latest_own) = look.own_when_answered();
        Self {
            beat: look.pair.beat,
            earliest,
            latest_own,
            anchored_at: look.answered,
            latest: Reading::default(),
        }
    }

    /// About what game time is now, however little is known of it: for waiting. It holds back no later reading.
    pub(crate) fn about(&self, at: Duration) -> GameTime {
        self.look(at).game.max(self.latest.game)
    }

    /// Game time now, if it is as good as what the store would answer: the store's own time is known to [`EXACT_TO`], and
    /// the last beat is so young that the platform cannot have stood still since.
    pub(crate) fn exact(&mut self, at: Duration) -> Option<Reading> {
        let (earliest, latest) = self.own_between(at);
        let known_well = latest.saturating_sub(earliest) <= EXACT_TO * 2;
        (known_well && !self.beat.is_overdue(whole_millis(self.own_now(at)))).then(|| self.not_before(self.look(at)))
    }

    /// Game time as the store has just told it.
    pub(crate) fn told(&mut self, pair: &Pair) -> Reading {
        self.not_before(pair.beat.look(pair.own_now_ms))
    }

    /// Takes over what the store answered; a pair with an earlier game time was overtaken on its way and is ignored.
    /// Answers whether a [`Wait`] told before no longer holds.
    pub(crate) fn update(&mut self, look: Look) -> bool {
        let at = look.answered;
        if look.pair.beat.game < self.beat.game || at < self.anchored_at {
            return false;
        }
        let stood_still = self.stands_still(at);
        let expected = self.expected(at);
        (self.earliest, self.latest_own) = self.own_by(&look);
        self.anchored_at = at;
        self.beat = look.pair.beat;
        stood_still || self.expected(at).millis().abs_diff(expected.millis()) > TOLERANCE_MS
    }

    /// How long until game time is `target`.
    pub(crate) fn wait(&self, target: GameTime, at: Duration) -> Wait {
        if self.about(at) >= target {
            Wait::Over
        } else if self.stands_still(at) {
            Wait::ForABeat
        } else {
            Wait::For(target - self.expected(at))
        }
    }

    fn look(&self, at: Duration) -> Reading {
        self.beat.look(whole_millis(self.own_now(at)))
    }

    fn not_before(&mut self, seen: Reading) -> Reading {
        self.latest = Reading {
            game: seen.game.max(self.latest.game),
            stall_end: seen.stall_end.max(self.latest.stall_end),
        };
        self.latest
    }

    /// Where the store's own time is when the look is answered: within what was known and what the look leaves open or, if
    /// they exclude each other, because the store's clock was set, by the look alone.
    fn own_by(&self, look: &Look) -> (Duration, Duration) {
        let known = self.own_between(look.answered);
        let looked = look.own_when_answered();
        let both = (known.0.max(looked.0), known.1.min(looked.1));
        if both.0 <= both.1 { both } else { looked }
    }

    /// The bounds of the store's own time now.
    fn own_between(&self, at: Duration) -> (Duration, Duration) {
        let elapsed = at.saturating_sub(self.anchored_at);
        let drift = elapsed / DRIFT;
        let earliest = self.earliest.saturating_add(elapsed - drift);
        (earliest, self.latest_own.saturating_add(elapsed + drift))
    }

    fn own_now(&self, at: Duration) -> Duration {
        let (earliest, latest) = self.own_between(at);
        earliest + latest.saturating_sub(earliest) / 2
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

impl Look {
    /// The bounds of the store's own time at the moment of the answer.
    fn own_when_answered(&self) -> (Duration, Duration) {
        let earliest = Duration::from_millis(self.pair.own_now_ms);
        let on_the_way = self.answered.saturating_sub(self.asked);
        (earliest, earliest.saturating_add(on_the_way).saturating_add(RESOLUTION))
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
                        came_ms: own_ms,
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
            let mut last = estimate.told(&first);
            let mut furthest = first.beat.game;
            for (elapsed_ms, on_the_way_ms, pair) in steps {
                let asked = at + Duration::from_millis(elapsed_ms);
                at = asked + Duration::from_millis(on_the_way_ms);
                estimate.update(Look { pair, asked, answered: at });
                furthest = furthest.max(pair.beat.game);
                let later = at + Duration::from_millis(elapsed_ms % 7);
                for now in std::iter::once(estimate.told(&pair)).chain(estimate.exact(later)) {
                    prop_assert!(now.game >= last.game && now.stall_end >= last.stall_end);
                    prop_assert!(now.game <= furthest + BEAT_REACH);
                    prop_assert!(now.stall_end <= Some(now.game));
                    last = now;
                }
            }
        }

        #[test]
        fn a_wait_is_neither_too_long_nor_too_short(
            pair in any_pair(), since_ms in 0..2_000_u64, ahead_ms in 0..2_000_u64,
        ) {
            let at = Duration::from_millis(since_ms);
            let estimate = Estimate::new(at_once(pair, Duration::ZERO));
            let target = estimate.about(at) + Duration::from_millis(ahead_ms);
            match estimate.wait(target, at) {
                Wait::Over => prop_assert_eq!(ahead_ms, 0),
                Wait::ForABeat => prop_assert!(estimate.about(at + Duration::from_secs(60)) < target),
                Wait::For(wait) => {
                    prop_assert!(estimate.about(at + wait - Duration::from_millis(1)) < target);
                    let reachable = target <= pair.beat.game + BEAT_REACH && pair.own_now_ms >= pair.beat.own_ms;
                    prop_assert!(!reachable || estimate.about(at + wait) >= target);
                }
            }
        }

        #[test]
        fn a_reading_that_stands_for_the_stores_is_two_milliseconds_off_at_most(
            first_trip_us in 0..400_000_u64, drift in -500..500_i64,
            looks in prop::collection::vec((0..300_000_u64, 0..200_000_u64, 0..200_000_u64), 1..60),
        ) {
            // The store's own time at a moment of ours, in microseconds, with up to 500 parts in a million of drift.
            let own_us = |at: Duration| {
                let at = i64::try_from(at.as_micros()).unwrap();
                u64::try_from(1_000_000_000 + at + at * drift / 1_000_000).unwrap()
            };
            let truth = |at| (own_us(at) - 1_000_000_000) / 1_000;
            let pair = |at| Pair {
                beat: Beat { game: GameTime::from_millis(truth(at)), ..Beat::first(own_us(at) / 1_000) },
                own_now_ms: own_us(at) / 1_000,
            };
            let mut at = Duration::from_micros(first_trip_us);
            let first = Look { pair: pair(at / 2), asked: Duration::ZERO, answered: at };
            let mut estimate = Estimate::new(first);
            for (pause_us, there_us, back_us) in looks {
                let asked = at + Duration::from_micros(pause_us);
                if let Some(reading) = estimate.exact(asked) {
                    prop_assert!(reading.game.millis().abs_diff(truth(asked)) <= 3, "{:?}, not {}", reading, truth(asked));
                }
                let looked = asked + Duration::from_micros(there_us);
                at = looked + Duration::from_micros(back_us);
                estimate.update(Look { pair: pair(looked), asked, answered: at });
            }
        }
    }

    /// Own time and game time begin together; a beat and a look at it every so often.
    fn seen_at(at_ms: u64, there_ms: u64, back_ms: u64) -> Look {
        let looked = at_ms + there_ms;
        let beat = Beat {
            game: GameTime::from_millis(looked),
            ..Beat::first(5_000 + looked)
        };
        Look {
            pair: Pair {
                beat,
                own_now_ms: 5_000 + looked,
            },
            asked: Duration::from_millis(at_ms),
            answered: Duration::from_millis(looked + back_ms),
        }
    }

    #[test]
    fn one_quick_look_makes_good_what_slow_ones_left_open() {
        let at = Duration::from_millis;
        let mut estimate = Estimate::new(seen_at(0, 90, 10));
        assert_eq!(estimate.exact(at(100)), None, "a hundred milliseconds are open");
        estimate.update(seen_at(200, 0, 1));
        assert!(estimate.exact(at(201)).is_some());
        for step in 1..10 {
            estimate.update(seen_at(200 * step + 100, 150, 30));
            let now = 200 * step + 290;
            let reading = estimate.exact(at(now)).map(|reading| reading.game.millis());
            assert!(
                reading.is_some_and(|game| game.abs_diff(now) <= 2),
                "{reading:?} at {now}"
            );
        }
    }

    #[test]
    fn whoever_waits_by_a_rough_estimate_puts_no_reading_forward() {
        let at = Duration::from_millis;
        let mut estimate = Estimate::new(seen_at(0, 300, 0));
        assert!(
            estimate.about(at(400)) > GameTime::from_millis(500),
            "it may be anything from 400 to 700"
        );
        let look = seen_at(400, 0, 0);
        estimate.update(look);
        assert_eq!(estimate.told(&look.pair).game, GameTime::from_millis(400));
    }

    #[test]
    fn nothing_stands_for_the_store_once_the_platform_may_have_stood_still() {
        let at = Duration::from_millis;
        let mut estimate = Estimate::new(seen_at(0, 0, 0));
        assert!(estimate.exact(at(449)).is_some());
        assert_eq!(estimate.exact(at(452)), None);
    }

    #[test]
    fn a_store_whose_clock_was_set_is_believed_again_with_the_next_look() {
        let at = Duration::from_millis;
        let mut estimate = Estimate::new(seen_at(0, 0, 0));
        for hours in [3_600_000_i64, -3_600_000, 0] {
            let mut look = seen_at(10_000, 0, 1);
            let stepped = |ms: u64| ms.saturating_add_signed(hours + 10_000_000);
            look.pair.own_now_ms = stepped(look.pair.own_now_ms);
            look.pair.beat.own_ms = stepped(look.pair.beat.own_ms);
            look.pair.beat.came_ms = look.pair.beat.own_ms;
            estimate.update(look);
            let reading = estimate.exact(at(10_101)).map(|reading| reading.game.millis());
            assert!(reading.is_some_and(|game| game.abs_diff(10_100) <= 2), "{reading:?}");
        }
    }
}
