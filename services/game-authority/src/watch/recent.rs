//! What a feed has of its table.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use corners_proto::ids::TableId;
use tokio::time::Instant;

use super::rendered::{Rendered, render_one, render_onto};
use crate::authority::fold_log;
use crate::error::AuthorityError;
use crate::table::{BySide, Event, Presence, Table, Version};

/// How many events a feed keeps, encoded, for watchers that are a little behind: some kilobytes each, for every table that
/// is watched. Who is further behind reads the log, a page at a time.
const EVENTS_KEPT: usize = 8;

/// What a feed has of its table.
#[derive(Debug, Default)]
pub(super) struct Recent {
    pub(super) head: Option<Arc<Table>>,
    /// How often the log was known to have grown beyond the head, and how much of that has been read since. A reading that
    /// is under way has not found anything yet: until it has, the feed is behind for all.
    pub(super) growths: u64,
    pub(super) growths_read: u64,
    /// The number of the last event that all watchers were told of.
    pub(super) roused: u64,
    /// Contiguous, and the last is the head's event.
    pub(super) events: VecDeque<Arc<Rendered>>,
    pub(super) presence: Option<Presence>,
    /// The round trips to the players, wherever they were measured; none before anybody has asked.
    pub(super) round_trips: Option<BySide<Option<Duration>>>,
    /// When the log could last not be read.
    pub(super) failed_at: Option<Instant>,
    /// The head when the feed was last asked to rest.
    pub(super) resting: Option<Version>,
}

impl Recent {
    pub(super) fn note_growth(&mut self) {
        self.growths += 1;
    }

    pub(super) fn is_behind(&self) -> bool {
        self.growths != self.growths_read
    }

    /// Whether nobody was told of the event with this number: one watcher may have read the log before the others were told.
    pub(super) fn is_news(&mut self, number: u64) -> bool {
        let is_news = number > self.roused;
        self.roused = self.roused.max(number);
        is_news
    }

    /// Takes the next events.
    pub(super) fn take(&mut self, id: TableId, before: Version, events: &[Event], after: &Arc<Table>) {
        match events {
            [event] => self.keep([render_one(id, before, event, after)]),
            _ => {
                let mut table = self.head.as_deref().cloned();
                let rendered = table.as_mut().and_then(|table| render_onto(id, table, events).ok());
                let Some(rendered) = rendered else {
                    self.note_growth();
                    return;
                };
                self.keep(rendered);
            }
        }
        self.head = Some(Arc::clone(after));
    }

    /// Takes what was read after `known`, without what somebody told meanwhile.
    pub(super) fn extend(&mut self, id: TableId, known: Version, events: &[Event]) -> Result<(), AuthorityError> {
        let Some(head) = &self.head else { return Ok(()) };
        let told = head.version().number.saturating_sub(known.number);
        let told = usize::try_from(told).unwrap_or(usize::MAX).min(events.len());
        let (before, new) = events.split_at(told);
        let last_told = before.last().map_or(known.event, |event| event.id);
        if last_told != head.version().event {
            // What was told goes beyond what was read, or is of another log: the next reading tells.
            if told < events.len() {
                self.note_growth();
            }
            return Ok(());
        }
        let mut head = Table::clone(head);
        let rendered = render_onto(id, &mut head, new)?;
        self.keep(rendered);
        self.head = Some(Arc::new(head));
        Ok(())
    }

    /// Takes a whole log.
    pub(super) fn start_over(&mut self, id: TableId, events: &[Event]) -> Result<(), AuthorityError> {
        self.head = Some(Arc::new(fold_log(id, events)?));
        self.events.clear();
        // It may be another log, whose numbers come again.
        self.roused = 0;
        Ok(())
    }

    fn keep(&mut self, rendered: impl IntoIterator<Item = Arc<Rendered>>) {
        self.events.extend(rendered);
        let surplus = self.events.len().saturating_sub(EVENTS_KEPT);
        self.events.drain(..surplus);
    }

    /// The kept events after a version, if they reach back to it.
    pub(super) fn after(&self, seen: Version) -> Option<Vec<Arc<Rendered>>> {
        if self.head.as_ref().is_some_and(|head| head.version() == seen) {
            return Some(Vec::new());
        }
        let first = self.events.iter().position(|rendered| rendered.before() == seen)?;
        Some(self.events.range(first..).cloned().collect())
    }
}
