//! Game time on the client's side, to draw clocks with.

use std::time::Duration;

use corners_proto::game::v1::{Clocks, Heartbeat, Side};
use tokio::time::Instant;

/// How much less a reading is trusted for each unit of time that has passed since: machines' clocks drift apart.
const DRIFT: f64 = 0.000_2;

/// Who was to move while the platform stood still has at least this long after it.
const AFTER_STALL_MS: u64 = 2_000;

/// An estimate of game time from readings of `GetGameTime`, of which the one with the shortest round trip counts most.
///
/// A reading that came back after a round trip was taken somewhere in between, so that game time at its arrival is
/// between the reading and the reading plus the round trip. An estimate outside of that is given up: game time stood
/// still in the meantime, as it does while the platform cannot take moves. Heartbeats of a watch tell when it does.
#[derive(Clone, Debug, Default)]
pub struct GameClock {
    estimate: Option<Estimate>,
    /// Where game time stands still.
    standing_at_ms: Option<u64>,
    last_stall_end_ms: u64,
}

#[derive(Clone, Copy, Debug)]
struct Estimate {
    at: Instant,
    game_time_ms: f64,
    round_trip: Duration,
}

impl Estimate {
    fn game_time_ms_at(&self, moment: Instant) -> f64 {
        self.game_time_ms + milliseconds(moment.saturating_duration_since(self.at))
    }

    fn uncertainty_ms_at(&self, moment: Instant) -> f64 {
        milliseconds(self.round_trip) / 2.0 + milliseconds(moment.saturating_duration_since(self.at)) * DRIFT
    }
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

impl GameClock {
    /// A clock that has not been set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a reading: when it was asked for, when it came, and what it says.
    pub fn record(&mut self, asked: Instant, came: Instant, game_time_ms: u64) {
        let round_trip = came.saturating_duration_since(asked);
        let (lowest, highest) = (game_time_ms as f64, game_time_ms as f64 + milliseconds(round_trip));
        let fresh = Estimate {
            at: came,
            game_time_ms: f64::midpoint(lowest, highest),
            round_trip,
        };
        let keep = self.estimate.is_some_and(|known| {
            (lowest..=highest).contains(&known.game_time_ms_at(came))
                && known.uncertainty_ms_at(came) < fresh.uncertainty_ms_at(came)
        });
        if !keep {
            self.estimate = Some(fresh);
        }
    }

    /// Takes a reading that came unasked, such as a heartbeat's: game time is at least that.
    pub fn record_at_least(&mut self, came: Instant, game_time_ms: u64) {
        if self
            .standing_at_ms
            .is_some_and(|standing_ms| game_time_ms > standing_ms)
        {
            // Something has happened after it: time runs again.
            self.standing_at_ms = None;
            self.estimate = None;
        }
        let behind = self.now_ms(came).is_none_or(|now_ms| now_ms < game_time_ms);
        if behind {
            // How long it was on its way is unknown; any asked reading is better.
            let round_trip = Duration::from_secs(2);
            self.estimate = Some(Estimate {
                at: came,
                game_time_ms: game_time_ms as f64,
                round_trip,
            });
        }
    }

    /// Takes what a heartbeat of a watch says: game time, whether it stands still, and where it last did.
    pub fn heard(&mut self, came: Instant, heartbeat: &Heartbeat) {
        let game_time_ms = heartbeat.game_time_ms;
        let stood_still = self.standing_at_ms.is_some() || heartbeat.last_stall_end_ms > self.last_stall_end_ms;
        self.last_stall_end_ms = self.last_stall_end_ms.max(heartbeat.last_stall_end_ms);
        if stood_still {
            // What was counted meanwhile did not happen.
            self.estimate = None;
        }
        self.standing_at_ms = heartbeat.stands_still.then_some(game_time_ms);
        self.record_at_least(came, game_time_ms);
    }

    /// Whether game time stands still, because the platform cannot take moves.
    #[must_use]
    pub fn stands_still(&self) -> bool {
        self.standing_at_ms.is_some()
    }

    /// Game time at a moment, in milliseconds; absent before the first reading.
    #[must_use]
    pub fn now_ms(&self, moment: Instant) -> Option<u64> {
        if self.standing_at_ms.is_some() {
            return self.standing_at_ms;
        }
        self.estimate.map(|estimate| estimate.game_time_ms_at(moment) as u64)
    }

    /// How far off the estimate can be, in milliseconds; absent before the first reading.
    #[must_use]
    pub fn uncertainty_ms(&self, moment: Instant) -> Option<u64> {
        self.estimate
            .map(|estimate| estimate.uncertainty_ms_at(moment).ceil() as u64)
    }

