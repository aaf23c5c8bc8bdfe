//! What rate limits remember of their callers, in bounded memory.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use governor::nanos::Nanos;
use governor::state::StateStore;

/// Callers in a generation; an entry takes about 30 bytes.
pub(super) const GENERATION: usize = 65_536;

/// The states of callers in two generations: when the younger is full, the older is forgotten. Who calls moves to the
/// younger. So the last `GENERATION` callers are remembered, and never more than twice that. A caller that is forgotten
/// begins anew, with its whole burst: too many callers make limits looser for those who call rarely, and never refuse
/// anybody.
#[derive(Debug)]
pub(super) struct RecentCallers<K>(Mutex<Generations<K>>);

#[derive(Debug)]
struct Generations<K> {
    young: HashMap<K, Nanos>,
    old: HashMap<K, Nanos>,
}

impl<K> Default for RecentCallers<K> {
    fn default() -> Self {
        Self(Mutex::new(Generations {
            young: HashMap::new(),
            old: HashMap::new(),
        }))
    }
}

impl<K: Copy + Eq + Hash> StateStore for RecentCallers<K> {
    type Key = K;

    fn measure_and_replace<T, F, E>(&self, key: &K, measure: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut generations = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(state) = generations.young.get_mut(key) {
            let (outcome, next) = measure(Some(*state))?;
            *state = next;
            return Ok(outcome);
        }
        // Whoever is refused stays where it is, and is forgotten no sooner for it than without the call.
        let (outcome, next) = measure(generations.old.get(key).copied())?;
        generations.insert(*key, next);
        Ok(outcome)
    }
}

impl<K: Copy + Eq + Hash> Generations<K> {
    fn insert(&mut self, key: K, state: Nanos) {
        if self.young.len() >= GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        self.old.remove(&key);
        self.young.insert(key, state);
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
            let generations = callers.0.lock().unwrap();
            assert!(generations.young.len() <= GENERATION && generations.old.len() <= GENERATION);
        }
        assert_eq!(note(&callers, 100_000), None, "called once, long ago");
    }
}
