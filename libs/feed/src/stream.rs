//! One consumer's stream over a feed.

use std::sync::Arc;
use std::time::Duration;

use corners_proto::encoded::Encoded;
use corners_proto::error::{Reason, Refusal};
use corners_service::auth::TokenError;
use futures::future::BoxFuture;
use futures::{FutureExt, Stream};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use tonic::Status;

use crate::cursor;
use crate::error::{CannotStart, FeedError};
use crate::feed::Feed;
use crate::follow::Read;
use crate::meters::Consuming;
use crate::page::Page;
use crate::place::{FeedHead, FeedPoint};
use crate::recent::Next;
use crate::source::{FeedSource, Restarted};
use crate::start::{Start, find};

/// How long a consumer that needs the store waits while it is away.
const AGAIN_AFTER: Duration = Duration::from_secs(1);

/// A page that is being read, for as long as the consumer waits for it.
type Reading<E> = AbortOnDropHandle<Result<Read, FeedError<E>>>;

/// One consumer's stream over a feed.
pub struct FeedStream<S: FeedSource> {
    feed: Arc<Feed<S>>,
    place: FeedPoint,
    changed: watch::Receiver<()>,
    /// What the consumer is told first.
    restarted: Option<Restarted>,
    /// Events behind the place that were read for this consumer alone.
    page: Option<Page>,
    reading: Option<Reading<S::Error>>,
    /// While the store is away: when to read again.
    again_at: Option<Instant>,
    /// The consumer had all there was when it last asked.
    caught_up: bool,
    /// When the last message was handed over.
    sent_at: Instant,
    /// The last message was handed over, and the client has not asked for more since.
    given: bool,
    right: BoxFuture<'static, TokenError>,
    right_over: Option<TokenError>,
    drain: CancellationToken,
    end: Option<Status>,
    ended: bool,
    _consuming: Consuming,
}

/// Why a stream ends on purpose.
enum Why {
    Draining,
    RightOver(TokenError),
    SlowConsumer,
}

impl<S: FeedSource> Feed<S> {
    /// A stream from a start on, which ends when its `right` resolves or the process drains.
    ///
    /// # Errors
    /// When there is no such start, or the store is away.
    pub async fn stream(
        self: &Arc<Self>,
        start: Start,
        right: BoxFuture<'static, TokenError>,
        drain: CancellationToken,
    ) -> Result<FeedStream<S>, CannotStart<S::Error>> {
        let changed = self.changed.subscribe();
        let (place, restarted) = self.locate(start).await?;
        Ok(FeedStream {
            feed: Arc::clone(self),
            place,
            changed,
            restarted,
            page: None,
            reading: None,
            again_at: None,
            caught_up: false,
            sent_at: Instant::now(),
            given: false,
            right,
            right_over: None,
            drain,
            end: None,
            ended: false,
            _consuming: self.meters.consuming(),
        })
    }
}

impl<S: FeedSource> FeedStream<S> {
    /// The stream that a server sends. It works only while its client reads.
    pub fn into_stream(self) -> impl Stream<Item = Result<Encoded<S::Message>, Status>> + Send + use<S> {
        futures::stream::unfold(self, |mut consumer| async move {
            let message = consumer.next().await?;
            Some((message, consumer))
        })
    }

    async fn next(&mut self) -> Option<Result<Encoded<S::Message>, Status>> {
        if self.ended {
            return None;
        }
        if self.end.is_none()
            && let Some(message) = self.message().await
        {
            self.sent_at = Instant::now();
            self.given = true;
            return Some(Ok(message));
        }
        self.ended = true;
        self.end.take().map(Err)
    }

    /// The next message, waited for if there is none; none when the stream has to end without one.
    async fn message(&mut self) -> Option<Encoded<S::Message>> {
        loop {
            if let Some(why) = self.must_end() {
                return Some(self.ending(&why));
            }
            self.given = false;
            if let Some(restarted) = self.restarted.take() {
                return Some(Encoded::new(&S::restarted(restarted)));
            }
            if let Some(events) = self.events() {
                return Some(events);
            }
            if self.end.is_some() {
                return None;
            }
            if let Some(heartbeat) = self.wait().await {
                return Some(heartbeat);
            }
        }
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
        // A client that reads asks for more as soon as it has something, and is waiting when there is something new.
        let patience = self.feed.options.patience;
        let is_unread = self.given && self.sent_at.elapsed() > patience;
        let waits_since = || self.feed.recent().waits_since(self.place.position);
        let is_unheard = self.caught_up && waits_since().is_some_and(|since| since.elapsed() > patience);
        (is_unread || is_unheard).then_some(Why::SlowConsumer)
    }

