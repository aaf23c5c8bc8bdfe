//! The way of every change: read, decide, store; and again when somebody was quicker.

use std::collections::BTreeSet;
use std::sync::Arc;

use corners_proto::error::{Reason, Refusal};

use crate::draft::{Decision, Draft, Halt, by_name};
use crate::store::{Committed, Key, MatchmakingStore, StoreError};

/// How often a change is decided anew because somebody was quicker. Each time somebody else got on.
const ATTEMPTS: usize = 40;

/// How many records one change may be about.
const MOST_RECORDS: usize = 1_000;

/// A change did not happen.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// It was refused.
    #[error("{}", .0.message())]
    Refused(Refusal),
    /// The store is away.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A record cannot be read by this program.
    #[error("the record {key:?} of matchmaking cannot be read or written by this program")]
    Damaged {
        /// Which.
        key: Key,
        /// Why.
        source: serde_json::Error,
    },
}

impl From<Refusal> for DeskError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// Makes changes. Clones are handles to the same store.
#[derive(Clone)]
pub struct Desk {
    store: Arc<dyn MatchmakingStore>,
}

impl Desk {
    /// A desk over a store.
    #[must_use]
    pub fn new(store: Arc<dyn MatchmakingStore>) -> Self {
        Self { store }
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Arc<dyn MatchmakingStore> {
        &self.store
    }

    /// Makes one change: decides on records, of which `first` are surely needed, and stores what comes of it.
    ///
    /// # Errors
    /// When the decision is a refusal, or the store is away (the change may then have happened).
    pub async fn change<T>(
        &self,
        first: &[Key],
        mut decide: impl FnMut(&mut Draft<'_>) -> Decision<T> + Send,
    ) -> Result<T, DeskError> {
        let mut keys: BTreeSet<Key> = first.iter().copied().collect();
        let mut attempts = 0;
        while attempts < ATTEMPTS {
            let names: Vec<Key> = keys.iter().copied().collect();
            let (now_ms, read) = by_name(&names, self.store.read(&names).await?);
            let mut draft = Draft::new(now_ms, &read);
            match decide(&mut draft) {
                Ok(answer) => {
                    let Some(commit) = draft.into_commit() else {
                        return Ok(answer);
                    };
                    if self.stored(commit).await? {
                        return Ok(answer);
                    }
                    attempts += 1;
                }
                Err(Halt::Need(missing)) => {
                    let known = keys.len();
                    keys.extend(missing);
                    if keys.len() > MOST_RECORDS || keys.len() == known {
                        attempts += 1;
                    }
                }
                Err(Halt::Refused(refusal)) => return Err(refusal.into()),
                Err(Halt::Damaged(key, source)) => return Err(DeskError::Damaged { key, source }),
            }
        }
        let message = "others change the same thing all the time; try again a little later";
        Err(Refusal::new(Reason::Overloaded, message).into())
    }

    async fn stored(&self, commit: crate::store::Commit) -> Result<bool, StoreError> {
        let committed = self.store.commit(vec![commit]).await?;
        Ok(committed.first() == Some(&Committed::Stored))
    }
}
