//! The one reader of what is new, for all who follow the feed in this replica.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::error::FeedError;
use crate::feed::Feed;
use crate::page::Page;
use crate::place::FeedPoint;
use crate::source::FeedSource;

/// How often the reader looks for what other replicas have recorded.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// The longest pause while the store is away.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// How often the reader asks whether the epoch is still the same although nothing is new.
const ASK_EVERY: Duration = Duration::from_secs(1);

/// How many events are read at once: a page is well below 1 MiB.
const PAGE: u32 = 256;

/// What the reader found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Nothing,
    Something,
}

impl<S: FeedSource> Feed<S> {
    /// Reads what is new, until `over`. One such reader runs in each replica.
    pub async fn follow(self: Arc<Self>, over: CancellationToken) {
        let mut asked_at = None;
        let mut pause = LOOK_EVERY;
        let mut works = true;
        while !over.is_cancelled() {
            match self.read_on(&mut asked_at).await {
                Ok(found) => {
                    if !works {
                        tracing::info!("the {} goes on", S::NAME);
                    }
                    works = true;
                    pause = LOOK_EVERY;
                    if found == Found::Something {
                        continue;
                    }
                }
                Err(error) => {
                    if works {
                        let error: &(dyn std::error::Error + 'static) = &error;
                        tracing::warn!(error, "the {} cannot be read: trying again until it can", S::NAME);
                    }
                    works = false;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
            tokio::select! {
                () = over.cancelled() => {}
                () = self.recorded.notified(), if works => {}
                () = sleep(pause) => {}
            }
        }
    }

    /// Reads the events behind what was read before.
    async fn read_on(&self, asked_at: &mut Option<Instant>) -> Result<Found, FeedError<S::Error>> {
        if asked_at.is_none_or(|asked_at| asked_at.elapsed() >= ASK_EVERY) {
            self.head().await?;
            *asked_at = Some(Instant::now());
        }
        let Some(behind) = self.recent().place() else {
            return Ok(Found::Nothing);
        };
        match self.read_behind(behind).await? {
            Read::Nothing => Ok(Found::Nothing),
            Read::OfAnotherEpoch => Ok(Found::Something),
            Read::Page(page) => {
                self.meters.is_at(page.last());
                self.recent().take(behind, page, self.options.events_kept);
                self.changed.send_replace(());
                Ok(Found::Something)
            }
        }
    }

    /// Reads a page of events behind a place.
    pub(crate) async fn read_behind(&self, behind: FeedPoint) -> Result<Read, FeedError<S::Error>> {
        let events = self.source.events_after(behind.position, PAGE).await?;
        if events.is_empty() {
            return Ok(Read::Nothing);
        }
        // What was read is of the epoch that it was asked for only if that is still the current one.
        let head = self.head().await?;
        if head.epoch() != behind.epoch {
            return Ok(Read::OfAnotherEpoch);
        }
        Ok(Read::Page(self.encode(behind, &events)?))
    }
}

/// What a reading of the store found.
#[derive(Debug)]
pub(crate) enum Read {
    Nothing,
    /// The epoch has changed: what was read says nothing.
    OfAnotherEpoch,
    Page(Page),
}
