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
                    level: failed + 1,
                    at_ms: now_ms,
                    forget_at_ms: now_ms.saturating_add(DAY_MS),
                })
            }
        }
    }
}

fn wait(failed: u64, free: u64, first_ms: u64, longest_ms: u64) -> u64 {
    let doublings = u32::try_from(failed.saturating_sub(free)).unwrap_or(u32::MAX).min(40);
    first_ms.saturating_mul(1 << doublings).min(longest_ms)
}

fn per_hour(most: u64, meter: Option<Meter>, now_ms: u64) -> Verdict {
    let each_us = (HOUR_MS * 1000).div_ceil(most);
    // What is left of what was counted, had it drained evenly since.
    let drained_us = meter.map_or(0, |meter| (now_ms - meter.at_ms).saturating_mul(1000));
    let level_us = meter.map_or(0, |meter| meter.level).saturating_sub(drained_us);
    let room_us = each_us * most;
    if level_us + each_us > room_us {
        let wait_ms = (level_us + each_us - room_us).div_ceil(1000);
        return Verdict::Refused {
            until_ms: now_ms + wait_ms,
        };
    }
    let level = level_us + each_us;
    Verdict::Admitted(Meter {
        level,
        at_ms: now_ms,
        forget_at_ms: now_ms + level.div_ceil(1000),
    })
}
