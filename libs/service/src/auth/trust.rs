//! Whom a service trusts at the moment: the keys that sign tokens, and what was revoked of late.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use tokio::sync::{Notify, watch};

use super::{Caller, KeySet, TokenError};
use crate::time::millis_since_1970;

/// No token lives longer: what was revoked before that concerns nobody any more.
pub const LONGEST_TOKEN_LIFE: Duration = Duration::from_secs(24 * 60 * 60);

/// Revocations that are remembered, of about 40 bytes each. That many in a day are an attack or a fault, and the newest
/// count.
const MOST_REVOKED: usize = 1_000_000;

/// The keys and revocations that verifiers judge by. Clones are handles to the same ones.
#[derive(Clone, Debug)]
pub struct Trust(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    state: RwLock<State>,
    /// Something was revoked.
    revoked: watch::Sender<()>,
    /// A token names a key that is not known.
    asked: Notify,
}

#[derive(Debug, Default)]
struct State {
    keys: Option<Keys>,
    /// When sessions, personal access tokens and accounts were revoked, by their ids, in milliseconds since 1970.
    revoked: HashMap<[u8; 16], u64>,
}

/// The keys, and a number that changes with them.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    pub(super) set: Arc<KeySet>,
    pub(super) version: u64,
}

impl Trust {
    /// Nobody is trusted until there are keys.
    #[must_use]
    pub fn unknown() -> Self {
        Self(Arc::new(Shared {
            state: RwLock::default(),
            revoked: watch::Sender::new(()),
            asked: Notify::new(),
        }))
    }

    /// These keys, and nothing revoked.
    #[must_use]
    pub fn in_keys(keys: KeySet) -> Self {
        let trust = Self::unknown();
        let _ = trust.set_keys(keys);
        trust
    }

    /// Takes other keys. Tokens of keys that are not among them are none from now on.
    ///
    /// Answers whether they are others than before.
    pub fn set_keys(&self, keys: KeySet) -> bool {
        let mut state = self.0.state.write().unwrap_or_else(PoisonError::into_inner);
        let version = match &state.keys {
            Some(known) if *known.set == keys => return false,
            Some(known) => known.version + 1,
            None => 0,
        };
        state.keys = Some(Keys {
            set: Arc::new(keys),
            version,
        });
        true
    }

    /// Adds revocations, an id and a moment in milliseconds since 1970 each, and forgets those that concern nobody any
    /// more at the moment `now`.
    pub fn revoke(&self, revocations: impl IntoIterator<Item = ([u8; 16], u64)>, now: SystemTime) {
        let forget_before = millis_since_1970(
            now.checked_sub(2 * LONGEST_TOKEN_LIFE)
                .unwrap_or(SystemTime::UNIX_EPOCH),
        );
        let mut state = self.0.state.write().unwrap_or_else(PoisonError::into_inner);
        let mut is_news = false;
        for (id, at_ms) in revocations {
            let known = state.revoked.entry(id).or_default();
            is_news |= *known < at_ms;
            *known = at_ms.max(*known);
        }
        state.revoked.retain(|_, at_ms| *at_ms >= forget_before);
        forget_the_oldest(&mut state.revoked);
        drop(state);
        if is_news {
            self.0.revoked.send_replace(());
        }
    }

    /// Passes unless what the caller's token was made from, or its account, was revoked since it was issued.
    ///
    /// # Errors
    ///
    /// [`TokenError::Revoked`].
    pub fn check(&self, caller: &Caller) -> Result<(), TokenError> {
        let issued_ms = millis_since_1970(caller.issued_at);
        let state = self.0.state.read().unwrap_or_else(PoisonError::into_inner);
        // A session or a personal token that was revoked never comes back; an account does.
        let source_revoked = caller.source.id().is_some_and(|id| state.revoked.contains_key(id));
        let account_revoked = state.revoked.get(caller.account.as_bytes());
        match source_revoked || account_revoked.is_some_and(|at_ms| issued_ms <= *at_ms) {
            true => Err(TokenError::Revoked),
            false => Ok(()),
        }
    }

    /// Resolves when the caller's token is no longer good because it was revoked.
    pub(super) async fn revoked(self, caller: Caller) -> TokenError {
        let mut changes = self.0.revoked.subscribe();
        loop {
            if let Err(error) = self.check(&caller) {
                return error;
            }
            // The sender lives as long as we do.
            let _ = changes.changed().await;
        }
    }

