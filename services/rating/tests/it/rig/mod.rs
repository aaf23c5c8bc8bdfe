//! A rating service in one process with an archive that the test speaks for.

mod archive;
mod games;

use std::sync::Arc;

use corners_embedded::Location;
use corners_feed::FeedOptions;
use corners_proto::ids::{AccountId, TableId};
use corners_proto::rating::v1::admin_service_client::AdminServiceClient;
use corners_proto::rating::v1::rating_service_client::RatingServiceClient;
use corners_proto::rating::v1::{
    RatingEvent, StreamRatingEventsRequest, StreamRatingEventsResponse, stream_rating_events_request,
};
use corners_rating::domain::{Policy, Rulebook};
use corners_rating::store::{EmbeddedRatingStore, RatingStore};
use corners_rating::{Options, Rating};
use corners_service::drain::Drain;
use corners_service::internal::InternalChannel;
use corners_test_calls::{Callers, caller};
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tonic::Streaming;

pub use archive::FakeArchive;
pub use games::{DAY_MS, START_MS, account, table, won};

pub const OPERATOR: AccountId = AccountId::from_bytes([77; 16]);

/// The running rating service.
pub struct Rig {
    pub rating: Rating,
    pub archive: FakeArchive,
    pub store: Arc<dyn RatingStore>,
    pub drain: Drain,
    pub folder: Arc<TempDir>,
}

pub fn options(policy: Policy) -> Options {
    Options {
        rulebook: Rulebook::new(policy).unwrap(),
        feed: FeedOptions::default(),
    }
}

impl Rig {
    /// One that takes results from now on.
    pub async fn start() -> Self {
        let store = Arc::new(EmbeddedRatingStore::open(Location::Memory).unwrap());
        let rig = Self::over(store, FakeArchive::default(), Policy::default()).await;
        rig.taking();
        rig
    }

    /// One that does not take results yet.
    pub async fn over(store: Arc<dyn RatingStore>, archive: FakeArchive, policy: Policy) -> Self {
        let (drain, folder) = (Drain::new(), TempDir::new().unwrap());
        let rating = Rating::new(
            Arc::clone(&store),
            options(policy),
            archive.channel(),
            folder.path().to_owned(),
            drain.clone(),
        );
        Self {
            rating: rating.await.unwrap(),
            archive,
            store,
            drain,
            folder: Arc::new(folder),
        }
    }

    /// Another replica on the same store and archive.
    pub async fn another(&self) -> Self {
        Self::over(Arc::clone(&self.store), self.archive.clone(), Policy::default()).await
    }

    /// Takes results from here on.
    pub fn taking(&self) -> JoinHandle<()> {
        self.rating.start()
    }

    pub fn ratings(&self) -> RatingServiceClient<InternalChannel> {
        self.ratings_of(OPERATOR)
    }

    pub fn ratings_of(&self, account: AccountId) -> RatingServiceClient<InternalChannel> {
        let callers = Callers::of(self.rating.server(), caller(account, "watch feed"));
        RatingServiceClient::new(InternalChannel::in_process(callers)).max_decoding_message_size(1024 * 1024)
    }

    pub fn admin(&self) -> AdminServiceClient<InternalChannel> {
        let callers = Callers::of(self.rating.admin_server(), caller(OPERATOR, "admin"));
        AdminServiceClient::new(InternalChannel::in_process(callers))
    }

    /// Follows the events from their beginning.
    pub async fn events(&self) -> Events {
        self.events_from(None).await
    }

    pub async fn events_from(&self, start: Option<stream_rating_events_request::Start>) -> Events {
        let opened = self
            .ratings()
            .stream_rating_events(StreamRatingEventsRequest { start })
            .await;
        Events {
            stream: opened.unwrap().into_inner(),
            events: Vec::new(),
        }
    }

    /// Waits until the game of a table has its event, and answers that.
    pub async fn until(&self, table: TableId) -> RatingEvent {
        let table = table.to_string();
        self.events().await.until(|event| event.table == table).await
    }
}

/// What was read of the events.
pub struct Events {
    stream: Streaming<StreamRatingEventsResponse>,
    pub events: Vec<RatingEvent>,
}

impl Events {
    /// The next message.
    pub async fn message(&mut self) -> StreamRatingEventsResponse {
        let message = self.stream.message().await.unwrap().expect("the stream has ended");
        self.events.extend(message.events.clone());
        message
    }

    /// Reads until an event is such, and answers it.
    pub async fn until(&mut self, is_such: impl Fn(&RatingEvent) -> bool) -> RatingEvent {
        loop {
            if let Some(found) = self.events.iter().find(|event| is_such(event)) {
                return found.clone();
            }
            self.message().await;
        }
    }

    /// Reads until there are so many.
    pub async fn until_there_are(&mut self, count: usize) -> &[RatingEvent] {
        while self.events.len() < count {
            self.message().await;
        }
        &self.events
    }
}
