//! What the way to the store is like at the moment, for each replica.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// How long a replica waits for the store's answer.
const ANSWER_WITHIN: Duration = Duration::from_millis(500);

/// The state of the store and of the ways to it.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// How long a call takes there and then back, each, in milliseconds.
    pub way_ms: RangeInclusive<u64>,
    /// Out of a thousand calls, how many fail before they are carried out.
    pub lost_calls: u32,
    /// Out of a thousand calls, how many are carried out without an answer.
    pub lost_answers: u32,
    /// Out of a thousand pieces of news, how many are lost.
    pub lost_news: u32,
}

impl Conditions {
    /// Nothing is wrong.
    pub const CALM: Self = Self {
        way_ms: 0..=1,
        lost_calls: 0,
        lost_answers: 0,
        lost_news: 0,
    };
}

/// Whether the store works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreState {
    /// As it should.
    Up,
    /// Connections are refused.
    Down,
    /// It stands still: what was asked is carried out when it goes on.
    Paused,
}

/// Shared by all replicas.
#[derive(Clone, Debug)]
pub(crate) struct Weather {
    inner: Arc<Mutex<Inner>>,
    store: Arc<watch::Sender<StoreState>>,
}

#[derive(Debug)]
struct Inner {
    random: StdRng,
    conditions: Conditions,
    /// Replicas that cannot reach the store.
    cut_off: Vec<&'static str>,
    injected: BTreeMap<&'static str, u64>,
}

/// Why a call of the store came to nothing.
pub(crate) struct Lost(pub(crate) &'static str);

/// What will become of a call.
struct Fate {
    there: Duration,
    back: Duration,
    call_lost: bool,
    answer_lost: bool,
}

impl Weather {
    pub(crate) fn new(seed: u64) -> Self {
        let inner = Inner {
            random: StdRng::seed_from_u64(seed),
            conditions: Conditions::CALM,
            cut_off: Vec::new(),
            injected: BTreeMap::new(),
        };
        Self {
            inner: Arc::new(Mutex::new(inner)),
            store: Arc::new(watch::Sender::new(StoreState::Up)),
        }
    }

    pub(crate) fn becomes(&self, conditions: Conditions) {
        self.inner().conditions = conditions;
    }

    pub(crate) fn store_is(&self, state: StoreState) {
        self.store.send_replace(state);
    }

    pub(crate) fn cut_off(&self, replica: &'static str, is_cut_off: bool) {
        let mut inner = self.inner();
        inner.cut_off.retain(|other| *other != replica);
        if is_cut_off {
            inner.cut_off.push(replica);
        }
    }

    /// How often each kind of fault has struck a call.
    pub(crate) fn injected(&self) -> BTreeMap<&'static str, u64> {
        self.inner().injected.clone()
    }

    /// Whether a piece of news is lost on its way.
    pub(crate) fn loses_news(&self) -> bool {
        let mut inner = self.inner();
        let chance = inner.conditions.lost_news;
        inner.strikes(chance, "news lost")
    }

    /// Carries `work` out at the store, over the way there and back. What has reached a store that stands still is
    /// carried out once it goes on, even if nobody waits for it any more.
    pub(crate) async fn call<T: Send + 'static>(
        &self,
        replica: &'static str,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, Lost> {
        let fate = self.inner().fate(replica);
        pause(fate.there).await;
        if fate.call_lost {
            return Err(Lost("the call was lost"));
        }
        let mut state = self.store.subscribe();
        let now = *state.borrow_and_update();
        let done = match now {
            StoreState::Up => work.await,
            StoreState::Down => return Err(self.struck("store refused", "the store refuses connections")),
            StoreState::Paused => {
                let waiting = tokio::spawn(async move {
                    // The sender outlives every host.
                    let _ = state.wait_for(|state| *state == StoreState::Up).await;
                    work.await
                });
                match timeout(ANSWER_WITHIN, waiting).await {
                    Ok(Ok(done)) => done,
                    Ok(Err(_)) | Err(_) => return Err(self.struck("store paused", "the store does not answer")),
                }
            }
        };
        pause(fate.back).await;
        if fate.answer_lost {
            return Err(Lost("the answer was lost"));
        }
        Ok(done)
    }

    fn struck(&self, kind: &'static str, why: &'static str) -> Lost {
        *self.inner().injected.entry(kind).or_default() += 1;
        Lost(why)
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn fate(&mut self, replica: &'static str) -> Fate {
        let way_ms = self.conditions.way_ms.clone();
        let [there, back] = [(); 2].map(|()| Duration::from_millis(self.random.random_range(way_ms.clone())));
        let Conditions {
            lost_calls,
            lost_answers,
            ..
        } = self.conditions;
        if self.cut_off.contains(&replica) {
            *self.injected.entry("replica cut off from the store").or_default() += 1;
            return Fate {
                there: ANSWER_WITHIN,
                back,
                call_lost: true,
                answer_lost: false,
            };
        }
        Fate {
            there,
            back,
            call_lost: self.strikes(lost_calls, "call lost"),
            answer_lost: self.strikes(lost_answers, "answer lost after commit"),
        }
    }

    fn strikes(&mut self, of_a_thousand: u32, kind: &'static str) -> bool {
        let strikes = of_a_thousand > 0 && self.random.random_range(0..1_000) < of_a_thousand;
        if strikes {
            *self.injected.entry(kind).or_default() += 1;
        }
        strikes
    }
}

async fn pause(duration: Duration) {
    if !duration.is_zero() {
        sleep(duration).await;
    }
}
