//! How many things each caller has open.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Places of callers, at most so many for each. Only callers that have some are remembered: there are never more than
/// things that are open.
#[derive(Debug)]
pub(super) struct OpenPlaces<K: Copy + Eq + Hash> {
    most: usize,
    taken: Arc<Mutex<Taken<K>>>,
}

type Taken<K> = HashMap<K, usize>;

impl<K: Copy + Eq + Hash> OpenPlaces<K> {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            taken: Arc::default(),
        }
    }

    /// A place for the caller; none when it has as many as it may have.
    pub(super) fn take(&self, key: K) -> Option<Place<K>> {
        let mut taken = lock(&self.taken);
        let places = taken.get(&key).copied().unwrap_or_default();
        if places >= self.most {
            return None;
        }
        taken.insert(key, places + 1);
        Some(Place {
            key,
            taken: Arc::clone(&self.taken),
        })
    }
}

/// A caller's place, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Place<K: Copy + Eq + Hash> {
    key: K,
    taken: Arc<Mutex<Taken<K>>>,
}

impl<K: Copy + Eq + Hash> Drop for Place<K> {
    fn drop(&mut self) {
        let mut taken = lock(&self.taken);
        if let Entry::Occupied(mut places) = taken.entry(self.key) {
            match places.get().saturating_sub(1) {
                0 => drop(places.remove()),
                fewer => *places.get_mut() = fewer,
            }
        }
    }
}

fn lock<K>(taken: &Mutex<Taken<K>>) -> MutexGuard<'_, Taken<K>> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_caller_has_places_of_its_own_and_nothing_is_remembered_of_those_with_none() {
        let places = OpenPlaces::new(2);
        let one = places.take(1).unwrap();
        let two = places.take(1).unwrap();
        assert!(places.take(1).is_none());
        let of_another = places.take(7).unwrap();
        drop(one);
        let again = places.take(1).unwrap();
        assert!(places.take(1).is_none());
        drop((two, of_another, again));
        assert!(lock(&places.taken).is_empty());
    }
}
