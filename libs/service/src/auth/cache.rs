//! Remembers verified tokens: a verification costs about 0.1 ms, and a player sends the same token with every call.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use super::Caller;

/// Callers by the digests of their tokens, in two generations: when the younger is full, the older is dropped. What is
/// asked for moves to the younger. So it holds the last `GENERATION` tokens used, and never more than twice that.
#[derive(Debug, Default)]
pub(super) struct TokenCache {
    young: HashMap<TokenDigest, Caller>,
    old: HashMap<TokenDigest, Caller>,
}

/// Tokens in a generation; an entry takes about 100 bytes.
pub(super) const GENERATION: usize = 8192;

/// Stands for a token without holding it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TokenDigest([u8; 32]);

impl TokenDigest {
    pub(super) fn of(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).into())
    }
}

impl TokenCache {
    pub(super) fn get(&mut self, token: TokenDigest) -> Option<Caller> {
        if let Some(caller) = self.young.get(&token) {
            return Some(*caller);
        }
        let caller = self.old.remove(&token)?;
        self.insert(token, caller);
        Some(caller)
    }

    pub(super) fn insert(&mut self, token: TokenDigest, caller: Caller) {
        if self.young.len() >= GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(token, caller);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Scopes;
    use super::super::caller::tests::a_caller;
    use super::*;

    #[test]
    fn tokens_in_use_stay_and_the_number_of_entries_is_bounded() {
        let caller = a_caller(Scopes::default());
        let mut cache = TokenCache::default();
        let used = TokenDigest::of("used all the time");
        cache.insert(used, caller);
        for number in 0..5 * GENERATION {
            cache.insert(TokenDigest::of(&format!("used once, {number}")), caller);
            assert_eq!(cache.get(used), Some(caller));
            assert!(cache.young.len() + cache.old.len() <= 2 * GENERATION);
        }
        assert_eq!(cache.get(TokenDigest::of("used once, 0")), None);
    }
}
