//! One watcher's stream over its tables.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use corners_clockwork::GameTime;
use corners_proto::encoded::Encoded;
use corners_proto::error::{Reason, Refusal};
use corners_proto::game::v1 as proto;
use corners_proto::game::v1::watch_tables_response::Message;
use corners_proto::ids::{AccountId, TableId};
use corners_rules::Side;
use corners_service::auth::TokenError;
use futures::future::BoxFuture;
use futures::{FutureExt, Stream};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;
use tonic::Status;

use super::pulse::{Beat, Pulse};
use super::{Feed, MOST_TABLES, Next, Subscription, WatchMessage};
use crate::authority::Authority;
use crate::error::AuthorityError;
use crate::grpc::refusal;
use crate::render;
use crate::store::StoreError;
use crate::table::{self, Presence, Table, Version};

/// How long a stream waits for a store that is away before it looks again by itself: mostly it is woken before.
const AGAIN_AFTER: Duration = Duration::from_secs(2);

/// A table to watch, and the last version seen of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watched {
    /// The table.
    pub table: TableId,
    /// The last version seen; none to start with a snapshot.
    pub seen: Option<Version>,
}

/// What bounds a watcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WatchOptions {
    /// After how long without another message a heartbeat is sent.
    pub heartbeat: Duration,
    /// How long events may wait for a client to read them before its stream is ended.
    pub patience: Duration,
}

/// One watcher's stream.
pub struct WatchStream {
    authority: Arc<Authority>,
    pulse: Pulse,
    patience: Duration,
    subscription: Subscription,
    places: Box<[Place]>,
    /// Tables still to be looked at, a bit each.
    to_read: u64,
    /// While the store is away: when to read again, if nobody wakes the stream before.
    again_at: Option<Instant>,
    ready: VecDeque<WatchMessage>,
    right: BoxFuture<'static, TokenError>,
    right_over: Option<TokenError>,
    drain: CancellationToken,
    end: Option<Status>,
    ended: bool,
}

/// How far a stream is with one of its tables.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    seen: Option<Version>,
    /// What was last said of who is there; none before anything was.
    presence: Option<Option<Presence>>,
    /// The table cannot be read: the stream goes on without it.
    failed: bool,
}

/// Why a stream ends on purpose.
enum Why {
    Draining,
    RightOver(TokenError),
    SlowConsumer,
}

impl WatchStream {
    /// A stream for `viewer`, which ends when its `right` resolves or the process drains.
    #[must_use]
    pub fn new(
        authority: Arc<Authority>,
        viewer: AccountId,
        watched: &[Watched],
        options: WatchOptions,
        right: BoxFuture<'static, TokenError>,
        drain: CancellationToken,
    ) -> Self {
        let tables: Vec<_> = watched.iter().map(|watched| watched.table).collect();
        // Subscribed before the first read, so that what comes after it wakes the stream.
        let subscription = authority.hub().subscribe(viewer, &tables);
        let places = watched.iter().map(|watched| Place {
            seen: watched.seen,
            ..Place::default()
        });
        let pulse = Pulse::new(options.heartbeat, authority.time_seen());
        Self {
            authority,
            pulse,
            patience: options.patience,
            subscription,
            places: places.collect(),
            to_read: bits_of_all(watched.len()),
            again_at: None,
            ready: VecDeque::new(),
            right,
            right_over: None,
            drain,
            end: None,
            ended: false,
        }
    }

    /// The stream that a server sends. It works only while its client reads.
    pub fn into_stream(self) -> impl Stream<Item = Result<WatchMessage, Status>> + Send {
        futures::stream::unfold(self, |mut watcher| async move {
            let message = watcher.next().await?;
            Some((message, watcher))
        })
    }

