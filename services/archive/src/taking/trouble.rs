//! What a failure means for the next attempt, and what the log says of it.

use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// Whether finished games cannot be recorded, said once for all loops.
#[derive(Debug, Default)]
pub(crate) struct Trouble {
    is_on: AtomicBool,
}

impl Trouble {
    /// A batch could not be taken or recorded.
    pub(super) fn failed(&self, error: &(dyn Error + 'static)) {
        if !self.is_on.swap(true, Ordering::Relaxed) {
            tracing::warn!(error, "finished games cannot be recorded: trying again until they can");
        }
    }

    /// A batch was taken and recorded.
    pub(super) fn over(&self) {
        if self.is_on.swap(false, Ordering::Relaxed) {
            tracing::info!("finished games are recorded again");
        }
    }

    /// How long to wait after so many failures in a row.
    pub(super) fn pause_after(failures: u32) -> Duration {
        let doublings = failures.saturating_sub(1).min(8);
        (FIRST_PAUSE * (1 << doublings)).min(LONGEST_PAUSE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_two_seconds() {
        let pauses: Vec<_> = (1..=7)
            .map(|failures| Trouble::pause_after(failures).as_millis())
            .collect();
        assert_eq!(pauses, [100, 200, 400, 800, 1600, 2000, 2000]);
        assert_eq!(Trouble::pause_after(u32::MAX), LONGEST_PAUSE);
    }
}
