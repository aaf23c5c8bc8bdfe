//! Taking finished tables from game-authority into the store.
//!
//! A table is acknowledged once its game is recorded, and not before: whatever fails in between, the table comes again and
//! is known. What is no game, what the store refuses for what it is, and what contradicts a recorded game, goes to
//! game-authority's dead letters, and nothing else waits for it.

mod batch;
mod sort;
mod trouble;

use std::sync::Arc;
use std::time::Duration;

use corners_proto::game::internal::v1::game_internal_service_client::GameInternalServiceClient;
use corners_service::internal::InternalChannel;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::convert::Json;
use crate::feed::Feed;
use crate::meters::Meters;
use crate::store::ArchiveStore;

pub(crate) use trouble::Trouble;

/// How many of the loops there are in a replica: while one waits for the store, the other converts.
pub(crate) const LOOPS: usize = 2;

/// How many tables are taken at once.
const BATCH: u32 = 256;

/// How long to wait when there was nothing to take.
const IDLE: Duration = Duration::from_millis(500);

/// One of the loops that take finished tables.
#[derive(Clone)]
pub(crate) struct Taking {
    pub(crate) authority: GameInternalServiceClient<InternalChannel>,
    pub(crate) store: Arc<dyn ArchiveStore>,
    pub(crate) feed: Arc<Feed>,
    pub(crate) json: Json,
    pub(crate) meters: Meters,
    pub(crate) trouble: Arc<Trouble>,
}

impl Taking {
    /// Takes until `over`; the batch that is in hand then is finished.
    pub(crate) async fn run(mut self, over: CancellationToken) {
        let mut failures = 0;
        while !over.is_cancelled() {
            let pause = match self.take_batch().await {
                Ok(taken) => {
                    failures = 0;
                    self.trouble.over(taken);
                    if taken > 0 {
                        continue;
                    }
                    IDLE
                }
                Err(error) => {
                    self.meters.failed(error.who());
                    self.trouble.failed(error.who(), &error);
                    failures += 1;
                    Trouble::pause_after(failures)
                }
            };
            over.run_until_cancelled(sleep(pause)).await;
        }
    }
}
