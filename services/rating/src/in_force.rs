//! The policy that is in force, as the store last said.

use std::error::Error;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::domain::Rulebook;
use crate::store::RatingStore;

/// How often the store is asked: another replica may have been started with other settings.
const ASK_EVERY: Duration = Duration::from_secs(2);

/// The policy that is in force. Clones are handles to the same one.
#[derive(Clone, Debug)]
pub(crate) struct InForce(Arc<RwLock<Arc<Rulebook>>>);

impl InForce {
    /// What this replica has just put in force.
    pub(crate) fn new(rulebook: Rulebook) -> Self {
        Self(Arc::new(RwLock::new(Arc::new(rulebook))))
    }

    /// The policy.
    pub(crate) fn rulebook(&self) -> Arc<Rulebook> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Asks the store again and again, until `over`.
    pub(crate) async fn follow(self, store: Arc<dyn RatingStore>, over: CancellationToken) {
        while !over.is_cancelled() {
            self.ask(&*store).await;
            over.run_until_cancelled(sleep(ASK_EVERY)).await;
        }
    }

    async fn ask(&self, store: &dyn RatingStore) {
        let policies = match store.policies().await {
            Ok(policies) => policies,
            Err(error) => {
                let error: &(dyn Error + 'static) = &error;
                return tracing::debug!(error, "it is not known which settings are in force: asking again");
            }
        };
        let Some((behind, policy)) = policies.into_iter().next_back() else {
            return;
        };
        if *self.rulebook().policy() == policy {
            return;
        }
        match Rulebook::new(policy) {
            Ok(rulebook) => {
                tracing::info!(behind, "another replica has put other settings of ratings in force");
                *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(rulebook);
            }
            Err(error) => tracing::warn!(%error, "the settings of ratings that are in force cannot be used here"),
        }
    }
}
