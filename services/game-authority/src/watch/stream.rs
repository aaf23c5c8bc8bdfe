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
use futures::Stream;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;
use tonic::Status;

use super::{MOST_TABLES, Next, Subscription};
use crate::authority::Authority;
use crate::error::AuthorityError;
use crate::grpc::refusal;
use crate::render;
use crate::table::{Table, Version};

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
    viewer: AccountId,
    options: WatchOptions,
    subscription: Subscription,
    seen: Vec<Option<Version>>,
    /// Tables still to be looked at, a bit each.
    to_read: u64,
    /// Look at the log even without a wake-up: at the start, and with every heartbeat.
    look: bool,
    ready: VecDeque<Encoded>,
    last_sent: Instant,
    next_look: Instant,
    expires: Option<Instant>,
    drain: CancellationToken,
    end: Option<Status>,
    ended: bool,
}

/// Why a stream ends on purpose.
enum Why {
    Draining,
    TokenExpired,
    SlowConsumer,
}

impl WatchStream {
    /// A stream for `viewer`, which ends when its token expires or the process drains.
    #[must_use]
    pub fn new(
        authority: Arc<Authority>,
        viewer: AccountId,
        watched: &[Watched],
        options: WatchOptions,
        expires: Option<Instant>,
        drain: CancellationToken,
    ) -> Self {
        let tables: Vec<_> = watched.iter().map(|watched| watched.table).collect();
        // Subscribed before the first read, so that what comes after it wakes the stream.
        let subscription = authority.hub().subscribe(&tables);
        Self {
            authority,
            viewer,
            options,
            subscription,
            seen: watched.iter().map(|watched| watched.seen).collect(),
            to_read: bits_of_all(watched.len()),
            look: true,
            ready: VecDeque::new(),
            last_sent: Instant::now(),
            next_look: Instant::now() + options.heartbeat,
            expires,
            drain,
            end: None,
            ended: false,
        }
    }

    /// The stream that a server sends. It works only while its client reads.
    pub fn into_stream(self) -> impl Stream<Item = Result<Encoded, Status>> + Send {
        futures::stream::unfold(self, |mut watcher| async move {
            let message = watcher.next().await?;
            Some((message, watcher))
        })
    }

    async fn next(&mut self) -> Option<Result<Encoded, Status>> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                self.last_sent = Instant::now();
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
        if self.to_read != 0 {
            return self.read_one().await;
        }
        let heartbeat = self.last_sent + self.options.heartbeat;
        let next = heartbeat.min(self.next_look).min(self.expires.unwrap_or(heartbeat));
        tokio::select! {
            () = self.subscription.woken() => {}
            () = self.drain.cancelled() => {}
            () = sleep_until(next) => {
                if Instant::now() >= self.next_look {
                    self.look_at_all();
                }
                if Instant::now() >= heartbeat {
                    self.heartbeat().await?;
                }
            }
        }
        Ok(())
    }

    /// Wake-ups can be lost: from time to time the logs are looked at without one.
    fn look_at_all(&mut self) {
        self.to_read = bits_of_all(self.seen.len());
        self.look = true;
        self.next_look = Instant::now() + self.options.heartbeat;
    }

    fn must_end(&self) -> Option<Why> {
        if self.drain.is_cancelled() {
            return Some(Why::Draining);
        }
        if self.expires.is_some_and(|expires| Instant::now() >= expires) {
            return Some(Why::TokenExpired);
        }
        // A stream whose client reads is waiting when it is woken. One whose client does not finds out here how long the
        // wake-up has waited for it.
        let waited = self.subscription.woken_since().map(|since| since.elapsed());
        waited
            .is_some_and(|waited| waited > self.options.patience)
            .then_some(Why::SlowConsumer)
    }

    async fn heartbeat(&mut self) -> Result<(), AuthorityError> {
        let game_time_ms = self.authority.clock().read(GameTime::ZERO).await?.millis();
        self.push(Message::Heartbeat(proto::Heartbeat { game_time_ms }));
        Ok(())
    }

    /// Reads one of the tables that wait to be read.
    async fn read_one(&mut self) -> Result<(), AuthorityError> {
        let index = self.to_read.trailing_zeros() as usize;
        let Some((table, feed)) = self.subscription.tables().get(index).cloned() else {
            self.to_read = 0;
            return Ok(());
        };
        match self.seen.get(index).copied().flatten() {
            None => {
                let found = self.authority.table(table).await?;
                self.snapshot(index, table, &found).await?;
            }
            Some(seen) => match feed.after(&self.authority, seen, self.look).await? {
                Next::AnotherLog(found) => self.snapshot(index, table, &found).await?,
                Next::Events(events) if !events.is_empty() => {
                    for rendered in events {
                        self.ready.push_back(rendered.message_for(self.viewer));
                        self.saw(index, rendered.version());
                    }
                    // There may be more: the table stays to be read, once these are sent.
                    return Ok(());
                }
                Next::Events(_) => {}
            },
        }
        self.to_read &= self.to_read - 1;
        self.look &= self.to_read != 0;
        Ok(())
    }

    async fn snapshot(&mut self, index: usize, id: TableId, table: &Arc<Table>) -> Result<(), AuthorityError> {
        let now = self
            .authority
            .clock()
            .punch(&table.clock_turn(), table.last_reading())
            .await?;
        self.push(Message::Snapshot(render::table(id, table, self.viewer, &now)));
        self.saw(index, table.version());
        Ok(())
    }

    fn saw(&mut self, index: usize, version: Version) {
        if let Some(seen) = self.seen.get_mut(index) {
            *seen = Some(version);
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
            Why::TokenExpired => Refusal::new(Reason::TokenExpired, "the token has expired: get a new one and resume"),
            Why::SlowConsumer => Refusal::new(Reason::SlowConsumer, "events waited too long to be read: resume")
                .retry_after(Duration::from_secs(1)),
        };
        let tables = self.subscription.tables().iter().zip(&self.seen);
        let resume = tables.map(|((table, _), seen)| proto::WatchedTable {
            table: table.to_string(),
            resume_after: seen.map(render::version),
        });
        let ending = proto::StreamEnding {
            reason: refusal.reason().to_string(),
            resume: resume.collect(),
        };
        self.push(Message::Ending(ending));
        self.end = Some(refusal.into());
    }
}

/// A bit for each of `count` tables.
fn bits_of_all(count: usize) -> u64 {
    (0..count.min(MOST_TABLES)).fold(0, |bits, index| bits | 1 << index)
}
