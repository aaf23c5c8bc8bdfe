//! The service as a whole.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use corners_feed::Feed;
use corners_proto::archive::v1::archive_service_client::ArchiveServiceClient;
use corners_proto::rating::v1::admin_service_server::AdminServiceServer;
use corners_proto::rating::v1::rating_service_server::RatingServiceServer;
use corners_service::drain::Drain;
use corners_service::internal::InternalChannel;
use corners_service::time::wall_clock_ms;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::config::Options;
use crate::events::Events;
use crate::grpc::{RatingAdmin, Ratings};
use crate::in_force::InForce;
use crate::meters::Meters;
use crate::store::{RatingStore, StoreError};
use crate::taking::Taking;
use crate::verify;

/// How often those leave the leaderboards whose time on them is over.
const UNLIST_EVERY: Duration = Duration::from_secs(30);

/// So many of them at once.
const UNLISTED_AT_ONCE: u32 = 500;

/// A replica of the rating service. Clones are handles to the same one.
#[derive(Clone)]
pub struct Rating {
    ratings: Ratings,
    admin: RatingAdmin,
    in_force: InForce,
    events: Arc<Feed<Events>>,
    store: Arc<dyn RatingStore>,
    archive: ArchiveServiceClient<InternalChannel>,
    meters: Meters,
    drain: Drain,
}

impl Rating {
    /// A rating service over a store, which follows the result feed of the archive behind `archive`. Its policy is in force from
    /// now on. `folder` is for the file of a verification.
    ///
    /// # Errors
    /// When the store is away.
    pub async fn new(
        store: Arc<dyn RatingStore>,
        options: Options,
        archive: InternalChannel,
        folder: PathBuf,
        drain: Drain,
    ) -> Result<Self, StoreError> {
        store.adopt(options.rulebook.policy()).await?;
        verify::clear(&folder);
        let meters = Meters::new();
        let events = Feed::new(Events(Arc::clone(&store)), options.feed, meters.feed());
        let events = Arc::new(events);
        let archive = ArchiveServiceClient::new(archive);
        let in_force = InForce::new(options.rulebook);
        Ok(Self {
            ratings: Ratings::new(Arc::clone(&store), in_force.clone(), Arc::clone(&events), drain.clone()),
            admin: RatingAdmin::new(
                Arc::clone(&store),
                Arc::clone(&events),
                archive.clone(),
                folder,
                drain.clone(),
            ),
            in_force,
            events,
            store,
            archive,
            meters,
            drain,
        })
    }

    /// What is served to everybody: `corners.rating.v1.RatingService`.
    #[must_use]
    pub fn server(&self) -> RatingServiceServer<Ratings> {
        RatingServiceServer::new(self.ratings.clone())
    }

    /// What is served to everybody, for operators: `corners.rating.v1.AdminService`.
    #[must_use]
    pub fn admin_server(&self) -> AdminServiceServer<RatingAdmin> {
        AdminServiceServer::new(self.admin.clone())
    }

    /// Takes results, reads events for who follows them, and keeps the leaderboards, until the process's drain is over. What is
    /// in hand then is finished.
    pub fn start(&self) -> JoinHandle<()> {
        let over = self.drain.over();
        let taking = Taking {
            archive: self.archive.clone(),
            store: Arc::clone(&self.store),
            events: Arc::clone(&self.events),
            meters: self.meters.clone(),
        };
        let mut loops = JoinSet::new();
        loops.spawn(taking.run(over.clone()));
        loops.spawn(Arc::clone(&self.events).follow(over.clone()));
        loops.spawn(self.in_force.clone().follow(Arc::clone(&self.store), over.clone()));
        loops.spawn(unlist(Arc::clone(&self.store), over));
        tokio::spawn(self.drain.clone().while_all_run(loops))
    }
}

/// Takes those off the leaderboards whose time on them is over, until `over`.
async fn unlist(store: Arc<dyn RatingStore>, over: CancellationToken) {
    while !over.is_cancelled() {
        match store.unlist(wall_clock_ms(), UNLISTED_AT_ONCE).await {
            Ok(unlisted) if unlisted >= UNLISTED_AT_ONCE => continue,
            Ok(_) => {}
            Err(error) => {
                let error: &(dyn std::error::Error + 'static) = &error;
                tracing::debug!(error, "the leaderboards are not brought up to date: trying again");
            }
        }
        over.run_until_cancelled(sleep(UNLIST_EVERY)).await;
    }
}
