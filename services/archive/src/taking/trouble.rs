//! What a failure means for the next attempt, and what the log says of it.

use std::error::Error;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::meters::Failed;

const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// Whether finished games cannot be recorded, said once for all loops.
#[derive(Debug, Default)]
pub(crate) struct Trouble {
    with: Mutex<Option<Failed>>,
}

impl Trouble {
    /// A batch could not be taken or recorded.
    pub(super) fn failed(&self, who: Failed, error: &(dyn Error + 'static)) {
        if self.with().replace(who).is_none() {
            tracing::warn!(error, "finished games cannot be recorded: trying again until they can");
        }
    }

    /// A batch was taken and, if there was anything in it, recorded.
    pub(super) fn over(&self, taken: usize) {
        let mut with = self.with();
        // Nothing to take says nothing about the store: the games that it did not record come again later.
        let is_over = match *with {
            None => false,
            Some(Failed::Authority) => true,
            Some(Failed::Store) => taken > 0,
        };
        if is_over {
            *with = None;
            tracing::info!("finished games are recorded again");
        }
    }

    fn with(&self) -> MutexGuard<'_, Option<Failed>> {
        self.with.lock().unwrap_or_else(PoisonError::into_inner)
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
    fn a_store_that_failed_works_again_once_it_has_recorded_something() {
        let trouble = Trouble::default();
        trouble.failed(Failed::Store, &std::fmt::Error);
        trouble.over(0);
        assert_eq!(*trouble.with(), Some(Failed::Store));
        trouble.over(1);
        assert_eq!(*trouble.with(), None);
        trouble.failed(Failed::Authority, &std::fmt::Error);
        trouble.over(0);
        assert_eq!(*trouble.with(), None);
    }

    #[test]
    fn pauses_double_up_to_two_seconds() {
        let pauses: Vec<_> = (1..=7)
            .map(|failures| Trouble::pause_after(failures).as_millis())
            .collect();
        assert_eq!(pauses, [100, 200, 400, 800, 1600, 2000, 2000]);
        assert_eq!(Trouble::pause_after(u32::MAX), LONGEST_PAUSE);
    }
}
