//! The clock's store as one replica sees it.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use corners_clock::store::{ClockStore, EmbeddedClockStore, Pair, StoreError};
use corners_clock::{Alarm, Claim, Ring};
use corners_clockwork::{Beat, GameTime};
use corners_embedded::Location;

use crate::time::{Ms, StoreClock};
use crate::weather::{Lost, Weather};

/// What all replicas share.
#[derive(Clone)]
pub(crate) struct SharedClock {
    data: Arc<EmbeddedClockStore>,
    clock: StoreClock,
    beat: Arc<Mutex<Beat>>,
}

impl SharedClock {
    pub(crate) async fn new(clock: StoreClock) -> Result<Self, StoreError> {
        let own_time = clock.clone();
        let data = EmbeddedClockStore::open(Location::Memory, Arc::new(move || own_time.now())).await?;
        let beat = data.read().await?.beat;
        Ok(Self {
            data: Arc::new(data),
            clock,
            beat: Arc::new(Mutex::new(beat)),
        })
    }

    /// Game time at a moment that has just passed: what the pair says, whatever the replicas know of it.
    pub(crate) fn game_time(&self, at: Ms) -> u64 {
        let beat = *self.beat.lock().unwrap_or_else(PoisonError::into_inner);
        beat.look(self.clock.at(at)).game.millis()
    }

    async fn beat(&self, probe_began_own_ms: u64) -> Result<Pair, StoreError> {
        let pair = self.data.beat(probe_began_own_ms).await?;
        *self.beat.lock().unwrap_or_else(PoisonError::into_inner) = pair.beat;
        Ok(pair)
    }
}

/// The store as one replica sees it.
pub(crate) struct SimClockStore {
    pub(crate) shared: SharedClock,
    pub(crate) weather: Weather,
    pub(crate) replica: &'static str,
}

impl SimClockStore {
    async fn call<T, F>(&self, attempt: &'static str, work: impl FnOnce(SharedClock) -> F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        let work = work(self.shared.clone());
        let lost = |Lost(why)| Err(StoreError::new(attempt, why));
        self.weather.call(self.replica, work).await.unwrap_or_else(lost)
    }
}

#[async_trait]
impl ClockStore for SimClockStore {
    fn is_shared(&self) -> bool {
        true
    }

    async fn read(&self) -> Result<Pair, StoreError> {
        self.call("read", |shared| async move { shared.data.read().await })
            .await
    }

    async fn beat(&self, probe_began_own_ms: u64) -> Result<Pair, StoreError> {
        self.call(
            "beat in",
            move |shared| async move { shared.beat(probe_began_own_ms).await },
        )
        .await
    }

    async fn arm(&self, alarms: Vec<Alarm>) -> Result<(), StoreError> {
        self.call(
            "set alarms in",
            move |shared| async move { shared.data.arm(alarms).await },
        )
        .await
    }

    async fn claim(&self, now: GameTime, limit: usize) -> Result<Claim, StoreError> {
        self.call("claim alarms in", move |shared| async move {
            shared.data.claim(now, limit).await
        })
        .await
    }

    async fn settle(&self, ring: Ring, answer: Alarm) -> Result<(), StoreError> {
        self.call("settle an alarm in", move |shared| async move {
            shared.data.settle(ring, answer).await
        })
        .await
    }
}
