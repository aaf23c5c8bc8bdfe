//! The result feed, come what may.

use corners_proto::archive::v1::stream_results_request::Start;
use corners_proto::archive::v1::{FeedRestarted, ResultEvent, StreamResultsRequest, StreamResultsResponse};
use prost_types::Timestamp;
use tonic::{Request, Response, Status, Streaming};

use crate::access::Bearer;
use crate::follow::{Followed, Following, Step, follow};
use crate::{Corners, Error, Session};

/// Where results are followed from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultsFrom {
    /// The first event there ever was.
    Beginning,
    /// Behind the event with this cursor.
    Cursor(String),
    /// The first event that was recorded at this moment or later.
    Recorded(Timestamp),
}

/// What the result feed says.
#[derive(Clone, Debug, PartialEq)]
pub enum FeedUpdate {
    /// The next events, in the order of their positions and without gaps. Store what you derive from an event together with
    /// its cursor, and it is applied once.
    Events(Vec<ResultEvent>),
    /// The archive was restored from a backup, and positions are given anew from here on.
    Restarted(FeedRestarted),
    /// Nothing is new behind this cursor.
    Heartbeat(String),
}

/// The result feed, over breaks of the connection, restarts and draining servers. An error is the last thing it yields.
#[derive(Debug)]
pub struct Results {
    following: Following<FeedUpdate>,
}

impl Results {
    pub(crate) fn open(session: Session, from: ResultsFrom) -> Self {
        let start = match from {
            ResultsFrom::Beginning => None,
            ResultsFrom::Cursor(cursor) => Some(Start::Cursor(cursor)),
            ResultsFrom::Recorded(moment) => Some(Start::RecordedFrom(moment)),
        };
        Self {
            following: follow(session, Feed { start }),
        }
    }

    /// What comes next; nothing after an error. Safe to cancel.
    pub async fn next(&mut self) -> Option<Result<FeedUpdate, Error>> {
        self.following.updates.recv().await
    }
}

/// The feed, and how far it was received.
struct Feed {
    start: Option<Start>,
}

impl Followed for Feed {
    const CALL: &'static str = "StreamResults";
    type Message = StreamResultsResponse;
    type Update = FeedUpdate;

    async fn open(&self, corners: &Corners, bearer: &Bearer) -> Result<Streaming<StreamResultsResponse>, Status> {
        let request = StreamResultsRequest {
            start: self.start.clone(),
        };
        let request = bearer.sign(Request::new(request));
        corners
            .archive()
            .stream_results(request)
            .await
            .map(Response::into_inner)
    }

    fn take(&mut self, message: StreamResultsResponse, _: &Session) -> Result<Step<FeedUpdate>, Error> {
        if let Some(restarted) = message.restarted {
            self.start = Some(Start::Cursor(restarted.cursor.clone()));
            return Ok(Step::Tell(FeedUpdate::Restarted(restarted)));
        }
        if let Some(last) = message.events.last() {
            self.start = Some(Start::Cursor(last.cursor.clone()));
            return Ok(Step::Tell(FeedUpdate::Events(message.events)));
        }
        // What an ending says follows as the status, and where to resume is what was received.
        Ok(match message.heartbeat {
            Some(heartbeat) => {
                self.start = Some(Start::Cursor(heartbeat.cursor.clone()));
                Step::Mention(FeedUpdate::Heartbeat(heartbeat.cursor))
            }
            None => Step::Nothing,
        })
    }
}
