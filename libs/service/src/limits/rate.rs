//! How often each caller may do something: so many times a second, and a burst at once (the generic cell rate algorithm
//! of ATM, which governor implements).

use std::hash::Hash;
use std::time::Duration;

use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::{Quota, RateLimiter};
use tokio::time::Instant;

use super::recent::RecentCallers;
use super::{Exceeded, LimitName, Rate};

/// One rate, counted for each caller.
#[derive(Debug)]
pub(super) struct RateLimit<K: Copy + Eq + Hash> {
    name: LimitName,
    limiter: RateLimiter<K, RecentCallers<K>, SinceStart, NoOpMiddleware<Duration>>,
}

impl<K: Copy + Eq + Hash> RateLimit<K> {
    pub(super) fn new(name: LimitName, rate: Rate) -> Self {
        let quota = Quota::per_second(rate.per_second).allow_burst(rate.burst);
        Self {
            name,
            limiter: RateLimiter::new(quota, RecentCallers::default(), SinceStart(Instant::now())),
        }
    }

    /// Counts one more for the caller.
    ///
    /// # Errors
    ///
    /// When that is too many; nothing is counted then.
    pub(super) fn count(&self, key: &K) -> Result<(), Exceeded> {
        self.limiter.check_key(key).map_err(|not_yet| Exceeded {
            limit: self.name,
            retry_after: not_yet.wait_time_from(self.limiter.clock().now()),
        })
    }
}

/// The runtime's clock, which tests can stop.
#[derive(Clone, Copy, Debug)]
struct SinceStart(Instant);

impl Clock for SinceStart {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    fn limit(per_second: u32, burst: u32) -> RateLimit<u8> {
        let number = |number| NonZeroU32::new(number).unwrap();
        let rate = Rate {
            per_second: number(per_second),
            burst: number(burst),
        };
        RateLimit::new("calls", rate)
    }

    #[tokio::test(start_paused = true)]
    async fn a_burst_is_followed_by_the_rate_and_the_wait_that_is_told_is_enough() {
        let limit = limit(4, 3);
        for _ in 0..3 {
            assert_eq!(limit.count(&1), Ok(()));
        }
        let exceeded = limit.count(&1).unwrap_err();
        assert_eq!(exceeded.retry_after, Duration::from_millis(250));
        tokio::time::advance(exceeded.retry_after - Duration::from_millis(1)).await;
        assert!(limit.count(&1).is_err());
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!(limit.count(&1), Ok(()));
        assert!(limit.count(&1).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn being_refused_costs_nothing() {
        let limit = limit(1, 1);
        assert_eq!(limit.count(&1), Ok(()));
        for _ in 0..100 {
            assert!(limit.count(&1).is_err());
        }
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(limit.count(&1), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn callers_do_not_share() {
        let limit = limit(1, 1);
        assert_eq!(limit.count(&1), Ok(()));
        assert_eq!(limit.count(&2), Ok(()));
        assert!(limit.count(&1).is_err());
    }
}
