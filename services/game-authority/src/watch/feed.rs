//! One table's events for all who watch it here.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use corners_proto::ids::TableId;
use tokio::time::Instant;

use super::recent::Recent;
use super::rendered::{Rendered, render_onto};
use crate::authority::{Authority, fold_log};
use crate::error::AuthorityError;
use crate::store::{LogRead, StoreError};
use crate::table::{BySide, Event, Presence, Table, Version};

/// How many events of a log are rendered at once for a watcher that is further behind.
const PAGE: usize = 32;

/// One table's events for all who watch it here.
///
/// Whoever stores or hears of an event gives it to the feed, which takes it if it is the next one. Otherwise the feed
/// knows that it is behind, and the next watcher to look reads the log for all.
#[derive(Debug)]
pub struct Feed {
    table: TableId,
    recent: Mutex<Recent>,
    /// One watcher reads, the others wait for what it finds.
    reading: tokio::sync::Mutex<()>,
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
            recent: Mutex::default(),
            reading: tokio::sync::Mutex::default(),
        }
    }

    /// The table as the feed last knew it; none before anybody has read it.
    #[must_use]
    pub fn head(&self) -> Option<Arc<Table>> {
        self.recent().head.clone()
    }

    /// Who is at the table, as far as this process knows.
    #[must_use]
    pub fn presence(&self) -> Option<Presence> {
        self.recent().presence
    }

    /// Notes who is at the table, and answers whether that is news.
    pub fn note_presence(&self, presence: Option<Presence>) -> bool {
        let known = std::mem::replace(&mut self.recent().presence, presence);
        known != presence
    }

    /// The round trips to the players, wherever they were measured; none before anybody has asked.
    #[must_use]
    pub fn round_trips(&self) -> Option<BySide<Option<Duration>>> {
        self.recent().round_trips
    }

    /// Notes the round trips to the players.
    pub fn note_round_trips(&self, round_trips: BySide<Option<Duration>>) {
        self.recent().round_trips = Some(round_trips);
    }

    /// Lets go of the events that were kept at the last call, as long as nothing new has happened: whoever still needs
    /// them reads the log. Answers whether something new has happened.
    pub(super) fn rest(&self) -> bool {
        let mut recent = self.recent();
        let head = recent.head.as_ref().map(|head| head.version());
        let is_new = recent.resting != head;
        if !is_new {
            recent.events = VecDeque::new();
        }
        recent.resting = head;
        is_new
    }

    /// Notes that the log has grown.
    pub(super) fn note_growth(&self) {
        self.recent().note_growth();
    }

    /// The log has grown by these events after `before`, to the table `after`. Answers whether watchers have to look.
    pub(super) fn hear(&self, before: Version, events: &[Event], after: &Arc<Table>) -> bool {
        let mut recent = self.recent();
        let told = after.version();
        match recent.head.as_ref().map(|head| head.version()) {
            Some(known) if known == before => recent.take(self.table, before, events, after),
            Some(known) if known.number > told.number || known == told => return recent.is_news(told.number),
            // Events are missing in between; or somebody may be reading the log at this moment, and find it as it was before.
            _ => recent.note_growth(),
        }
        recent.roused = told.number;
        true
    }

    /// The log has an event of this number. Answers whether watchers have to look.
    pub(super) fn hear_of(&self, number: u64) -> bool {
        let mut recent = self.recent();
        if recent.head.as_ref().is_some_and(|head| head.version().number >= number) {
            return recent.is_news(number);
        }
        recent.note_growth();
        recent.roused = number;
        true
    }

    /// What comes after the version that a watcher saw.
    ///
    /// # Errors
    /// As for [`Authority::table`].
    pub async fn after(&self, authority: &Authority, seen: Version) -> Result<Next, AuthorityError> {
        if let Some(events) = self.ready(seen) {
            return Ok(Next::Events(events));
        }
        let asked = Instant::now();
        {
            let _turn = self.reading.lock().await;
            if let Some(events) = self.ready(seen) {
                return Ok(Next::Events(events));
            }
            // Thousands may have waited for this reading: where it failed, they do not each fail in turn.
            if self.recent().failed_at.is_some_and(|failed| failed > asked) {
                let why = "the log could not be read a moment ago".to_owned();
                return Err(StoreError::Unavailable(why).into());
            }
            self.read(authority).await?;
        }
        if let Some(events) = self.recent().after(seen) {
            return Ok(Next::Events(events));
        }
        self.read_the_log_after(authority, seen).await
    }

    /// The events after a version, if they are known here without reading the log.
    pub(super) fn ready(&self, seen: Version) -> Option<Vec<Arc<Rendered>>> {
        let recent = self.recent();
        if recent.is_behind() {
            return None;
        }
        recent.after(seen)
    }

    /// Reads what is new in the log.
    async fn read(&self, authority: &Authority) -> Result<(), AuthorityError> {
        let (known, growths) = self.begin_reading();
        let read = self.read_after(authority, known).await;
        match read {
            Ok(()) => self.end_reading(growths),
            Err(_) => {
                let mut recent = self.recent();
                recent.note_growth();
                recent.failed_at = Some(Instant::now());
            }
        }
        read
    }

    /// What is known before a reading: the head, and how often the log was known to have grown.
    fn begin_reading(&self) -> (Option<Version>, u64) {
        let recent = self.recent();
        (recent.head.as_ref().map(|head| head.version()), recent.growths)
    }

    /// A reading has found everything that the log was known to have grown by when it began. What it has grown by since may
    /// not be in the answer.
    fn end_reading(&self, growths: u64) {
        self.recent().growths_read = growths;
    }

    async fn read_after(&self, authority: &Authority, known: Option<Version>) -> Result<(), AuthorityError> {
        let log = authority.read_for_watchers(self.table, known).await?;
        match (log, known) {
            (LogRead::Missing, _) => Err(AuthorityError::TableNotLive(self.table)),
            (LogRead::Tail(events), Some(known)) => self.recent().extend(self.table, known, &events),
            (LogRead::Whole(_), Some(_)) => {
                // The log has lost its tail. Reading the table tells so, in the log and to the other watchers.
                authority.table(self.table).await?;
                let events = authority.log(self.table).await?;
                self.recent().start_over(self.table, &events)
            }
            (LogRead::Tail(events) | LogRead::Whole(events), None) => self.recent().start_over(self.table, &events),
        }
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
        let page = after.iter().take(PAGE);
        render_onto(self.table, &mut table, page).map(Next::Events)
    }

    fn recent(&self) -> MutexGuard<'_, Recent> {
        // Whatever a panic left half done is read again from the log by whoever is not given what it expects.
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use corners_clockwork::{GameTime, TimeControl};
    use corners_proto::ids::AccountId;
    use corners_rules::Variant;

    use super::*;
    use crate::table::{Agreement, EventId, EventKind, Takebacks};

    fn made() -> Event {
        let agreement = Agreement {
            variant: &Variant::all()[0],
            set_up: None,
            time_control: TimeControl::Untimed,
            takebacks: Takebacks::Agreed,
            rated: false,
            creator: AccountId::from_bytes([1; 16]),
            seats: BySide::default(),
            request_digest: [9; 32],
        };
        Event {
            id: EventId(1),
            recorded_at_ms: 5,
            at: GameTime::ZERO,
            outage_credit: Duration::ZERO,
            call: None,
            kind: EventKind::TableCreated(Box::new(agreement)),
        }
    }

    #[test]
    fn while_somebody_reads_what_has_grown_nobody_is_told_that_there_is_nothing_new() {
        let table = TableId::from_bytes([0; 16]);
        let feed = Feed::new(table);
        feed.recent().start_over(table, &[made()]).unwrap();
        let seen = feed.head().unwrap().version();
        let nothing_new = || feed.ready(seen).is_some_and(|events| events.is_empty());
        assert!(nothing_new());
        feed.note_growth();
        let (_, growths) = feed.begin_reading();
        assert!(!nothing_new(), "what is being read may be new");
        feed.end_reading(growths);
        assert!(nothing_new());
        let (_, growths) = feed.begin_reading();
        feed.note_growth();
        feed.end_reading(growths);
        assert!(!nothing_new(), "it grew after the reading began");
    }
}
