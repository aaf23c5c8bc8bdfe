//! Doing what is due: completing matches, ending what nobody has answered in time.

use std::sync::Arc;
use std::time::Duration;

use corners_proto::ids::{OfferId, TableId};
use futures::StreamExt;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::acts::{challenges, rematches, seeks, tickets};
use crate::completing::Completing;
use crate::desk::{Desk, DeskError};
use crate::store::{Key, Kind, MatchmakingStore, StoreError};

/// How often it is looked what is due.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// How long what was claimed is hidden from other replicas: longer than it takes to do it.
const HIDE_MS: u64 = 8_000;

/// How much is claimed at once.
const AT_ONCE: usize = 100;

/// How much is done at once.
const SIDE_BY_SIDE: usize = 16;

/// How often the store is rid of what has been kept long enough.
const PRUNE_EVERY: Duration = Duration::from_secs(10);

/// How much it is rid of at once.
const PRUNED_AT_ONCE: usize = 1_000;

/// Does what is due in a replica.
pub(crate) struct Due {
    pub(crate) desk: Desk,
    pub(crate) completing: Completing,
}

impl Due {
    /// Does it until `over`.
    pub(crate) async fn run(self, over: CancellationToken) {
        let mut next = Instant::now();
        let mut prune_at = Instant::now() + PRUNE_EVERY;
        while over.run_until_cancelled(sleep_until(next)).await.is_some() {
            next = Instant::now() + LOOK_EVERY;
            match self.do_some().await {
                // There is more.
                Ok(count) if count >= AT_ONCE => next = Instant::now(),
                Ok(_) => {}
                Err(error) => note(&error),
            }
            if Instant::now() >= prune_at {
                prune_at = Instant::now() + PRUNE_EVERY;
                if let Err(error) = self.store().prune(PRUNED_AT_ONCE).await {
                    note(&error);
                }
            }
        }
    }

    fn store(&self) -> &Arc<dyn MatchmakingStore> {
        self.desk.store()
    }

    async fn do_some(&self) -> Result<usize, StoreError> {
        let claimed = self.store().claim(AT_ONCE, HIDE_MS).await?;
        let count = claimed.members.len();
        let keys = claimed.members.iter().filter_map(|(member, _)| Key::from_bytes(member));
        futures::stream::iter(keys)
            .for_each_concurrent(SIDE_BY_SIDE, |key| async move {
                // It comes up again.
                if let Err(error) = self.attend_to(key).await {
                    note(&error);
                }
            })
            .await;
        Ok(count)
    }

    async fn attend_to(&self, key: Key) -> Result<(), DeskError> {
        let (offer, table) = (OfferId::from_bytes(key.id), TableId::from_bytes(key.id));
        match key.kind {
            Kind::Match => self.completing.look(table).await,
            Kind::Ticket => self.desk.change(&[key], |draft| tickets::expire(draft, offer)).await,
            Kind::Seek => self.desk.change(&[key], |draft| seeks::expire(draft, offer)).await,
            Kind::Challenge => self.desk.change(&[key], |draft| challenges::expire(draft, offer)).await,
            Kind::Rematch => self.desk.change(&[key], |draft| rematches::expire(draft, table)).await,
            Kind::Player | Kind::Bulk | Kind::Call | Kind::Pool | Kind::Place => {
                tracing::error!(?key, "nothing can be due about such a record");
                Ok(())
            }
        }
    }
}

fn note(error: &(dyn std::error::Error + 'static)) {
    tracing::debug!(error, "what is due is not done yet");
}
