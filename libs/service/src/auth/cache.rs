//! Remembers verified tokens: a verification costs about 0.1 ms, and a player sends the same token with every call.

use sha2::{Digest, Sha256};

use super::Caller;
use crate::recent::Recent;

/// Callers by the digests of their tokens.
pub(super) type TokenCache = Recent<TokenDigest, Caller>;

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

#[cfg(test)]
mod tests {
    use super::super::Scopes;
    use super::super::caller::tests::a_caller;
    use super::*;

    #[test]
    fn tokens_in_use_stay_and_the_number_of_entries_is_bounded() {
        let caller = a_caller(Scopes::default());
        let mut cache = TokenCache::new(GENERATION);
        let used = TokenDigest::of("used all the time");
        cache.insert(used, caller);
        for number in 0..5 * GENERATION {
            cache.insert(TokenDigest::of(&format!("used once, {number}")), caller);
            assert_eq!(cache.get(used), Some(caller));
            assert!({
                let (young, old) = cache.sizes();
                young + old <= 2 * GENERATION
            });
        }
        assert_eq!(cache.get(TokenDigest::of("used once, 0")), None);
    }
}
