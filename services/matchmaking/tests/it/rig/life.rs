//! The life of a replica: it can die between any two things that it does outside itself.

use std::future::{Future, pending};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;
use corners_matchmaking::store::{
    Audience, Commit, Committed, Index, Key, Listed, Listener, MatchmakingStore, NewsPage, PoolName, Reading,
    StoreError, Wait,
};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// When a replica dies: at which of its calls to its store and to tables, counted from 1, and whether that call still has its
/// effect. It does not see the answer in any case.
#[derive(Clone, Copy, Debug)]
pub struct Death {
    pub at_call: u64,
    pub has_effect: bool,
}

/// Whether a replica lives. Dead, it does nothing any more; what it had asked for may still happen.
#[derive(Clone, Debug, Default)]
pub struct Life {
    dead: CancellationToken,
    calls: Arc<AtomicU64>,
    death: Option<Death>,
    under_way: watch::Sender<usize>,
}

/// A call that is under way until it is answered, or given up.
struct UnderWay(watch::Sender<usize>);

impl UnderWay {
    fn begin(calls: &watch::Sender<usize>) -> Self {
        calls.send_modify(|count| *count += 1);
        Self(calls.clone())
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

impl Life {
    pub fn until(death: Option<Death>) -> Self {
        Self {
            death,
            ..Self::default()
        }
    }

    /// Ends it, as `kill -9` does.
    pub fn kill(&self) {
        self.dead.cancel();
    }

    pub fn is_over(&self) -> bool {
        self.dead.is_cancelled()
    }

    /// Waits for a moment in which no call is under way: each was answered or given up.
    pub async fn until_no_call_is_under_way(&self) {
        self.under_way.subscribe().wait_for(|count| *count == 0).await.unwrap();
    }

    /// Does something outside the replica, unless it is dead; it may die of it.
    pub async fn call<T>(&self, work: impl Future<Output = T>) -> T {
        let _under_way = UnderWay::begin(&self.under_way);
        let number = self.calls.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(death) = self.death
            && death.at_call == number
            && !self.is_over()
        {
            if death.has_effect {
                work.await;
            }
            self.kill();
            return pending().await;
        }
        tokio::select! {
            biased;
            () = self.dead.cancelled() => pending().await,
            done = work => done,
        }
    }
}

/// The store as a replica has it while it lives.
pub struct Mortal {
    pub store: Arc<dyn MatchmakingStore>,
    pub life: Life,
}

#[async_trait]
impl MatchmakingStore for Mortal {
    async fn read(&self, keys: &[Key]) -> Result<Reading, StoreError> {
        self.life.call(self.store.read(keys)).await
    }

    async fn commit(&self, commits: Vec<Commit>) -> Result<Vec<Committed>, StoreError> {
        self.life.call(self.store.commit(commits)).await
    }

    async fn list(&self, index: &Index, from_ms: u64, limit: usize) -> Result<Listed, StoreError> {
        self.life.call(self.store.list(index, from_ms, limit)).await
    }

    async fn pools(&self) -> Result<Vec<PoolName>, StoreError> {
        self.life.call(self.store.pools()).await
    }

    async fn renew(&self, waits: &[Wait], for_ms: u64) -> Result<Vec<bool>, StoreError> {
        self.life.call(self.store.renew(waits, for_ms)).await
    }

    async fn claim(&self, limit: usize, hide_ms: u64) -> Result<Listed, StoreError> {
        self.life.call(self.store.claim(limit, hide_ms)).await
    }

    async fn hold(&self, pool: &str, holder: u64, for_ms: u64) -> Result<Option<u64>, StoreError> {
        self.life.call(self.store.hold(pool, holder, for_ms)).await
    }

    async fn release(&self, pool: &str, holder: u64) -> Result<(), StoreError> {
        self.life.call(self.store.release(pool, holder)).await
    }

    async fn news(&self, audience: Audience, from: u64, limit: usize) -> Result<NewsPage, StoreError> {
        self.life.call(self.store.news(audience, from, limit)).await
    }

    fn listen(&self) -> Box<dyn Listener> {
        self.store.listen()
    }

    async fn prune(&self, limit: usize) -> Result<(), StoreError> {
        self.life.call(self.store.prune(limit)).await
    }
}
