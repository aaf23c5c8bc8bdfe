//! The service as a whole.

use std::error::Error;
use std::sync::Arc;

use corners_clockwork::Reading;
use corners_proto::clock::internal::v1::clock_internal_service_server::ClockInternalServiceServer;
use corners_proto::clock::v1::clock_service_server::ClockServiceServer;
use corners_service::drain::Drain;
use tokio::task::{JoinHandle, JoinSet};

use crate::Authority;
use crate::alarm::Alarm;
use crate::beats::Beats;
use crate::config::Options;
use crate::delivery::Delivery;
use crate::game_clock::GameClock;
use crate::store::{ClockStore, StoreError};
use crate::wake::Wake;

/// A replica of the clock. Clones are handles to the same one.
#[derive(Clone)]
pub struct Clock {
    game: GameClock,
    store: Arc<dyn ClockStore>,
    wake: Arc<Wake>,
    options: Options,
}

impl Clock {
    /// A clock that answers at once, and whose time runs once it is [started](Self::start).
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn new(store: Arc<dyn ClockStore>, options: Options) -> Result<Self, StoreError> {
        let game = GameClock::new(&*store).await?;
        Ok(Self {
            game,
            store,
            wake: Arc::default(),
            options,
        })
    }

    /// What is served to everybody: `corners.clock.v1.ClockService`.
    pub fn server(&self) -> ClockServiceServer<Self> {
        ClockServiceServer::new(self.clone())
    }

    /// What is served to game-authority only: `corners.clock.internal.v1.ClockInternalService`.
    pub fn internal_server(&self) -> ClockInternalServiceServer<Self> {
        ClockInternalServiceServer::new(self.clone())
    }

    /// Makes beats and delivers alarms, until the process's drain is over. The task ends then; what is under way is given
    /// up, which loses nothing.
    pub fn start(&self, authority: Authority, drain: &Drain) -> JoinHandle<()> {
        let beats = Beats {
            clock: self.game.clone(),
            store: Arc::clone(&self.store),
            authority: authority.clone(),
            interval: self.options.beat_interval(),
        };
        let delivery = Delivery {
            clock: self.game.clone(),
            store: Arc::clone(&self.store),
            authority,
            wake: Arc::clone(&self.wake),
            at_once: self.options.deliveries_at_once(),
        };
        let over = drain.over();
        let mut loops = JoinSet::new();
        loops.spawn(beats.run(over.clone()));
        loops.spawn(delivery.run(over));
        tokio::spawn(drain.clone().while_all_run(loops))
    }

    /// Game time now.
    pub(crate) async fn reading(&self) -> Result<Reading, StoreError> {
        self.game.read(&*self.store).await
    }

    /// Sets alarms, and makes sure that they are heard of even if the caller hangs up meanwhile, or if it is not known
    /// whether they were stored.
    pub(crate) async fn arm(&self, alarms: Vec<Alarm>) -> Result<(), Box<dyn Error + Send + Sync>> {
        let (store, wake) = (Arc::clone(&self.store), Arc::clone(&self.wake));
        let earliest = alarms.iter().filter_map(|alarm| alarm.due).min();
        let setting = tokio::spawn(async move {
            let set = store.arm(alarms).await;
            if let Some(due) = earliest {
                wake.armed(due);
            }
            set
        });
        Ok(setting.await??)
    }
}
