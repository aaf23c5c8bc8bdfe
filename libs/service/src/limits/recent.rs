//! What rate limits remember of their callers, in bounded memory.

use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use governor::nanos::Nanos;
use governor::state::StateStore;

use crate::recent::Recent;

/// Callers in a generation; an entry takes about 30 bytes.
pub(super) const GENERATION: usize = 65_536;

/// The states of the last callers. A caller that is forgotten begins anew, with its whole burst: too many callers make limits
/// looser for those who call rarely, and never refuse anybody.
#[derive(Debug)]
pub(super) struct RecentCallers<K>(Mutex<Recent<K, Nanos>>);

impl<K: Copy + Eq + Hash> Default for RecentCallers<K> {
    fn default() -> Self {
        Self(Mutex::new(Recent::new(GENERATION)))
    }
}

impl<K: Copy + Eq + Hash> StateStore for RecentCallers<K> {
    type Key = K;

    fn measure_and_replace<T, F, E>(&self, key: &K, measure: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut callers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever is refused stays where it is, and is forgotten no sooner for it than without the call.
        let (outcome, next) = measure(callers.peek(key))?;
        callers.insert(*key, next);
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(callers: &RecentCallers<u32>, key: u32) -> Option<Nanos> {
        callers
            .measure_and_replace(&key, |state| Ok::<_, ()>((state, Nanos::from(u64::from(key)))))
            .unwrap()
    }

    #[test]
    fn whoever_goes_on_calling_is_remembered_and_the_number_of_callers_is_bounded() {
        let callers = RecentCallers::default();
        assert_eq!(note(&callers, 0), None);
        for others in 1..=5 {
            for number in 0..60_000 {
                note(&callers, others * 100_000 + number);
            }
            assert_eq!(note(&callers, 0), Some(Nanos::from(0)));
            let (young, old) = callers.0.lock().unwrap().sizes();
            assert!(young <= GENERATION && old <= GENERATION);
        }
        assert_eq!(note(&callers, 100_000), None, "called once, long ago");
    }
}
