//! The service as a whole.

use std::sync::Arc;

use corners_proto::archive::v1::admin_service_server::AdminServiceServer;
use corners_proto::archive::v1::archive_service_server::ArchiveServiceServer;
use corners_proto::game::internal::v1::game_internal_service_client::GameInternalServiceClient;
use corners_service::drain::Drain;
use corners_service::internal::InternalChannel;
use tokio::task::{JoinHandle, JoinSet};

use crate::config::Options;
use crate::convert::{Json, JsonError};
use crate::feed::{Feed, ResultFeed};
use crate::grpc::{ArchiveAdmin, Games};
use crate::meters::Meters;
use crate::store::ArchiveStore;
use crate::taking::{LOOPS, Taking, Trouble};

/// A replica of the archive. Clones are handles to the same one.
#[derive(Clone)]
pub struct Archive {
    games: Games,
    admin: ArchiveAdmin,
    feed: Arc<Feed>,
    taking: Taking,
    drain: Drain,
}

impl Archive {
    /// An archive over a store, which takes finished tables from the game-authority behind `game`.
    ///
    /// # Errors
    /// When the contract that is built in cannot be read.
    pub fn new(
        store: Arc<dyn ArchiveStore>,
        options: Options,
        game: InternalChannel,
        drain: Drain,
    ) -> Result<Self, JsonError> {
        let (json, meters) = (Json::new()?, Meters::new());
        let source = ResultFeed {
            store: Arc::clone(&store),
            json: json.clone(),
            source: options.source,
        };
        let feed = Arc::new(Feed::new(source, options.feed, meters.feed.clone()));
        Ok(Self {
            games: Games::new(Arc::clone(&store), Arc::clone(&feed), json.clone(), drain.clone()),
            admin: ArchiveAdmin::new(Arc::clone(&store), Arc::clone(&feed), json.clone(), drain.clone()),
            taking: Taking {
                authority: GameInternalServiceClient::new(game),
                store,
                feed: Arc::clone(&feed),
                json,
                meters,
                trouble: Arc::new(Trouble::default()),
            },
            feed,
            drain,
        })
    }

    /// What is served to everybody, and to the platform's other services: `corners.archive.v1.ArchiveService`.
    #[must_use]
    pub fn server(&self) -> ArchiveServiceServer<Games> {
        ArchiveServiceServer::new(self.games.clone())
    }

    /// What is served to everybody, for operators: `corners.archive.v1.AdminService`.
    #[must_use]
    pub fn admin_server(&self) -> AdminServiceServer<ArchiveAdmin> {
        AdminServiceServer::new(self.admin.clone())
    }

    /// Takes finished tables, and reads the feed for its consumers, until the process's drain is over. The batch that is in
    /// hand then is finished.
    pub fn start(&self) -> JoinHandle<()> {
        let over = self.drain.over();
        let mut loops = JoinSet::new();
        for _ in 0..LOOPS {
            loops.spawn(self.taking.clone().run(over.clone()));
        }
        loops.spawn(Arc::clone(&self.feed).follow(over));
        tokio::spawn(self.drain.clone().while_all_run(loops))
    }
}