    async fn next(&mut self) -> Option<Result<WatchMessage, Status>> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                self.pulse.sent();
                return Some(Ok(message));
            }
            if self.ended {
                return None;
            }
            if let Some(status) = self.end.take() {
                self.ended = true;
                return Some(Err(status));
            }
            if let Err(error) = self.advance().await {
                self.end = Some(refusal(error).into());
            }
        }
    }

    /// Makes the next messages ready, waiting for them if there are none.
    async fn advance(&mut self) -> Result<(), AuthorityError> {
        if let Some(why) = self.must_end() {
            self.end_for(&why);
            return Ok(());
        }
        self.to_read |= self.subscription.take_woken();
        if self.to_read != 0 && self.again_at.is_none_or(|again_at| Instant::now() >= again_at) {
            return self.read_one().await;
        }
        let beat = tokio::select! {
            () = self.subscription.woken() => {
                self.again_at = None;
                return Ok(());
            }
            () = passed(self.again_at) => return Ok(()),
            () = self.drain.cancelled() => return Ok(()),
            error = &mut self.right, if self.right_over.is_none() => {
                self.right_over = Some(error);
                return Ok(());
            }
            beat = self.pulse.beat() => beat,
        };
        self.say(beat);
        Ok(())
    }

    fn must_end(&mut self) -> Option<Why> {
        if self.drain.is_cancelled() {
            return Some(Why::Draining);
        }
        if self.right_over.is_none() {
            self.right_over = (&mut self.right).now_or_never();
        }
        if let Some(error) = self.right_over {
            return Some(Why::RightOver(error));
        }
        // A stream whose client reads is waiting when it is woken. One whose client does not finds out here how long the
        // wake-up has waited for it.
        let waited = self.subscription.woken_since().map(|since| since.elapsed());
        waited
            .is_some_and(|waited| waited > self.patience)
            .then_some(Why::SlowConsumer)
    }

    fn say(&mut self, beat: Beat) {
        let seen = self.pulse.time();
        let mut heartbeat = proto::Heartbeat {
            game_time_ms: self.authority.about_now().millis(),
            last_stall_end_ms: seen.last_stall_end.map_or(0, GameTime::millis),
            stands_still: seen.stands_still,
            ..proto::Heartbeat::default()
        };
        if beat == Beat::Measure {
            let plays_at = self.plays_at();
            if let Some(table) = plays_at {
                heartbeat.table = table.to_string();
                heartbeat.nonce = rand::random::<u64>().max(1);
                self.subscription.asks(heartbeat.nonce);
            }
            self.pulse.measured(plays_at.is_some());
        }
        self.push(Message::Heartbeat(heartbeat));
    }

    /// One of the tables where the viewer plays by a clock that its moves' way counts for.
    fn plays_at(&self) -> Option<TableId> {
        let viewer = self.subscription.viewer();
        let plays = |table: &Table| {
            table.status() == table::Status::Playing
                && table.lag_quota(Side::White) > Duration::ZERO
                && (table.holds(viewer, Side::White) || table.holds(viewer, Side::Black))
        };
        let tables = self.subscription.tables().iter();
        let head = |(id, feed): &(TableId, Arc<Feed>)| Some((*id, feed.head()?));
        tables.filter_map(head).find(|(_, head)| plays(head)).map(|(id, _)| id)
    }

    /// Reads one of the tables that wait to be read.
    async fn read_one(&mut self) -> Result<(), AuthorityError> {
        let index = self.to_read.trailing_zeros() as usize;
        self.again_at = None;
        let found = match self.read_table(index).await {
            // Who has its snapshot is told that time stands still, and goes on when the store is back.
            Err(AuthorityError::Store(StoreError::Unavailable(_))) if self.has_begun(index) => {
                self.again_at = Some(Instant::now() + AGAIN_AFTER);
                return Ok(());
            }
            Err(error) if self.is_of_one_table(&error) => {
                self.give_up(index, error);
                false
            }
            found => found?,
        };
        if !found {
            self.to_read &= self.to_read - 1;
        }
        Ok(())
    }

    fn has_begun(&self, index: usize) -> bool {
        self.places.get(index).is_some_and(|place| place.seen.is_some())
    }

    /// Makes what is new of a table ready, and answers whether there may be more.
    async fn read_table(&mut self, index: usize) -> Result<bool, AuthorityError> {
        let table = self.subscription.tables().get(index).cloned();
        let (Some((table, feed)), Some(place)) = (table, self.places.get(index).copied()) else {
            return Ok(false);
        };
        if place.failed {
            return Ok(false);
        }
        let Some(seen) = place.seen else {
            self.snapshot(index, table, None).await?;
            return Ok(true);
        };
        let next = match feed.ready(seen) {
            Some(events) => Next::Events(events),
            None => {
                let (authority, feed) = (Arc::clone(&self.authority), Arc::clone(&feed));
                to_its_end(async move { feed.after(&authority, seen).await }).await?
            }
        };
        match next {
            Next::AnotherLog(found) => {
                self.snapshot(index, table, Some(found)).await?;
                Ok(true)
            }
            Next::Events(events) if !events.is_empty() => {
                for rendered in events {
                    self.ready.push_back(rendered.message_for(self.subscription.viewer()));
                    self.places[index].seen = Some(rendered.version());
                }
                Ok(true)
            }
            Next::Events(_) => {
                self.tell_presence(index, table, &feed).await;
                Ok(false)
            }
        }
    }

    async fn snapshot(&mut self, index: usize, id: TableId, found: Option<Arc<Table>>) -> Result<(), AuthorityError> {
        let (authority, viewer) = (Arc::clone(&self.authority), self.subscription.viewer());
        let (version, presence, snapshot) = to_its_end(async move {
            let table = match found {
                Some(table) => table,
                None => authority.table(id).await?,
            };
            let now = authority
                .clock()
                .punch(&table.clock_turn(), table.last_reading(), None)
                .await?
                .punch;
            let presence = presence_at_start(&authority, viewer, id, &table).await;
            let snapshot = render::table(id, &table, viewer, &now, presence);
            Ok((table.version(), presence, snapshot))
        })
        .await?;
        self.push(Message::Snapshot(snapshot));
        self.places[index] = Place {
            seen: Some(version),
            presence: Some(presence),
            failed: false,
        };
        Ok(())
    }

    /// Tells who is at the table, if that is news to this stream.
    async fn tell_presence(&mut self, index: usize, id: TableId, feed: &Feed) {
        let Some(head) = feed.head() else { return };
        let presence = match self.places[index].presence {
            // The first words of a stream that goes on where another ended: its player has come back.
            None => {
                let (authority, viewer) = (Arc::clone(&self.authority), self.subscription.viewer());
                let asking = async move { Ok(presence_at_start(&authority, viewer, id, &head).await) };
                to_its_end(asking).await.unwrap_or_default()
            }
            Some(_) => feed.presence(),
        };
        let told = self.places[index].presence.replace(presence);
        if let Some(presence) = presence
            && told != Some(Some(presence))
        {
            self.push(Message::Presence(render::presence(id, &presence)));
        }
    }

    /// Whether an error concerns one table only, while the stream has others.
    fn is_of_one_table(&self, error: &AuthorityError) -> bool {
        let others = self.places.iter().filter(|place| !place.failed).count() > 1;
        let of_one = matches!(
            error,
            AuthorityError::TableNotLive(_)
                | AuthorityError::Corrupt { .. }
                | AuthorityError::Store(StoreError::Corrupt { .. })
        );
        of_one && others
    }

    fn give_up(&mut self, index: usize, error: AuthorityError) {
        let refusal = refusal(error);
        let table = self
            .subscription
            .tables()
            .get(index)
            .map(|(table, _)| table.to_string());
        self.push(Message::Failure(proto::TableFailure {
            table: table.unwrap_or_default(),
            reason: refusal.reason().to_string(),
            description: refusal.message().to_owned(),
        }));
        if let Some(place) = self.places.get_mut(index) {
            place.failed = true;
        }
    }

    fn push(&mut self, message: Message) {
        self.ready
            .push_back(Encoded::new(&proto::WatchTablesResponse { message: Some(message) }));
    }

    fn end_for(&mut self, why: &Why) {
        let refusal = match why {
            Why::Draining => Refusal::new(
                Reason::Draining,
                "this process is shutting down: connect again and resume",
            ),
            Why::RightOver(error) => (*error).into(),
            Why::SlowConsumer => Refusal::new(Reason::SlowConsumer, "events waited too long to be read: resume")
                .retry_after(Duration::from_secs(1)),
        };
        let tables = self.subscription.tables().iter().zip(&self.places);
        let tables = tables.filter(|(_, place)| !place.failed);
        let resume = tables.map(|((table, _), place)| proto::WatchedTable {
            table: table.to_string(),
            resume_after: place.seen.map(render::version),
        });
        let ending = proto::StreamEnding {
            reason: refusal.reason().to_string(),
            resume: resume.collect(),
        };
        self.push(Message::Ending(ending));
        self.end = Some(refusal.into());
    }
}

