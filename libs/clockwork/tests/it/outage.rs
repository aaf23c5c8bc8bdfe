//! Beats and turns together: what an outage does to a player.

use std::time::Duration;

use corners_clockwork::{AFTER_STALL, BEAT_REACH, Beat, GameTime, Punch, Turn, TurnLimit, punch};
use proptest::prelude::*;

const BEAT_EVERY_MS: u64 = 200;

/// The platform's time, with beats as long as it is up.
struct Platform {
    own_ms: u64,
    beat: Beat,
}

impl Platform {
    fn start() -> Self {
        Self {
            own_ms: 1_700_000_000_000,
            beat: Beat::first(1_700_000_000_000),
        }
    }

    fn up_for(&mut self, mut millis: u64) {
        while millis >= BEAT_EVERY_MS {
            millis -= BEAT_EVERY_MS;
            self.own_ms += BEAT_EVERY_MS;
            self.beat = self.beat.after_probe(self.own_ms, self.own_ms);
        }
        self.own_ms += millis;
    }

    fn down_for(&mut self, millis: u64) {
        self.own_ms += millis;
    }

    fn turn(&self, remaining_ms: u64) -> Turn {
        let remaining = Duration::from_millis(remaining_ms);
        let limit = TurnLimit {
            remaining,
            running: true,
            increment: Duration::ZERO,
            reset: None,
            lag_quota: Duration::ZERO,
        };
        Turn {
            started: self.game(),
            limit: Some(limit),
        }
    }

    fn game(&self) -> GameTime {
        self.beat.reading(self.own_ms)
    }

    fn punch(&self, turn: &Turn) -> Punch {
        let reading = self.beat.look(self.own_ms);
        punch(turn, reading.game, reading.stall_end, None)
    }
}

proptest! {
    #[test]
    fn an_outage_costs_a_clock_at_most_a_second(
        before_ms in 0..5_000_u64, down_ms in 0..100_000_u64, after_ms in 0..5_000_u64, restarted: bool,
    ) {
        let mut platform = Platform::start();
        let turn = platform.turn(60_000);
        platform.up_for(before_ms);
        platform.down_for(down_ms);
        if restarted {
            platform.beat = platform.beat.resumed(platform.own_ms);
        }
        platform.up_for(after_ms);
        let left = platform.punch(&turn).remaining_after.unwrap();
        let fair = Duration::from_millis(60_000 - before_ms - after_ms);
        prop_assert!(left + BEAT_REACH >= fair, "{:?} left of {:?}", left, fair);
        prop_assert!(left <= Duration::from_millis(60_000 - before_ms));
    }

    #[test]
    fn nobody_loses_by_an_outage_with_two_seconds_to_come_back(
        remaining_ms in 1..3_000_u64, before_ms in 0..3_000_u64, down_ms in 451..100_000_u64,
        back_ms in 0..2_000_u64,
    ) {
        let before_ms = before_ms % remaining_ms;
        let mut platform = Platform::start();
        let turn = platform.turn(remaining_ms);
        platform.up_for(before_ms);
        prop_assert!(!platform.punch(&turn).expired);
        platform.down_for(down_ms);
        prop_assert!(!platform.punch(&turn).expired, "before the first beat after the outage");
        platform.beat = platform.beat.after_probe(platform.own_ms, platform.own_ms);
        platform.up_for(back_ms);
        prop_assert!(!platform.punch(&turn).expired);
        platform.up_for(remaining_ms + 2_000);
        prop_assert!(platform.punch(&turn).expired, "in the end the flag falls");
    }

    #[test]
    fn nobody_loses_by_a_restart_however_short(
        remaining_ms in 1..3_000_u64, before_ms in 0..3_000_u64, down_ms in 0..3_000_u64,
        set_back_ms in prop_oneof![Just(0), 6_000..9_000_u64],
    ) {
        let before_ms = before_ms % remaining_ms;
        let mut platform = Platform::start();
        let turn = platform.turn(remaining_ms);
        platform.up_for(before_ms);
        let last_reading = platform.game();
        platform.down_for(down_ms);
        platform.own_ms -= set_back_ms;
        platform.beat = platform.beat.resumed(platform.own_ms);
        prop_assert!(platform.game() >= last_reading, "the clock of the machine may even have been set back");
        let cost = platform.game() - last_reading;
        prop_assert!(set_back_ms > 0 || cost <= Duration::from_millis(down_ms), "time that has passed, and no more");
        let verdict = platform.punch(&turn);
        prop_assert!(!verdict.expired);
        prop_assert!(verdict.due >= Some(platform.game() + AFTER_STALL));
    }

    #[test]
    fn without_an_outage_the_flag_falls_at_the_true_deadline(remaining_ms in 1..10_000_u64, before_ms in 0..3_000_u64) {
        let mut platform = Platform::start();
        platform.up_for(before_ms);
        let turn = platform.turn(remaining_ms);
        platform.up_for(remaining_ms - 1);
        prop_assert!(!platform.punch(&turn).expired);
        platform.up_for(1);
        let verdict = platform.punch(&turn);
        prop_assert!(verdict.expired);
        prop_assert_eq!(verdict.outage_credit, Duration::ZERO);
    }
}
