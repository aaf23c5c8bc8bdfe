//! What is remembered of many, in bounded memory: the last that were in use.

use std::collections::HashMap;
use std::hash::Hash;

/// Values by their keys, in two generations: when the younger is full, the older is forgotten. What is in use moves to the
/// younger. So the last keys in use are remembered, as many as a generation holds, and never more than twice that.
#[derive(Debug)]
pub(crate) struct Recent<K, V> {
    generation: usize,
    young: HashMap<K, V>,
    old: HashMap<K, V>,
}

impl<K: Copy + Eq + Hash, V: Copy> Recent<K, V> {
    /// Nothing is remembered yet, and `generation` keys in each generation at most.
    pub(crate) fn new(generation: usize) -> Self {
        Self {
            generation,
            young: HashMap::new(),
            old: HashMap::new(),
        }
    }

    /// The value of a key, which is not in use for it.
    pub(crate) fn peek(&self, key: &K) -> Option<V> {
        self.young.get(key).or_else(|| self.old.get(key)).copied()
    }

    /// The value of a key that is in use.
    pub(crate) fn get(&mut self, key: K) -> Option<V> {
        if let Some(value) = self.young.get(&key) {
            return Some(*value);
        }
        let value = self.old.remove(&key)?;
        self.insert(key, value);
        Some(value)
    }

    /// Remembers a key that is in use.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        if let Some(known) = self.young.get_mut(&key) {
            *known = value;
            return;
        }
        if self.young.len() >= self.generation {
            self.old = std::mem::take(&mut self.young);
        }
        self.old.remove(&key);
        self.young.insert(key, value);
    }

    /// How many keys are in the younger and the older generation.
    #[cfg(test)]
    pub(crate) fn sizes(&self) -> (usize, usize) {
        (self.young.len(), self.old.len())
    }
}
