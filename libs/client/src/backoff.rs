//! How long to wait before trying again.

use std::time::Duration;

/// Waits that double from the first to the longest, with jitter so that clients cut off together do not come back
/// together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backoff {
    /// The longest that the first wait can be.
    pub first: Duration,
    /// The longest that any wait can be.
    pub longest: Duration,
}

impl Backoff {
    /// The wait after `failures` failures in a row (from 1): between half and all of the doubled time. `chance` is a
    /// random number from 0 to 1.
    #[must_use]
    pub fn wait(&self, failures: u32, chance: f64) -> Duration {
        let doublings = failures.saturating_sub(1).min(31);
        let ceiling = self.first.saturating_mul(1 << doublings).min(self.longest);
        ceiling.mul_f64(0.5 + 0.5 * chance.clamp(0.0, 1.0))
    }

    /// The wait after `failures` failures in a row, by chance.
    pub(crate) fn random_wait(&self, failures: u32) -> Duration {
        self.wait(failures, rand::random())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BACKOFF: Backoff = Backoff {
        first: Duration::from_millis(100),
        longest: Duration::from_secs(2),
    };

    #[test]
    fn waits_double_up_to_the_longest() {
        let waits: Vec<_> = (1..=7)
            .map(|failures| BACKOFF.wait(failures, 1.0).as_millis())
            .collect();
        assert_eq!(waits, [100, 200, 400, 800, 1600, 2000, 2000]);
        assert_eq!(BACKOFF.wait(u32::MAX, 1.0), BACKOFF.longest);
    }

    #[test]
    fn chance_takes_off_at_most_half() {
        assert_eq!(BACKOFF.wait(3, 0.0), Duration::from_millis(200));
        assert_eq!(BACKOFF.wait(3, 0.5), Duration::from_millis(300));
        assert_eq!(BACKOFF.wait(3, 7.0), Duration::from_millis(400));
    }
}
