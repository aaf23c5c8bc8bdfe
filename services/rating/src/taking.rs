//! Following the result feed into the store.
//!
//! Every replica does, as fast as the archive tells. The store takes each result once: whichever replica is first, the others
//! find it taken. Where the feed was taken to is kept with the ratings, so nothing is lost and nothing counts twice, whatever
//! ends in between.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use corners_feed::Feed;
use corners_proto::archive::v1::archive_service_client::ArchiveServiceClient;
use corners_service::faults::kill_point;
use corners_service::internal::InternalChannel;
use corners_service::time::wall_clock_ms;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::domain::Told;
use crate::events::Events;
use crate::meters::Meters;
use crate::results::{Broken, Next, ResultStream};
use crate::store::{Place, RatingStore, Results, StoreError, Taken};

const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// So many failures follow each other in ten minutes.
const SAY_EVERY: u32 = 300;

/// After so long without results it is looked whether the store is still where the stream is.
const LOOK_AFTER: Duration = Duration::from_secs(1);

/// What takes results into a replica's store.
pub(crate) struct Taking {
    pub(crate) archive: ArchiveServiceClient<InternalChannel>,
    pub(crate) store: Arc<dyn RatingStore>,
    pub(crate) events: Arc<Feed<Events>>,
    pub(crate) meters: Meters,
}

/// Why taking has to begin anew.
#[derive(Debug, thiserror::Error)]
enum Stopped {
    #[error("the result feed cannot be followed")]
    Feed(#[from] Broken),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Taking {
    /// Takes until `over`; what is in hand then is finished.
    pub(crate) async fn run(mut self, over: CancellationToken) {
        let mut failures: u32 = 0;
        while !over.is_cancelled() {
            let Err(stopped) = self.follow(&over, &mut failures).await else {
                continue;
            };
            self.note(&stopped, failures);
            failures = failures.saturating_add(1);
            over.run_until_cancelled(sleep(pause_after(failures))).await;
        }
    }

    fn note(&self, stopped: &Stopped, failures: u32) {
        self.meters.failed(match stopped {
            Stopped::Feed(_) => "archive",
            Stopped::Store(_) => "store",
        });
        let error: &(dyn Error + 'static) = stopped;
        // Streams end whenever an archive restarts: that is no trouble before it has happened twice. What goes on is said again
        // every ten minutes.
        if failures % SAY_EVERY == 1 {
            tracing::warn!(error, "results are not taken: trying again until they are");
        } else {
            tracing::debug!(error, failures, "results are not taken");
        }
    }

    /// Follows one stream until it breaks, or until the store was taken elsewhere.
    async fn follow(&mut self, over: &CancellationToken, failures: &mut u32) -> Result<(), Stopped> {
        let mut place = self.store.place().await?;
        let opening = ResultStream::open(&mut self.archive, place.as_ref());
        let Some(opened) = over.run_until_cancelled(opening).await else {
            return Ok(());
        };
        let mut stream = match opened {
            Err(broken) if broken.is_of_a_lost_feed() => return self.begin_anew(place).await,
            opened => opened?,
        };
        loop {
            let behind = place.as_ref().map_or(0, |place| place.sequence);
            let next = over.run_until_cancelled(timeout(LOOK_AFTER, stream.next(behind))).await;
            let next = match next {
                None => return Ok(()),
                Some(Ok(next)) => next?,
                // Nothing was heard: that is no sign of an archive.
                Some(Err(_)) if self.store.place().await? == place => continue,
                Some(Err(_)) => return Ok(()),
            };
            let moved = match next {
                // Or the ratings are to be made anew.
                Next::CaughtUp => Some(self.store.place().await?).filter(|there| *there == place),
                Next::Restarted(to) => self.restart(place, to).await?,
                Next::Results(results) => self.take(place, results).await?,
            };
            if *failures > 1 {
                tracing::info!("results are taken again");
            }
            *failures = 0;
            match moved {
                Some(reached) => place = reached,
                None => return Ok(()),
            }
        }
    }

    /// Takes results; answers where they end, or none when the store was taken elsewhere.
    async fn take(
        &self,
        behind: Option<Place>,
        results: Vec<(Place, Option<Told>)>,
    ) -> Result<Option<Option<Place>>, StoreError> {
        let Some((end, _)) = results.last() else {
            return Ok(Some(behind));
        };
        let end = end.clone();
        let count = results.len();
        kill_point("rating-before-take");
        let taken = self.store.take(Results { behind, results }, wall_clock_ms()).await?;
        kill_point("rating-after-take");
        match taken {
            Taken::Done(events) => {
                if events > 0 {
                    self.events.note_recorded();
                }
                self.meters.taken(count, events, end.sequence);
                Ok(Some(Some(end)))
            }
            // Another replica is ahead: what it has not taken comes on this stream, too.
            Taken::Elsewhere(Some(there)) if there.sequence > end.sequence => Ok(Some(Some(end))),
            Taken::Elsewhere(_) => Ok(None),
        }
    }

    /// The archive was restored from a backup.
    async fn restart(&self, from: Option<Place>, to: Place) -> Result<Option<Option<Place>>, StoreError> {
        let (position, taken_to) = (to.sequence, from.as_ref().map(|place| place.sequence));
        if !self.store.move_to(from.as_ref(), Some(&to)).await? {
            return Ok(None);
        }
        tracing::warn!(
            position,
            taken_to,
            "the result feed was restored from a backup: it is taken again from there, and games that are rated stay so"
        );
        Ok(Some(Some(to)))
    }

    /// The archive knows nothing of the feed that was taken.
    async fn begin_anew(&self, from: Option<Place>) -> Result<(), Stopped> {
        if self.store.move_to(from.as_ref(), None).await? {
            let taken_to = from.map(|place| place.sequence);
            tracing::error!(
                taken_to,
                "the archive does not know the result feed that was taken: it is taken from the beginning, and games that are \
                 rated stay so"
            );
        }
        Ok(())
    }
}

/// How long to wait after so many failures in a row.
fn pause_after(failures: u32) -> Duration {
    let doublings = failures.saturating_sub(1).min(8);
    (FIRST_PAUSE * (1 << doublings)).min(LONGEST_PAUSE)
}