    /// A side's time left at a moment, in milliseconds, never negative: the reading, counted down if its clock runs, and at
    /// least what is left of the two seconds after a stall that it ran through.
    #[must_use]
    pub fn remaining_ms(&self, clocks: &Clocks, side: Side, moment: Instant) -> u64 {
        let reading_ms = match side {
            Side::Black => clocks.black_ms,
            Side::White | Side::Unspecified => clocks.white_ms,
        };
        if clocks.running() != side {
            return reading_ms;
        }
        let now_ms = self.now_ms(moment).unwrap_or(clocks.game_time_ms);
        let left_ms = reading_ms.saturating_sub(now_ms.saturating_sub(clocks.game_time_ms));
        if self.last_stall_end_ms > clocks.game_time_ms {
            return left_ms.max((self.last_stall_end_ms + AFTER_STALL_MS).saturating_sub(now_ms));
        }
        left_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(begin: Instant, ms: u64) -> Instant {
        begin + Duration::from_millis(ms)
    }

    #[test]
    fn the_reading_with_the_shortest_round_trip_counts() {
        let begin = Instant::now();
        let mut clock = GameClock::new();
        assert_eq!(clock.now_ms(begin), None);
        clock.record(begin, after(begin, 200), 1_000);
        assert_eq!(clock.now_ms(after(begin, 200)), Some(1_100));
        clock.record(after(begin, 200), after(begin, 210), 1_150);
        assert_eq!(clock.now_ms(after(begin, 210)), Some(1_155));
        clock.record(after(begin, 300), after(begin, 700), 1_500);
        assert_eq!(clock.now_ms(after(begin, 700)), Some(1_645));
        assert_eq!(clock.uncertainty_ms(after(begin, 700)), Some(6));
    }

    #[test]
    fn after_a_stall_the_estimate_goes_back_to_game_time() {
        let begin = Instant::now();
        let mut clock = GameClock::new();
        clock.record(begin, after(begin, 2), 1_000);
        clock.record(after(begin, 10_000), after(begin, 10_400), 2_000);
        assert_eq!(clock.now_ms(after(begin, 10_400)), Some(2_200));
    }

    #[test]
    fn game_time_is_never_behind_what_was_heard() {
        let begin = Instant::now();
        let mut clock = GameClock::new();
        clock.record(begin, begin, 1_000);
        clock.record_at_least(after(begin, 100), 1_050);
        assert_eq!(clock.now_ms(after(begin, 100)), Some(1_100));
        clock.record_at_least(after(begin, 100), 5_000);
        assert_eq!(clock.now_ms(after(begin, 200)), Some(5_100));
    }

    #[test]
    fn while_the_platform_stands_still_no_clock_runs_and_after_it_nobody_is_out_of_time() {
        let begin = Instant::now();
        let mut clock = GameClock::new();
        clock.record(begin, begin, 10_000);
        let clocks = Clocks {
            game_time_ms: 9_500,
            white_ms: 1_000,
            running: Side::White.into(),
            ..Clocks::default()
        };
        let left_ms = |clock: &GameClock, ms| clock.remaining_ms(&clocks, Side::White, after(begin, ms));
        assert_eq!(left_ms(&clock, 200), 300);
        let heartbeat = |game_time_ms, last_stall_end_ms, stands_still| Heartbeat {
            game_time_ms,
            last_stall_end_ms,
            stands_still,
            ..Heartbeat::default()
        };
        clock.heard(after(begin, 700), &heartbeat(10_400, 0, true));
        assert!(clock.stands_still());
        assert_eq!((left_ms(&clock, 700), left_ms(&clock, 60_000)), (100, 100));
        let mut told_by_an_event = clock.clone();
        told_by_an_event.record_at_least(after(begin, 900), 10_700);
        assert!(!told_by_an_event.stands_still());
        clock.heard(after(begin, 60_000), &heartbeat(11_000, 11_000, false));
        assert_eq!(clock.now_ms(after(begin, 60_300)), Some(11_300));
        assert_eq!(left_ms(&clock, 60_300), 1_700);
        assert_eq!(left_ms(&clock, 65_000), 0);
    }

    #[test]
    fn a_stall_that_was_not_heard_of_as_it_began_is_not_counted() {
        let begin = Instant::now();
        let mut clock = GameClock::new();
        clock.record(begin, begin, 10_000);
        let heartbeat = Heartbeat {
            game_time_ms: 11_500,
            last_stall_end_ms: 11_200,
            ..Heartbeat::default()
        };
        clock.heard(after(begin, 30_000), &heartbeat);
        assert_eq!(clock.now_ms(after(begin, 30_100)), Some(11_600));
    }

    #[test]
    fn only_the_running_clock_counts_down_and_never_below_zero() {
        let begin = Instant::now();
        let mut clock = GameClock::new();
        clock.record(begin, begin, 10_000);
        let clocks = Clocks {
            game_time_ms: 9_000,
            white_ms: 5_000,
            black_ms: 7_000,
            running: Side::White.into(),
            due_ms: Some(14_000),
            ..Clocks::default()
        };
        assert_eq!(clock.remaining_ms(&clocks, Side::White, begin), 4_000);
        assert_eq!(clock.remaining_ms(&clocks, Side::Black, begin), 7_000);
        assert_eq!(clock.remaining_ms(&clocks, Side::White, after(begin, 60_000)), 0);
        assert_eq!(GameClock::new().remaining_ms(&clocks, Side::White, begin), 5_000);
    }
}