    /// The events behind the consumer's place, if they are at hand; otherwise sees to it that they come.
    fn events(&mut self) -> Option<Encoded<S::Message>> {
        if self.reading.is_some() {
            return None;
        }
        if let Some((message, position)) = self.page.as_ref().and_then(|page| page.after(self.place.position)) {
            self.place.position = position;
            return Some(Encoded::from_bytes(message));
        }
        self.page = None;
        let next = self.feed.recent().after(self.place);
        match next {
            Next::Nothing => self.caught_up = true,
            Next::Events(message, position) => {
                self.place.position = position;
                self.caught_up = false;
                return Some(Encoded::from_bytes(message));
            }
            Next::InTheStore => {
                self.caught_up = false;
                if self.again_at.is_none() {
                    let reading = tokio::spawn(read_page(Arc::clone(&self.feed), self.place));
                    self.reading = Some(AbortOnDropHandle::new(reading));
                }
            }
            Next::AnotherEpoch(head) => self.restart(&head),
        }
        None
    }

    /// Goes on in the epoch that is.
    fn restart(&mut self, head: &FeedHead) {
        self.caught_up = false;
        match find::<S>(head, self.place) {
            Ok((place, restarted)) => {
                self.place = place;
                self.restarted = restarted;
            }
            Err(error) => self.end = Some(Refusal::new(Reason::CursorLost, error.to_string()).into()),
        }
    }

    /// Waits until there may be something to send; answers a heartbeat when nothing else was sent for long.
    async fn wait(&mut self) -> Option<Encoded<S::Message>> {
        if self.restarted.is_some() {
            return None;
        }
        tokio::select! {
            biased;
            () = self.drain.cancelled() => {}
            error = &mut self.right, if self.right_over.is_none() => self.right_over = Some(error),
            read = joined(&mut self.reading) => self.take_read(read),
            Ok(()) = self.changed.changed() => {}
            () = passed(self.again_at) => self.again_at = None,
            () = sleep_until(self.sent_at + self.feed.options.heartbeat) => return Some(self.heartbeat()),
        }
        None
    }

    fn take_read(&mut self, read: Result<Read, FeedError<S::Error>>) {
        self.reading = None;
        match read {
            Ok(Read::Page(page)) => self.page = Some(page),
            Ok(Read::OfAnotherEpoch) => {}
            Ok(Read::Nothing) => self.again_at = Some(Instant::now() + AGAIN_AFTER),
            Err(error) => {
                // The reader that all share says when the store is away and when it is back.
                let error: &(dyn std::error::Error + 'static) = &error;
                tracing::debug!(error, "a page of the {} could not be read: trying again", S::NAME);
                self.again_at = Some(Instant::now() + AGAIN_AFTER);
            }
        }
    }

    fn heartbeat(&self) -> Encoded<S::Message> {
        Encoded::new(&S::heartbeat(cursor::write(self.place)))
    }

    fn ending(&mut self, why: &Why) -> Encoded<S::Message> {
        let refusal = match why {
            Why::Draining => Refusal::new(
                Reason::Draining,
                "this process is shutting down: connect again and resume",
            ),
            Why::RightOver(error) => (*error).into(),
            Why::SlowConsumer => {
                self.feed.meters.cut();
                Refusal::new(Reason::SlowConsumer, "events waited too long to be read: resume")
                    .retry_after(Duration::from_secs(1))
            }
        };
        let ending = S::ending(refusal.reason(), cursor::write(self.place));
        self.end = Some(refusal.into());
        Encoded::new(&ending)
    }
}

/// Reads a page for one consumer. In a task of its own: others wait for the room, and a stream stops in the middle when its
/// client does not read.
async fn read_page<S: FeedSource>(feed: Arc<Feed<S>>, behind: FeedPoint) -> Result<Read, FeedError<S::Error>> {
    let _room = feed.room.acquire().await;
    feed.read_behind(behind).await
}

async fn joined<E>(reading: &mut Option<Reading<E>>) -> Result<Read, FeedError<E>> {
    match reading {
        None => std::future::pending().await,
        Some(task) => task.await.unwrap_or_else(|error| Err(FeedError::Fault(error))),
    }
}

async fn passed(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