/// Who is at the table; a player who has just come is told to all. Known presence is good enough for everybody else.
async fn presence_at_start(authority: &Authority, viewer: AccountId, id: TableId, table: &Table) -> Option<Presence> {
    let is_player = [Side::White, Side::Black]
        .into_iter()
        .any(|side| table.holds(viewer, side));
    let has_come = is_player && authority.hub().watchers_of(id, viewer) == 1;
    let known = authority.hub().feed(id).and_then(|feed| feed.presence());
    if known.is_some() && !has_come {
        return known;
    }
    // A stream is not held up by this: presence follows when it is known.
    authority.presence(id, table, has_come).await.ok().flatten()
}

/// Runs what others may wait for, such as a turn at reading a log, in a task of its own: a stream stops in the middle when
/// its client does not read. The work is no part of the stream's own memory, most of which is spent waiting.
fn to_its_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, AuthorityError>> + Send + 'static,
) -> impl Future<Output = Result<T, AuthorityError>> {
    let task = tokio::spawn(work);
    async move {
        match task.await {
            Ok(result) => result,
            Err(error) => {
                tracing::error!(%error, "the work for a stream ended without an answer");
                Err(AuthorityError::Store(StoreError::Failed(error.to_string())))
            }
        }
    }
}

async fn passed(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// A bit for each of `count` tables.
fn bits_of_all(count: usize) -> u64 {
    (0..count.min(MOST_TABLES)).fold(0, |bits, index| bits | 1 << index)
}
