//! Limits that hold across replicas: guests per hour, wrong passwords in a row.

/// What has been counted under a key so far. What the two numbers mean is the [rule](MeterRule)'s business.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meter {
    /// How much.
    pub level: u64,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    /// From when on it means nothing any more and can be deleted.
    pub forget_at_ms: u64,
}

/// How a meter counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeterRule {
    /// So many an hour, all of them at once if it must be (GCRA: the level is the theoretical arrival time in
    /// microseconds since `at_ms`).
    PerHour(u64),
    /// Attempts that are cleared by success: `free` of them, then each has to wait for twice as long as the one before,
    /// from `first_wait_ms` up to `longest_wait_ms`. Forgotten a day after the last one.
    Attempts {
        /// Attempts without waiting.
        free: u32,
        /// The first wait.
        first_wait_ms: u64,
        /// The longest wait.
        longest_wait_ms: u64,
    },
    /// Takes one attempt back, because it succeeded.
    TakeBack,
}

/// Whether it may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It may, and this is to be kept.
    Admitted(Meter),
    /// It may not, before then. Nothing changes.
    Refused {
        /// When to try again.
        until_ms: u64,
    },
}

const HOUR_MS: u64 = 60 * 60 * 1000;
const DAY_MS: u64 = 24 * HOUR_MS;

impl MeterRule {
    /// Counts one more at the moment `now_ms`, if the rule permits it.
    #[must_use]
    pub fn judge(self, meter: Option<Meter>, now_ms: u64) -> Verdict {
        // A meter from the future was written by a clock that goes before this one, or was set back since.
        let meter = meter.filter(|meter| now_ms < meter.forget_at_ms).map(|meter| Meter {
            at_ms: meter.at_ms.min(now_ms),
            ..meter
        });
        match self {
            Self::PerHour(most) => per_hour(most.max(1), meter, now_ms),
            Self::Attempts {
                free,
                first_wait_ms,
                longest_wait_ms,
            } => {
                let failed = meter.map_or(0, |meter| meter.level);
                let last_ms = meter.map_or(now_ms, |meter| meter.at_ms);
                let wait_ms = wait(failed, u64::from(free), first_wait_ms, longest_wait_ms);
                let until_ms = last_ms.saturating_add(wait_ms);
                if failed >= u64::from(free) && now_ms < until_ms {
                    return Verdict::Refused { until_ms };
                }
                Verdict::Admitted(Meter {
                    level: failed.saturating_add(1),
                    at_ms: now_ms,
                    forget_at_ms: now_ms.saturating_add(DAY_MS),
                })
            }
            Self::TakeBack => Verdict::Admitted(Meter {
                level: meter.map_or(0, |meter| meter.level).saturating_sub(1),
                at_ms: meter.map_or(now_ms, |meter| meter.at_ms),
                forget_at_ms: meter.map_or(now_ms, |meter| meter.forget_at_ms),
            }),
        }
    }
}

fn wait(failed: u64, free: u64, first_ms: u64, longest_ms: u64) -> u64 {
    let doublings = u32::try_from(failed.saturating_sub(free)).unwrap_or(u32::MAX).min(40);
    first_ms.saturating_mul(1 << doublings).min(longest_ms)
}

