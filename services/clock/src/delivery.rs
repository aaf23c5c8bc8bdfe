//! The delivery of alarms: each one that is due goes to its table until the table answers what it wants next.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use corners_clockwork::GameTime;
use corners_proto::error::{Reason, reason_of};
use corners_proto::game::internal::v1::{AlarmDueRequest, AlarmDueResponse};
use corners_proto::ids::TableId;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use tonic::{Code, Status};

use crate::Authority;
use crate::alarm::{Alarm, Ring};
use crate::game_clock::GameClock;
use crate::store::{ClockStore, StoreError};
use crate::trouble::Troubles;
use crate::wake::Wake;

/// A table that has not answered by then is asked again; it long is by other claims.
const DELIVERY_TIMEOUT: Duration = Duration::from_secs(1);

/// How often a shared store is looked at, at least: other replicas set alarms there, and may die. Alarms of theirs that
/// were set since the last look are found this late at most; all others when they are due.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// How often a shared store is looked at, at most: a look costs a call for each partition.
const LOOK_PAUSE: Duration = Duration::from_millis(10);

/// Why an alarm is still set.
#[derive(Debug, thiserror::Error)]
enum Undelivered {
    #[error("no answer within {DELIVERY_TIMEOUT:?}")]
    TooSlow,
    #[error("refused: {}: {}", .0.code(), .0.message())]
    Refused(Box<Status>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A table, and whether it was asked and its answer stored.
type Outcome = (TableId, Result<(), Undelivered>);

impl Undelivered {
    /// Whether it is certain that other tables have nothing to do with it.
    fn is_of_one_table(&self) -> bool {
        match self {
            Self::TooSlow | Self::Store(_) => false,
            Self::Refused(status) => {
                let code = status.code();
                !matches!(
                    code,
                    Code::Unavailable | Code::DeadlineExceeded | Code::Cancelled | Code::ResourceExhausted
                )
            }
        }
    }
}

/// What delivers alarms.
#[derive(Clone)]
pub(crate) struct Delivery {
    pub(crate) clock: GameClock,
    pub(crate) store: Arc<dyn ClockStore>,
    pub(crate) authority: Authority,
    pub(crate) wake: Arc<Wake>,
    pub(crate) at_once: usize,
}

impl Delivery {
    /// Delivers until the drain is over. What is under way then stays set and is delivered by another replica, or
    /// after the next start.
    pub(crate) async fn run(self, over: CancellationToken) {
        let mut under_way = JoinSet::new();
        let mut troubles = Troubles::default();
        let mut rest_until = None;
        self.wake.learned(Some(GameTime::ZERO));
        loop {
            while let Some(finished) = under_way.try_join_next() {
                note(&mut troubles, finished);
            }
            let now = Instant::now();
            let paused_until = troubles.paused_until(now).max(rest_until.filter(|until| *until > now));
            let may_claim = paused_until.is_none() && under_way.len() < self.at_once;
            let next = self.wake.next().filter(|_| may_claim);
            tokio::select! {
                biased;
                () = over.cancelled() => return,
                Some(finished) = under_way.join_next() => note(&mut troubles, finished),
                () = reached(&self.clock, next) => {
                    self.claim(&mut under_way, &mut troubles).await;
                    rest_until = self.store.is_shared().then(|| Instant::now() + LOOK_PAUSE);
                }
                () = self.wake.armed_earlier(), if may_claim => {}
                () = passed(paused_until) => {}
            }
        }
    }

    async fn claim(&self, under_way: &mut JoinSet<Outcome>, troubles: &mut Troubles) {
        let now = self.clock.about();
        self.wake.forget();
        match self
            .store
            .claim(now, self.at_once.saturating_sub(under_way.len()))
            .await
        {
            Ok(claim) => {
                let look_again = self.store.is_shared().then(|| now + LOOK_EVERY);
                self.wake.learned(claim.next.into_iter().chain(look_again).min());
                for ring in claim.rings {
                    under_way.spawn(self.clone().deliver(ring));
                }
            }
            Err(error) => {
                self.wake.learned(Some(now));
                troubles.store_failed(Instant::now(), &error);
            }
        }
    }

    async fn deliver(self, ring: Ring) -> Outcome {
        (ring.table, self.ask_and_settle(ring).await)
    }

    async fn ask_and_settle(&self, ring: Ring) -> Result<(), Undelivered> {
        let answer = ask(self.authority.clone(), ring).await?;
        let due = answer.due_ms.map(GameTime::from_millis);
        if answer.version == ring.version && due.is_some_and(|due| due <= self.clock.about()) {
            // Overdue, and still not ended: the authority's reading is behind. The alarm comes back by itself.
            return Ok(());
        }
        let wanted = Alarm {
            table: ring.table,
            version: answer.version,
            due,
        };
        self.store.settle(ring, wanted).await?;
        if let Some(due) = due {
            self.wake.armed(due);
        }
        Ok(())
    }
}

/// Asks a table what it wants now. A table that does not exist wants nothing.
async fn ask(mut authority: Authority, ring: Ring) -> Result<AlarmDueResponse, Undelivered> {
    let request = AlarmDueRequest {
        table: ring.table.to_string(),
        version: ring.version,
    };
    let answer = timeout(DELIVERY_TIMEOUT, authority.alarm_due(request))
        .await
        .map_err(|_| Undelivered::TooSlow)?;
    match answer {
        Ok(response) => Ok(response.into_inner()),
        Err(status) if reason_of(&status).as_deref() == Some(Reason::TableNotLive.as_str()) => {
            tracing::warn!(table = %ring.table, version = ring.version, "removing the alarm of an unknown table");
            Ok(AlarmDueResponse {
                version: ring.version,
                due_ms: None,
            })
        }
        Err(status) => Err(Undelivered::Refused(Box::new(status))),
    }
}

fn note(troubles: &mut Troubles, finished: Result<Outcome, JoinError>) {
    let now = Instant::now();
    match finished {
        Ok((table, Ok(()))) => troubles.table_answered(table),
        Ok((_, Err(Undelivered::Store(error)))) => troubles.store_failed(now, &error),
        Ok((table, Err(undelivered))) if undelivered.is_of_one_table() => troubles.table_refused(table, &undelivered),
        Ok((table, Err(undelivered))) => troubles.table_failed(table, now, &undelivered),
        Err(panicked) => tracing::error!(error = &panicked as &dyn Error, "a delivery panicked"),
    }
}

async fn reached(clock: &GameClock, moment: Option<GameTime>) {
    match moment {
        Some(moment) => clock.reached(moment).await,
        None => std::future::pending().await,
    }
}

async fn passed(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