    /// The keys; none before they are known.
    pub(super) fn keys(&self) -> Option<Keys> {
        self.0.state.read().unwrap_or_else(PoisonError::into_inner).keys.clone()
    }

    /// Asks for news: a token names a key that is not known.
    pub(super) fn ask(&self) {
        self.0.asked.notify_one();
    }

    /// Resolves when somebody asked for news.
    pub(super) async fn asked(&self) {
        self.0.asked.notified().await;
    }
}

fn forget_the_oldest(revoked: &mut HashMap<[u8; 16], u64>) {
    if revoked.len() <= MOST_REVOKED {
        return;
    }
    tracing::error!(
        most = MOST_REVOKED,
        "more was revoked than is remembered; the oldest revocations are forgotten"
    );
    let mut moments: Vec<_> = revoked.values().copied().collect();
    let excess = moments.len() - MOST_REVOKED;
    let (_, newest_forgotten, _) = moments.select_nth_unstable(excess - 1);
    let newest_forgotten = *newest_forgotten;
    revoked.retain(|_, at_ms| *at_ms > newest_forgotten);
}

#[cfg(test)]
mod tests {
    use std::time::UNIX_EPOCH;

    use super::super::caller::tests::a_caller;
    use super::super::{Scopes, Source};
    use super::*;

    fn at(seconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(seconds)
    }

    fn issued_at(seconds: u64) -> Caller {
        Caller {
            issued_at: at(seconds),
            ..a_caller(Scopes::default())
        }
    }

    #[test]
    fn a_revocation_ends_what_was_issued_before_and_nothing_later() {
        let trust = Trust::unknown();
        let (before, other) = (issued_at(100), issued_at(100));
        let later = Caller {
            issued_at: at(102),
            ..before
        };
        let account = *before.account.as_bytes();
        trust.revoke([(account, 101_000)], at(101));
        assert_eq!(trust.check(&before), Err(TokenError::Revoked));
        assert_eq!(trust.check(&later), Ok(()));
        assert_eq!(trust.check(&other), Ok(()));
        trust.revoke([(account, 50_000)], at(103));
        assert_eq!(
            trust.check(&before),
            Err(TokenError::Revoked),
            "an older word undoes nothing"
        );
    }

    #[test]
    fn a_revoked_session_ends_tokens_that_a_clock_ahead_has_dated_later() {
        let trust = Trust::unknown();
        let caller = issued_at(160);
        trust.revoke([(*caller.source.id().unwrap(), 100_000)], at(100));
        assert_eq!(trust.check(&caller), Err(TokenError::Revoked));
    }

    #[test]
    fn sessions_are_revoked_one_by_one() {
        let trust = Trust::unknown();
        let one = issued_at(100);
        let other = Caller {
            source: Source::Operator,
            ..one
        };
        trust.revoke([(*one.source.id().unwrap(), 100_000)], at(100));
        assert_eq!(
            (trust.check(&one), trust.check(&other)),
            (Err(TokenError::Revoked), Ok(()))
        );
    }

    #[test]
    fn what_concerns_nobody_any_more_is_forgotten_and_the_rest_is_bounded() {
        let trust = Trust::unknown();
        let id = |number: u64| u128::from(number).to_be_bytes();
        trust.revoke((1..=10).map(|number| (id(number), 1000)), at(1));
        let now = at(3 * LONGEST_TOKEN_LIFE.as_secs());
        let now_ms = millis_since_1970(now);
        let many = u64::try_from(MOST_REVOKED).unwrap() + 100;
        trust.revoke((1..=many).map(|number| (id(100 + number), now_ms + number)), now);
        let state = trust.0.state.read().unwrap();
        assert_eq!(state.revoked.len(), MOST_REVOKED);
        assert!(!state.revoked.contains_key(&id(1)) && !state.revoked.contains_key(&id(200)));
        assert!(state.revoked.contains_key(&id(100 + many)));
    }

    #[tokio::test]
    async fn who_waits_for_a_revocation_is_woken_by_its_own() {
        let trust = Trust::unknown();
        let caller = issued_at(100);
        let mut waiting = std::pin::pin!(trust.clone().revoked(caller));
        assert!(futures::poll!(waiting.as_mut()).is_pending());
        trust.revoke([([9; 16], 200_000)], at(200));
        assert!(futures::poll!(waiting.as_mut()).is_pending());
        trust.revoke([(*caller.account.as_bytes(), 200_000)], at(200));
        assert_eq!(waiting.await, TokenError::Revoked);
    }
}
