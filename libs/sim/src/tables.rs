//! The store of tables as one replica sees it: over a way that loses and delays, shared with the other replicas.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use corners_clockwork::GameTime;
use corners_embedded::{Durability, Location};
use corners_game_authority::store::{
    Append, Appended, Attended, DeadLetter, DeadLetterPlace, EmbeddedTables, HeartbeatAnswer, ListFilter, ListPlace,
    Loaded, LogRead, News, OwnTime, Requeued, StoreError, StoreTime, TableStore, Taking, Tended, WantedAlarm,
    encode_event,
};
use corners_game_authority::table::Version;
use corners_proto::ids::TableId;
use futures::StreamExt;
use futures::stream::{self, BoxStream};
use tokio::sync::broadcast;

use crate::time::{Ms, StoreClock, now};
use crate::weather::{Lost, Weather};

/// News that a replica may be behind by before it has a gap.
const NEWS_KEPT: usize = 256;

/// An append that the store has carried out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Commit {
    pub(crate) table: TableId,
    /// The length of the log after it.
    pub(crate) length: u64,
    /// When it was carried out.
    pub(crate) at: Ms,
}

/// What all replicas share: the data, the news, and a record of what was carried out.
#[derive(Clone)]
pub(crate) struct SharedTables {
    pub(crate) data: EmbeddedTables,
    clock: StoreClock,
    news: broadcast::Sender<News>,
    commits: Arc<Mutex<Vec<Commit>>>,
}

impl SharedTables {
    pub(crate) async fn new(clock: StoreClock) -> Result<Self, corners_embedded::EmbeddedError> {
        let own_time = clock.clone();
        let own_time = OwnTime::told_by(move || Duration::from_millis(own_time.now()));
        Ok(Self {
            data: EmbeddedTables::open_with_time(Location::Memory, Durability::Process, own_time).await?,
            clock,
            news: broadcast::Sender::new(NEWS_KEPT),
            commits: Arc::default(),
        })
    }

    pub(crate) fn commits(&self) -> Vec<Commit> {
        self.commits.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Appends, and tells everybody.
    async fn append(&self, weather: &Weather, append: Append) -> Result<Appended, StoreError> {
        let (table, expected, events) = (append.table, append.expected, append.events.clone());
        let appended = self.data.append(append).await?;
        if appended != Appended::Stored {
            return Ok(appended);
        }
        let mut before = expected;
        for event in &events {
            let grown = before.map(|before| News::Grown {
                table,
                before,
                event: encode_event(event),
            });
            before = Some(Version {
                number: before.map_or(0, |before| before.number) + 1,
                event: event.id,
            });
            grown.into_iter().for_each(|news| self.tell(weather, news));
        }
        let commit = Commit {
            table,
            length: before.map_or(0, |before| before.number),
            at: now(),
        };
        self.commits.lock().unwrap_or_else(PoisonError::into_inner).push(commit);
        Ok(appended)
    }

    fn tell(&self, weather: &Weather, news: News) {
        if !weather.loses_news() {
            // Nobody may be there to hear it.
            let _ = self.news.send(news);
        }
    }
}

/// The store as one replica sees it.
pub(crate) struct SimTables {
    pub(crate) shared: SharedTables,
    pub(crate) weather: Weather,
    pub(crate) replica: &'static str,
}

impl SimTables {
    async fn call<T, F>(&self, work: impl FnOnce(EmbeddedTables) -> F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        let work = work(self.shared.data.clone());
        self.weather
            .call(self.replica, work)
            .await
            .unwrap_or_else(|lost| Err(lost.into()))
    }
}

impl From<Lost> for StoreError {
    fn from(Lost(why): Lost) -> Self {
        Self::Unavailable(why.to_owned())
    }
}

#[async_trait]
impl TableStore for SimTables {
    fn now(&self, _: TableId) -> Option<StoreTime> {
        Some(StoreTime(Duration::from_millis(self.shared.clock.now())))
    }

    async fn load(&self, table: TableId, known: Option<Version>) -> Result<Loaded, StoreError> {
        self.call(|store| async move { store.load(table, known).await }).await
    }