fn per_hour(most: u64, meter: Option<Meter>, now_ms: u64) -> Verdict {
    // No rate is finer than a microsecond.
    let most = most.min(HOUR_MS * 1000);
    let each_us = (HOUR_MS * 1000).div_ceil(most);
    // What is left of what was counted, had it drained evenly since.
    let drained_us = meter.map_or(0, |meter| (now_ms - meter.at_ms).saturating_mul(1000));
    let level_us = meter.map_or(0, |meter| meter.level).saturating_sub(drained_us);
    let room_us = each_us * most;
    let level = level_us.saturating_add(each_us);
    if level > room_us {
        let wait_ms = (level - room_us).div_ceil(1000);
        return Verdict::Refused {
            until_ms: now_ms.saturating_add(wait_ms),
        };
    }
    Verdict::Admitted(Meter {
        level,
        at_ms: now_ms,
        forget_at_ms: now_ms + level.div_ceil(1000),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MINUTE_MS: u64 = 60 * 1000;
    const ATTEMPTS: MeterRule = MeterRule::Attempts {
        free: 5,
        first_wait_ms: MINUTE_MS,
        longest_wait_ms: HOUR_MS,
    };

    /// Asks at a moment; how long to wait if it is refused.
    fn ask(rule: MeterRule, meter: &mut Option<Meter>, now_ms: u64) -> Option<u64> {
        match rule.judge(*meter, now_ms) {
            Verdict::Admitted(next) => {
                *meter = Some(next);
                None
            }
            Verdict::Refused { until_ms } => Some(until_ms - now_ms),
        }
    }

    #[test]
    fn after_five_attempts_each_waits_twice_as_long_up_to_an_hour() {
        let (mut meter, mut now_ms) = (None, 1_000_000);
        for _ in 0..5 {
            assert_eq!(ask(ATTEMPTS, &mut meter, now_ms), None);
        }
        for minutes in [1, 2, 4, 8, 16, 32, 60, 60] {
            assert_eq!(ask(ATTEMPTS, &mut meter, now_ms), Some(minutes * MINUTE_MS));
            now_ms += minutes * MINUTE_MS;
            assert_eq!(ask(ATTEMPTS, &mut meter, now_ms), None);
        }
        assert_eq!(ask(ATTEMPTS, &mut meter, now_ms + DAY_MS), None);
        assert_eq!(meter.map(|meter| meter.level), Some(1), "forgotten after a day");
    }

    #[test]
    fn a_success_takes_one_attempt_back_and_no_more() {
        let mut meter = None;
        for _ in 0..100 {
            assert_eq!(ask(ATTEMPTS, &mut meter, 10), None);
            assert_eq!(ask(MeterRule::TakeBack, &mut meter, 10), None);
        }
        for _ in 0..5 {
            assert_eq!(ask(ATTEMPTS, &mut meter, 10), None);
        }
        assert_eq!(ask(ATTEMPTS, &mut meter, 10), Some(MINUTE_MS));
    }

    #[test]
    fn a_clock_set_back_neither_frees_nor_locks_for_longer() {
        let mut meter = None;
        for _ in 0..5 {
            ask(ATTEMPTS, &mut meter, DAY_MS);
        }
        assert_eq!(ask(ATTEMPTS, &mut meter, 1000), Some(MINUTE_MS));
        let mut rate = None;
        assert_eq!(ask(MeterRule::PerHour(1), &mut rate, DAY_MS), None);
        assert_eq!(ask(MeterRule::PerHour(1), &mut rate, 1000), Some(HOUR_MS));
    }

    #[test]
    fn an_hourly_rate_is_used_at_once_and_comes_back_evenly() {
        let (rule, mut meter) = (MeterRule::PerHour(60), None);
        for _ in 0..60 {
            assert_eq!(ask(rule, &mut meter, 5), None);
        }
        assert_eq!(ask(rule, &mut meter, 5), Some(MINUTE_MS));
        assert_eq!(ask(rule, &mut meter, 5 + MINUTE_MS - 1), Some(1));
        assert_eq!(ask(rule, &mut meter, 5 + MINUTE_MS), None);
        assert_eq!(ask(rule, &mut meter, 5 + MINUTE_MS), Some(MINUTE_MS));
    }

    proptest! {
        #[test]
        fn what_is_told_to_wait_is_admitted_then(
            most in 1_u64..10_000_000,
            gaps in proptest::collection::vec(0_u64..10_000, 1..50),
        ) {
            let (mut meter, mut now_ms) = (None, 1);
            for gap in gaps {
                now_ms += gap;
                if let Some(wait_ms) = ask(MeterRule::PerHour(most), &mut meter, now_ms) {
                    now_ms += wait_ms;
                    prop_assert_eq!(ask(MeterRule::PerHour(most), &mut meter, now_ms), None);
                }
            }
        }

        #[test]
        fn no_number_is_too_large(level: u64, at_ms: u64, forget_at_ms: u64, now_ms in 0..u64::MAX / 4, most: u64) {
            let meter = Meter { level, at_ms, forget_at_ms };
            for rule in [MeterRule::PerHour(most), ATTEMPTS, MeterRule::TakeBack] {
                let _: Verdict = rule.judge(Some(meter), now_ms);
            }
        }
    }
}
