//! The service as a whole.

use std::sync::Arc;

use corners_proto::game::internal::v1::game_internal_service_server::GameInternalServiceServer;
use corners_proto::game::v1::admin_service_server::AdminServiceServer;
use corners_proto::game::v1::game_service_server::GameServiceServer;
use corners_service::drain::Drain;
use corners_service::internal::InternalChannel;
use futures::FutureExt;
use tokio::task::{JoinHandle, JoinSet};

use crate::authority::Authority;
use crate::clock::Clock;
use crate::config::Options;
use crate::grpc::{Game, GameAdmin, GameInternal};
use crate::store::TableStore;

/// A replica of game-authority. Clones are handles to the same one.
#[derive(Clone)]
pub struct GameAuthority {
    authority: Arc<Authority>,
    options: Options,
    drain: Drain,
}

impl GameAuthority {
    /// An authority over a store, which asks the clock behind `clock` for readings.
    #[must_use]
    pub fn new(store: Arc<dyn TableStore>, clock: InternalChannel, options: Options, drain: Drain) -> Self {
        let authority = Arc::new(Authority::new(store, Clock::new(clock), &options));
        Self {
            authority,
            options,
            drain,
        }
    }

    /// What is served to everybody: `corners.game.v1.GameService`.
    #[must_use]
    pub fn server(&self) -> GameServiceServer<Game> {
        GameServiceServer::new(Game::new(
            Arc::clone(&self.authority),
            self.drain.clone(),
            self.options.watch,
        ))
    }

    /// What is served to everybody, for operators: `corners.game.v1.AdminService`.
    #[must_use]
    pub fn admin_server(&self) -> AdminServiceServer<GameAdmin> {
        AdminServiceServer::new(GameAdmin::new(Arc::clone(&self.authority), self.drain.clone()))
    }

    /// What is served to the platform's other services: `corners.game.internal.v1.GameInternalService`.
    #[must_use]
    pub fn internal_server(&self) -> GameInternalServiceServer<GameInternal> {
        GameInternalServiceServer::new(GameInternal::new(Arc::clone(&self.authority), self.drain.clone()))
    }

    /// The shell around the tables.
    #[must_use]
    pub fn authority(&self) -> &Arc<Authority> {
        &self.authority
    }

    /// Hands alarms to the clock, hears of other replicas, keeps the watchers' leases, tells them whether game time
    /// runs and forgets what is over, until the
    /// process's drain is over.
    pub fn start(&self) -> JoinHandle<()> {
        let authority = || Arc::clone(&self.authority);
        let for_ever = [
            authority().keep_arming().boxed(),
            authority().hear_news().boxed(),
            authority().keep_tending().boxed(),
            authority().keep_house().boxed(),
            authority().keep_time().boxed(),
        ];
        let mut loops = JoinSet::new();
        for work in for_ever {
            let over = self.drain.over();
            loops.spawn(async move { over.run_until_cancelled(work).await.unwrap_or_default() });
        }
        tokio::spawn(self.drain.clone().while_all_run(loops))
    }
}
