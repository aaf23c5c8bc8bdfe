//! One table's events for all who watch it here.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use corners_proto::encoded::Encoded;
use corners_proto::game::v1::{WatchTablesResponse, watch_tables_response};
use corners_proto::ids::{AccountId, TableId};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::authority::{Authority, apply_one, fold_log};
use crate::error::AuthorityError;
use crate::render;
use crate::store::LogRead;
use crate::table::{Event, Table, Version};

/// How many events a feed keeps, encoded, for watchers that are a little behind. Who is further behind reads the log, a
/// page of as many events at a time.
const EVENTS_KEPT: usize = 32;

/// How many of a log's last events a feed starts with, for those who come back after a restart.
const EVENTS_AT_START: usize = 4;

/// A log that nobody said has grown is looked at again only when the last look was longer ago.
const LOOK_AGAIN_AFTER: Duration = Duration::from_secs(1);

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
    read_at: Option<Instant>,
    head: Option<Table>,
    /// Contiguous, and the last is the head's event.
    events: VecDeque<Arc<Rendered>>,
}

/// An event, encoded once for each audience: for who is to move after it, and for everybody else.
#[derive(Debug)]
pub struct Rendered {
    before: Version,
    version: Version,
    mover: Option<AccountId>,
    for_mover: Encoded,
    for_others: Encoded,
}

/// What a watcher gets next.
#[derive(Debug)]
pub enum Next {
    /// The events after the one it saw, a page at most; none when there are none yet.
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
        let grown = recent.read_at_growth != Some(growth);
        let long_ago = recent
            .read_at
            .is_none_or(|read_at| read_at.elapsed() > LOOK_AGAIN_AFTER);
        if grown || (look && long_ago) {
            let found_more = recent.read(self.table, authority).await?;
            recent.read_at_growth = Some(growth);
            recent.read_at = Some(Instant::now());
            if found_more && !grown {
                // A wake-up was lost: the others wait for it too.
                authority.hub().wake(self.table);
            }
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
        let mut table = fold_log(self.table, before)?;
        if table.version() != seen {
            return Ok(Next::AnotherLog(Arc::new(fold_log(self.table, &log)?)));
        }
        let page = after.iter().take(EVENTS_KEPT);
        render_onto(self.table, &mut table, page).map(Next::Events)
    }
}

impl Recent {
    /// Reads what is new in the log, and answers whether something was.
    async fn read(&mut self, id: TableId, authority: &Authority) -> Result<bool, AuthorityError> {
        let known = self.head.as_ref().map(Table::version);
        match (authority.store().load(id, known, None).await?.log, &mut self.head) {
            (LogRead::Missing, _) => Err(AuthorityError::TableNotFound(id)),
            (LogRead::Tail(events), Some(head)) => {
                let rendered = render_onto(id, head, &events)?;
                self.keep(rendered);
                Ok(!events.is_empty())
            }
            (LogRead::Tail(events) | LogRead::Whole(events), _) => {
                let (before, last) = events.split_at(events.len().saturating_sub(EVENTS_AT_START).max(1));
                let mut head = fold_log(id, before)?;
                self.events.clear();
                let rendered = render_onto(id, &mut head, last)?;
                self.keep(rendered);
                self.head = Some(head);
                Ok(true)
            }
        }
    }

    fn keep(&mut self, rendered: Vec<Arc<Rendered>>) {
        self.events.extend(rendered);
        let surplus = self.events.len().saturating_sub(EVENTS_KEPT);
        self.events.drain(..surplus);
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

/// Folds events into a table and renders each on the way.
fn render_onto<'a>(
    id: TableId,
    table: &mut Table,
    events: impl IntoIterator<Item = &'a Event>,
) -> Result<Vec<Arc<Rendered>>, AuthorityError> {
    let render = |event: &Event| {
        let before = table.version();
        apply_one(id, table, event)?;
        let encode = |for_mover| {
            let event = render::event(id, event, table, for_mover);
            Encoded::new(&WatchTablesResponse {
                message: event.map(watch_tables_response::Message::Event),
            })
        };
        let mover = render::mover(table);
        let for_others = encode(false);
        let for_mover = if mover.is_some() {
            encode(true)
        } else {
            for_others.clone()
        };
        Ok(Arc::new(Rendered {
            before,
            version: table.version(),
            mover,
            for_mover,
            for_others,
        }))
    };
    events.into_iter().map(render).collect()
}

impl Rendered {
    /// The version that a watcher has seen after this event.
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// The message for a viewer: with the legal moves for who is to move, without them for all others.
    #[must_use]
    pub fn message_for(&self, viewer: AccountId) -> Encoded {
        let for_mover = self.mover == Some(viewer);
        if for_mover {
            self.for_mover.clone()
        } else {
            self.for_others.clone()
        }
    }
}
