//! Feeds of events, come what may: the results of games, and what becomes of ratings.

use std::marker::PhantomData;

use corners_proto::archive::v1::stream_results_request::Start as ResultsStart;
use corners_proto::archive::v1::{FeedRestarted, ResultEvent, StreamResultsRequest, StreamResultsResponse};
use corners_proto::rating::v1::stream_rating_events_request::Start as RatingsStart;
use corners_proto::rating::v1::{RatingEvent, RatingsRestarted, StreamRatingEventsRequest, StreamRatingEventsResponse};
use prost_types::Timestamp;
use tonic::{Request, Response, Status, Streaming};

use crate::access::Bearer;
use crate::follow::{Followed, Following, Step, follow};
use crate::{Corners, Error, Session};

/// Where a feed is followed from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeedFrom {
    /// The first event there ever was.
    Beginning,
    /// Behind the event with this cursor.
    Cursor(String),
    /// The first event that was recorded at this moment or later.
    Recorded(Timestamp),
}

/// What a feed says: the result feed, unless it is said otherwise.
#[derive(Clone, Debug, PartialEq)]
pub enum FeedUpdate<Event = ResultEvent, Restarted = FeedRestarted> {
    /// The next events, in the order of their positions and without gaps. Store what you derive from an event together with
    /// its cursor, and it is applied once.
    Events(Vec<Event>),
    /// The feed is another one, and positions are given anew from here on: the archive was restored from a backup, or the
    /// ratings were made anew.
    Restarted(Restarted),
    /// Nothing is new behind this cursor.
    Heartbeat(String),
}

/// What the stream of rating events says.
pub type RatingUpdate = FeedUpdate<RatingEvent, RatingsRestarted>;

/// The result feed, over breaks of the connection, restarts and draining servers. An error is the last thing it yields.
#[derive(Debug)]
pub struct Results(Following<FeedUpdate>);

/// What becomes of rated games, over breaks of the connection, restarts and draining servers. An error is the last thing it
/// yields.
#[derive(Debug)]
pub struct RatingEvents(Following<RatingUpdate>);

impl Results {
    pub(crate) fn open(session: Session, from: FeedFrom) -> Self {
        Self(follow(session, Feed::<StreamResults>::new(from)))
    }

    /// What comes next; nothing after an error. Safe to cancel.
    pub async fn next(&mut self) -> Option<Result<FeedUpdate, Error>> {
        self.0.updates.recv().await
    }
}

impl RatingEvents {
    pub(crate) fn open(session: Session, from: FeedFrom) -> Self {
        Self(follow(session, Feed::<StreamRatingEvents>::new(from)))
    }

    /// What comes next; nothing after an error. Safe to cancel.
    pub async fn next(&mut self) -> Option<Result<RatingUpdate, Error>> {
        self.0.updates.recv().await
    }
}

/// A call that streams a feed.
trait FeedCall: Send + 'static {
    const NAME: &'static str;
    type Message: Send + 'static;
    type Event: Send + 'static;
    type Restarted: Send + 'static;

    fn open(
        corners: &Corners,
        bearer: &Bearer,
        from: FeedFrom,
    ) -> impl Future<Output = Result<Streaming<Self::Message>, Status>> + Send;

    /// What a message says, with the cursor behind it. What an ending says follows as the status, and where to resume is
    /// what was received.
    fn read(message: Self::Message) -> Option<Told<Self::Event, Self::Restarted>>;
}

/// What a feed says, and the cursor behind it.
type Told<Event, Restarted> = (FeedUpdate<Event, Restarted>, String);

/// The calls differ in the types of their messages only, whose fields have the same names.
macro_rules! feed_call {
    ($call:ident of $client:ident: $method:ident($request:ident, $start:ident) -> $response:ident, $event:ident, $restarted:ident) => {
        struct $call;

        impl FeedCall for $call {
            const NAME: &'static str = stringify!($call);
            type Message = $response;
            type Event = $event;
            type Restarted = $restarted;

            async fn open(corners: &Corners, bearer: &Bearer, from: FeedFrom) -> Result<Streaming<$response>, Status> {
                let start = match from {
                    FeedFrom::Beginning => None,
                    FeedFrom::Cursor(cursor) => Some($start::Cursor(cursor)),
                    FeedFrom::Recorded(moment) => Some($start::RecordedFrom(moment)),
                };
                let request = bearer.sign(Request::new($request { start }));
                let opened = corners.$client().$method(request).await;
                opened.map(Response::into_inner)
            }

            fn read(message: $response) -> Option<Told<$event, $restarted>> {
                if let Some(restarted) = message.restarted {
                    let cursor = restarted.cursor.clone();
                    return Some((FeedUpdate::Restarted(restarted), cursor));
                }
                if let Some(last) = message.events.last() {
                    let cursor = last.cursor.clone();
                    return Some((FeedUpdate::Events(message.events), cursor));
                }
                let cursor = message.heartbeat?.cursor;
                Some((FeedUpdate::Heartbeat(cursor.clone()), cursor))
            }
        }
    };
}

feed_call!(StreamResults of archive: stream_results(StreamResultsRequest, ResultsStart)
    -> StreamResultsResponse, ResultEvent, FeedRestarted);
feed_call!(StreamRatingEvents of rating: stream_rating_events(StreamRatingEventsRequest, RatingsStart)
    -> StreamRatingEventsResponse, RatingEvent, RatingsRestarted);

/// A feed, and how far it was received.
struct Feed<Call> {
    from: FeedFrom,
    call: PhantomData<fn() -> Call>,
}

impl<Call> Feed<Call> {
    const fn new(from: FeedFrom) -> Self {
        let call = PhantomData;
        Self { from, call }
    }
}

impl<Call: FeedCall> Followed for Feed<Call> {
    const CALL: &'static str = Call::NAME;
    type Message = Call::Message;
    type Update = FeedUpdate<Call::Event, Call::Restarted>;

    async fn open(&self, corners: &Corners, bearer: &Bearer) -> Result<Streaming<Call::Message>, Status> {
        Call::open(corners, bearer, self.from.clone()).await
    }

    fn take(&mut self, message: Call::Message, _: &Session) -> Result<Step<Self::Update>, Error> {
        let Some((update, cursor)) = Call::read(message) else {
            return Ok(Step::Nothing);
        };
        self.from = FeedFrom::Cursor(cursor);
        Ok(match update {
            FeedUpdate::Heartbeat(_) => Step::Mention(update),
            FeedUpdate::Events(_) | FeedUpdate::Restarted(_) => Step::Tell(update),
        })
    }
}
