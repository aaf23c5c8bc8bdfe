//! A replica of the rating service, without network, and the archive that it follows.

use std::sync::Arc;
use std::time::Duration;

use corners_feed::FeedOptions;
use corners_proto::ids::AccountId;
use corners_proto::rating::v1::rating_service_client::RatingServiceClient;
use corners_rating::domain::{Policy, Rulebook, Told};
use corners_rating::store::RatingStore;
use corners_rating::{Options, Rating};
use corners_service::drain::Drain;
use corners_service::internal::InternalChannel;
use corners_test_bench::Failure;
use corners_test_calls::{Callers, caller};
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use crate::archive::FakeArchive;
use crate::crowd::event;

pub type Client = RatingServiceClient<InternalChannel>;

/// A rating service that follows an archive.
pub struct Replica {
    rating: Rating,
    drain: Drain,
    work: JoinHandle<()>,
    _folder: TempDir,
}

impl Replica {
    pub async fn start(store: Arc<dyn RatingStore>, archive: &FakeArchive) -> Result<Self, Failure> {
        let (drain, folder) = (Drain::new(), TempDir::new()?);
        let options = Options {
            rulebook: Rulebook::new(Policy::default())?,
            feed: FeedOptions::default(),
        };
        let rating = Rating::new(
            store,
            options,
            archive.channel(),
            folder.path().to_owned(),
            drain.clone(),
        )
        .await?;
        let work = rating.start();
        Ok(Self {
            rating,
            drain,
            work,
            _folder: folder,
        })
    }

    /// A way to its public service, as after the token was verified.
    pub fn channel(&self) -> InternalChannel {
        let caller = caller(AccountId::from_bytes([1; 16]), "watch feed");
        InternalChannel::in_process(Callers::of(self.rating.server(), caller))
    }

    pub fn client(&self) -> Client {
        RatingServiceClient::new(self.channel())
    }

    pub async fn stop(self) -> Result<(), Failure> {
        self.drain.start();
        self.drain.finish(Duration::from_secs(10)).await;
        Ok(self.work.await?)
    }
}

/// The archive tells this at a rate; answers the position of the last event.
pub async fn finish_at(archive: &FakeArchive, told: impl IntoIterator<Item = Option<Told>>, per_second: usize) -> u64 {
    const TICKS: usize = 100;
    let mut ticks = interval(Duration::from_millis(10));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let mut events = told.into_iter().map(event).peekable();
    for tick in 0.. {
        if events.peek().is_none() {
            break;
        }
        ticks.tick().await;
        let due = per_second * (tick + 1) / TICKS - per_second * tick / TICKS;
        for (kind, data) in events.by_ref().take(due) {
            archive.record(&kind, data);
        }
    }
    archive.world().events.len() as u64
}
