//! What a replica has of a feed in memory.

use std::collections::VecDeque;
use std::sync::Arc;

use bytes::Bytes;
use tokio::time::Instant;

use crate::page::Page;
use crate::place::{FeedHead, FeedPoint};

/// What a replica has of a feed in memory: the last events, up to the place that it has read to.
#[derive(Debug, Default)]
pub(crate) struct Recent {
    /// Where the feed was when it was last asked; none before.
    head: Option<Arc<FeedHead>>,
    /// What was read, up to this position.
    position: u64,
    /// Contiguous; the last ends at `position`.
    pages: VecDeque<Page>,
    events: usize,
}

/// What comes behind a place.
#[derive(Debug)]
pub(crate) enum Next {
    /// Nothing yet.
    Nothing,
    /// An encoded message with these events, and the position behind them.
    Events(Bytes, u64),
    /// Events that are no longer in memory.
    InTheStore,
    /// The feed is in another epoch.
    AnotherEpoch(Arc<FeedHead>),
}

impl Recent {
    pub(crate) fn head(&self) -> Option<Arc<FeedHead>> {
        self.head.clone()
    }

    /// The place that was read to.
    pub(crate) fn place(&self) -> Option<FeedPoint> {
        let head = self.head.as_ref()?;
        Some(FeedPoint {
            epoch: head.epoch(),
            position: self.position,
        })
    }

    /// Takes where the feed is. In another epoch it begins anew, as far back as `kept` events. Answers whether it does.
    pub(crate) fn take_head(&mut self, head: Arc<FeedHead>, kept: usize) -> bool {
        let is_another = self.head.as_ref().is_none_or(|known| known.epoch() != head.epoch());
        if is_another {
            self.position = head.last.saturating_sub(kept as u64);
            self.pages.clear();
            self.events = 0;
        }
        self.head = Some(head);
        is_another
    }

    /// Takes the next events. Those of another place than it was read to are left out: they were read before something else
    /// changed.
    pub(crate) fn take(&mut self, behind: FeedPoint, page: Page, kept: usize) {
        if self.place() != Some(behind) {
            return;
        }
        self.position = page.last();
        self.events += page.len();
        self.pages.push_back(page);
        while let Some(oldest) = self.pages.front()
            && self.events - oldest.len() >= kept
        {
            self.events -= oldest.len();
            self.pages.pop_front();
        }
    }

    /// What comes behind a place.
    pub(crate) fn after(&self, point: FeedPoint) -> Next {
        let Some(head) = &self.head else { return Next::Nothing };
        if head.epoch() != point.epoch {
            return Next::AnotherEpoch(Arc::clone(head));
        }
        if point.position >= self.position {
            return Next::Nothing;
        }
        let next = self
            .page_after(point.position)
            .and_then(|page| page.after(point.position));
        match next {
            Some((message, position)) => Next::Events(message, position),
            None => Next::InTheStore,
        }
    }

    /// Since when, at least, the event behind a position is known.
    pub(crate) fn waits_since(&self, position: u64) -> Option<Instant> {
        self.page_after(position).map(Page::read_at)
    }

    /// The page with the event behind a position; the oldest there is when that event is older.
    fn page_after(&self, position: u64) -> Option<&Page> {
        let index = self.pages.partition_point(|page| page.last() <= position);
        self.pages.get(index)
    }
}
