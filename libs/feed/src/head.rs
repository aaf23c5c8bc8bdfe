//! Where a feed is, asked of the store once for all who want to know.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::epoch::epoch_text;
use crate::feed::Feed;
use crate::place::{FeedHead, FeedPoint};
use crate::source::FeedSource;

/// The readings of where the feed is. They come one after the other, so that none takes back what a later one has found.
#[derive(Debug, Default)]
pub(crate) struct Heads {
    /// The last one failed.
    failed: bool,
    /// It was found, and said, that the feed has lost events.
    lost: bool,
}

/// How many readings have begun. Whoever asked before one began is answered by it.
#[derive(Debug, Default)]
pub(crate) struct Readings(AtomicU64);

impl Readings {
    fn count(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }

    fn begin(&self) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }
}

impl<S: FeedSource> Feed<S> {
    /// Where the feed is now.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn head(&self) -> Result<Arc<FeedHead>, S::Error> {
        let begun = self.readings.count();
        let mut heads = self.heads.lock().await;
        if self.readings.count() > begun {
            // Another has read since this one asked.
            match self.recent().head() {
                Some(head) if !heads.failed => return Ok(head),
                _ if heads.failed => return Err(S::unavailable("it could not be read a moment ago")),
                _ => {}
            }
        }
        self.readings.begin();
        let known = self.recent().place();
        let read = self.source.head().await;
        heads.failed = read.is_err();
        let head = read?;
        heads.check(known, &head, S::NAME);
        Ok(self.take_head(head))
    }

    /// Starts another epoch, unless the current one is not the given one; answers where the feed is.
    pub(crate) async fn end_epoch(&self, current: u64) -> Result<Arc<FeedHead>, S::Error> {
        let _heads = self.heads.lock().await;
        self.readings.begin();
        let head = self.source.start_epoch(current).await?;
        Ok(self.take_head(head))
    }

    /// Takes where the feed is, and tells consumers if it is in another epoch.
    fn take_head(&self, head: FeedHead) -> Arc<FeedHead> {
        let head = Arc::new(head);
        let (was, is_another) = {
            let mut recent = self.recent();
            let was = recent.place();
            (was, recent.take_head(Arc::clone(&head), self.options.events_kept))
        };
        if is_another {
            if let Some(was) = was {
                let FeedPoint { epoch, position } = head.current();
                let (epoch, last) = (epoch_text(epoch), head.last);
                tracing::warn!(%epoch, start = position, last, known = was.position, "the {} is in another epoch", S::NAME);
            }
            self.changed.send_replace(());
        }
        head
    }
}

impl Heads {
    /// Notes whether the feed ends before a place that was known before it was asked.
    fn check(&mut self, known: Option<FeedPoint>, head: &FeedHead, name: &str) {
        let is_short = known.is_some_and(|known| known.epoch == head.epoch() && known.position > head.last);
        if is_short && !self.lost {
            let (known, last) = (known.map(|known| known.position), head.last);
            tracing::error!(
                known,
                last,
                "the {name} has lost events: if a backup was restored, start another epoch of the feed"
            );
        }
        self.lost = is_short;
    }
}
