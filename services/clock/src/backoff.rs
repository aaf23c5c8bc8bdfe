//! How long to leave alone what does not answer.

use std::time::Duration;

use tokio::time::Instant;

const FIRST: Duration = Duration::from_millis(50);
const LONGEST: Duration = Duration::from_secs(1);

/// A pause that doubles with every failure after it, up to a second, and is forgotten at the first success.
#[derive(Debug, Default)]
pub(crate) struct Backoff {
    pause: Duration,
    until: Option<Instant>,
}

impl Backoff {
    /// Something did not answer. What was already under way when the pause began does not lengthen it.
    pub(crate) fn failed(&mut self, now: Instant) {
        if self.paused_until(now).is_none() {
            self.pause = (self.pause * 2).clamp(FIRST, LONGEST);
            self.until = Some(now + self.pause);
        }
    }

    /// It answers.
    pub(crate) fn succeeded(&mut self) {
        *self = Self::default();
    }

    /// The end of the pause, if there is one now.
    pub(crate) fn paused_until(&self, now: Instant) -> Option<Instant> {
        self.until.filter(|until| *until > now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_second_and_start_anew_after_a_success() {
        let mut backoff = Backoff::default();
        let mut now = Instant::now();
        assert_eq!(backoff.paused_until(now), None);
        for expected_ms in [50, 100, 200, 400, 800, 1_000, 1_000] {
            backoff.failed(now);
            backoff.failed(now + Duration::from_millis(1));
            let until = backoff.paused_until(now).unwrap();
            assert_eq!(until - now, Duration::from_millis(expected_ms));
            assert_eq!(backoff.paused_until(until), None);
            now = until;
        }
        backoff.succeeded();
        backoff.failed(now);
        assert_eq!(backoff.paused_until(now), Some(now + FIRST));
    }
}
