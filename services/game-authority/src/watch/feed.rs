//! One table's events for all who watch it here.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use corners_proto::encoded::Encoded;
use corners_proto::game::v1::{WatchTablesResponse, watch_tables_response};
use corners_proto::ids::{AccountId, TableId};
use tokio::sync::Mutex;

use crate::authority::{Authority, advance, fold_log};
use crate::error::AuthorityError;
use crate::render;
use crate::store::LogRead;
use crate::table::{Event, Table, Version};

/// How many events a feed keeps for watchers that are a little behind. Who is further behind reads the log.
const EVENTS_KEPT: usize = 32;

/// One table's events for all who watch it here.
#[derive(Debug)]
pub struct Feed {
    table: TableId,
    /// How often the log is known to have grown, and how much of that the kept events include: while they are equal,
    /// nobody reads the store.
    growth: AtomicU64,
    recent: Mutex<Recent>,
}

#[derive(Debug, Default)]
struct Recent {
    read_at_growth: Option<u64>,
    head: Option<Arc<Table>>,
    /// Contiguous, and the last is the head's event.
    events: VecDeque<Arc<Rendered>>,
}

/// An event with the table after it, encoded when somebody first wants it.
#[derive(Debug)]
pub struct Rendered {
    table: TableId,
    before: Version,
    event: Event,
    after: Arc<Table>,
    for_mover: OnceLock<Encoded>,
    for_others: OnceLock<Encoded>,
}

/// What a watcher gets next.
#[derive(Debug)]
pub enum Next {
    /// The events after the one it saw; none when there are none yet.
    Events(Vec<Arc<Rendered>>),
    /// The log is not the one it saw: it starts again with this table.
    AnotherLog(Arc<Table>),
}

impl Feed {
    pub(super) fn new(table: TableId) -> Self {
        Self {
            table,
            growth: AtomicU64::new(0),
            recent: Mutex::default(),
        }
    }

    /// Notes that the log has grown.
    pub(super) fn note_growth(&self) {
        self.growth.fetch_add(1, Ordering::AcqRel);
    }

    /// What comes after the version that a watcher saw. With `look`, the log is read even if nobody said that it grew.
    ///
    /// # Errors
    /// As for [`Authority::table`].
    pub async fn after(&self, authority: &Authority, seen: Version, look: bool) -> Result<Next, AuthorityError> {
        let mut recent = self.recent.lock().await;
        let growth = self.growth.load(Ordering::Acquire);
        if look || recent.head.is_none() || recent.read_at_growth != Some(growth) {
            recent.read(self.table, authority).await?;
            recent.read_at_growth = Some(growth);
        }
        if let Some(events) = recent.after(seen) {
            return Ok(Next::Events(events));
        }
        drop(recent);
        self.read_the_log_after(authority, seen).await
    }

    /// For a watcher further behind than the kept events: its own reading of the log.
    async fn read_the_log_after(&self, authority: &Authority, seen: Version) -> Result<Next, AuthorityError> {
        let log = authority.log(self.table).await?;
        let Some(seen_events) = usize::try_from(seen.number)
            .ok()
            .filter(|count| log.len() >= *count && *count > 0)
        else {
            return Ok(Next::AnotherLog(Arc::new(fold_log(self.table, &log)?)));
        };
        let (before, after) = log.split_at(seen_events);
        let table = fold_log(self.table, before)?;
        if table.version() != seen {
            return Ok(Next::AnotherLog(Arc::new(fold_log(self.table, &log)?)));
        }
        render_all(self.table, &Arc::new(table), after.to_vec()).map(Next::Events)
    }
}

impl Recent {
    async fn read(&mut self, id: TableId, authority: &Authority) -> Result<(), AuthorityError> {
        let known = self.head.as_ref().map(|table| table.version());
        let log = match authority.store().load(id, known, None).await?.log {
            LogRead::Missing => return Err(AuthorityError::TableNotFound(id)),
            LogRead::Tail(events) => (events, self.head.take()),
            LogRead::Whole(events) => (events, None),
        };
        match log {
            (events, Some(head)) => {
                let rendered = render_all(id, &head, events)?;
                self.head = Some(rendered.last().map_or(head, |last| Arc::clone(&last.after)));
                self.events.extend(rendered);
                let surplus = self.events.len().saturating_sub(EVENTS_KEPT);
                self.events.drain(..surplus);
            }
            (events, None) => {
                self.head = Some(Arc::new(fold_log(id, &events)?));
                self.events.clear();
            }
        }
        Ok(())
    }

    /// The kept events after a version, if they reach back to it.
    fn after(&self, seen: Version) -> Option<Vec<Arc<Rendered>>> {
        if self.head.as_ref().is_some_and(|head| head.version() == seen) {
            return Some(Vec::new());
        }
        let first = self.events.iter().position(|rendered| rendered.before == seen)?;
        Some(self.events.range(first..).cloned().collect())
    }
}

fn render_all(id: TableId, head: &Arc<Table>, events: Vec<Event>) -> Result<Vec<Arc<Rendered>>, AuthorityError> {
    let mut before = Arc::clone(head);
    let mut rendered = Vec::with_capacity(events.len());
    for event in events {
        let after = Arc::new(advance(id, &before, std::slice::from_ref(&event))?);
        rendered.push(Arc::new(Rendered {
            table: id,
            before: before.version(),
            event,
            after: Arc::clone(&after),
            for_mover: OnceLock::new(),
            for_others: OnceLock::new(),
        }));
        before = after;
    }
    Ok(rendered)
}

impl Rendered {
    /// The version that a watcher has seen after this event.
    #[must_use]
    pub fn version(&self) -> Version {
        self.after.version()
    }

    /// The message for a viewer: with the legal moves for who is to move, without them for all others.
    #[must_use]
    pub fn message_for(&self, viewer: AccountId) -> Encoded {
        let for_mover = render::is_mover(&self.after, viewer);
        let cell = if for_mover { &self.for_mover } else { &self.for_others };
        cell.get_or_init(|| self.encode(for_mover)).clone()
    }

    fn encode(&self, for_mover: bool) -> Encoded {
        let event = render::event(self.table, &self.event, &self.after, for_mover);
        Encoded::new(&WatchTablesResponse {
            message: event.map(watch_tables_response::Message::Event),
        })
    }
}