    async fn load_all(&self, reads: &[(TableId, Option<Version>)]) -> Vec<Result<LogRead, StoreError>> {
        let (wanted, count) = (reads.to_vec(), reads.len());
        let read = self
            .call(|store| async move { Ok(store.load_all(&wanted).await) })
            .await;
        read.unwrap_or_else(|error| (0..count).map(|_| Err(error.clone())).collect())
    }

    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let (shared, weather) = (self.shared.clone(), self.weather.clone());
        self.call(|_| async move { shared.append(&weather, append).await })
            .await
    }

    async fn list(
        &self,
        filter: &ListFilter,
        after: Option<ListPlace>,
        limit: usize,
    ) -> Result<Vec<ListPlace>, StoreError> {
        let filter = filter.clone();
        self.call(move |store| async move { store.list(&filter, after, limit).await })
            .await
    }

    async fn alarms_to_arm(&self, limit: usize) -> Result<Vec<WantedAlarm>, StoreError> {
        self.call(move |store| async move { store.alarms_to_arm(limit).await })
            .await
    }

    async fn armed(&self, alarms: &[WantedAlarm]) -> Result<(), StoreError> {
        let alarms = alarms.to_vec();
        self.call(move |store| async move { store.armed(&alarms).await }).await
    }

    async fn probe(&self) -> Result<(), StoreError> {
        self.call(|store| async move { store.probe().await }).await
    }

    async fn tend(&self, now: GameTime, tables: &[Tended]) -> Result<Vec<Attended>, StoreError> {
        let tables = tables.to_vec();
        let announced: Vec<_> = tables
            .iter()
            .filter(|tended| tended.announce)
            .map(|tended| tended.table)
            .collect();
        let attended = self
            .call(move |store| async move { store.tend(now, &tables).await })
            .await?;
        for table in announced {
            self.shared.tell(&self.weather, News::Attended(table));
        }
        Ok(attended)
    }

    async fn pass_on(&self, answer: HeartbeatAnswer) -> Result<(), StoreError> {
        let (shared, weather) = (self.shared.clone(), self.weather.clone());
        self.call(|_| async move {
            shared.tell(&weather, News::Answered(answer));
            Ok(())
        })
        .await
    }

    fn news(&self) -> BoxStream<'static, News> {
        let first = stream::once(async { News::Gap });
        let later = stream::unfold(self.shared.news.subscribe(), async |mut news| {
            match news.recv().await {
                Ok(heard) => Some((heard, news)),
                Err(broadcast::error::RecvError::Lagged(_)) => Some((News::Gap, news)),
                // The sender outlives every host.
                Err(broadcast::error::RecvError::Closed) => None,
            }
        });
        first.chain(later).boxed()
    }

    async fn take_finished(&self, taking: Taking) -> Result<Vec<TableId>, StoreError> {
        self.call(move |store| async move { store.take_finished(taking).await })
            .await
    }

    async fn acknowledge(&self, tables: &[TableId], afterlife: Duration) -> Result<usize, StoreError> {
        let tables = tables.to_vec();
        self.call(move |store| async move { store.acknowledge(&tables, afterlife).await })
            .await
    }

    async fn hand_back(&self, tables: &[TableId]) -> Result<(), StoreError> {
        let tables = tables.to_vec();
        self.call(move |store| async move { store.hand_back(&tables).await })
            .await
    }

    async fn reject(&self, table: TableId, reason: &str) -> Result<bool, StoreError> {
        let reason = reason.to_owned();
        self.call(move |store| async move { store.reject(table, &reason).await })
            .await
    }

    async fn dead_letters(&self, after: Option<DeadLetterPlace>, limit: usize) -> Result<Vec<DeadLetter>, StoreError> {
        self.call(move |store| async move { store.dead_letters(after, limit).await })
            .await
    }

    async fn requeue(&self, table: TableId) -> Result<Requeued, StoreError> {
        self.call(move |store| async move { store.requeue(table).await }).await
    }

    async fn dead_letter_count(&self) -> Result<u64, StoreError> {
        self.call(|store| async move { store.dead_letter_count().await }).await
    }

    async fn expire(&self, limit: usize) -> Result<usize, StoreError> {
        self.call(move |store| async move { store.expire(limit).await }).await
    }

    async fn backlog(&self) -> Result<u64, StoreError> {
        self.call(|store| async move { store.backlog().await }).await
    }
}
