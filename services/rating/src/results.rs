//! The result feed, as far as a stream of it goes.

use std::time::Duration;

use corners_proto::archive::v1::archive_service_client::ArchiveServiceClient;
use corners_proto::archive::v1::stream_results_request::Start;
use corners_proto::archive::v1::{FeedRestarted, ResultEvent, StreamResultsRequest, StreamResultsResponse};
use corners_proto::error::{Reason, reason_of};
use corners_service::internal::InternalChannel;
use futures::FutureExt;
use tokio::time::{Instant, timeout, timeout_at};
use tonic::{Status, Streaming};

use crate::convert::{self, Unreadable};
use crate::domain::Told;
use crate::store::Place;

/// A stream that was not opened by then is given up.
const OPENED_WITHIN: Duration = Duration::from_secs(5);

/// There is a heartbeat every ten seconds.
const LONGEST_SILENCE: Duration = Duration::from_secs(25);

/// How many results are handed out at once.
const MOST: usize = 512;

/// A stream of the archive's result feed.
pub(crate) struct ResultStream {
    stream: Streaming<StreamResultsResponse>,
    /// What was received behind the events that are handed out next.
    received: Option<StreamResultsResponse>,
    /// Why there is nothing behind what was handed out last.
    broken: Option<Broken>,
    heard_at: Instant,
}

/// What comes next.
pub(crate) enum Next {
    /// Results, at most 512, each with the place behind it.
    Results(Vec<(Place, Option<Told>)>),
    /// The feed is another one than the place was of; it goes on behind this place.
    Restarted(Place),
    /// There are no more results at the moment.
    CaughtUp,
}

/// Why a stream does not go on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Broken {
    /// The archive said so, or is away.
    #[error("the archive says {:?}: {}", .0.code(), .0.message())]
    Ended(#[from] Box<Status>),
    /// The archive is silent.
    #[error("the archive was silent for {0:?}")]
    Silent(Duration),
    /// It tells something that makes no sense.
    #[error("the result behind position {behind} cannot be read: ratings cannot go on without it")]
    Unreadable {
        /// The position of the last one that could be.
        behind: u64,
        /// Why.
        source: Unreadable,
    },
}

impl Broken {
    /// Whether the archive does not know the feed that the place was of.
    pub(crate) fn is_of_a_lost_feed(&self) -> bool {
        let reason = match self {
            Self::Ended(status) => reason_of(status),
            _ => None,
        };
        reason.is_some_and(|reason| reason == Reason::CursorLost.as_str())
    }
}

impl ResultStream {
    /// Opens a stream behind a place, or from the beginning.
    pub(crate) async fn open(
        archive: &mut ArchiveServiceClient<InternalChannel>,
        behind: Option<&Place>,
    ) -> Result<Self, Broken> {
        let start = behind.map(|place| Start::Cursor(place.cursor.clone()));
        let opening = archive.stream_results(StreamResultsRequest { start });
        let opened = timeout(OPENED_WITHIN, opening).await;
        let opened = opened.map_err(|_| Broken::Silent(OPENED_WITHIN))?;
        Ok(Self {
            stream: opened.map_err(Box::new)?.into_inner(),
            received: None,
            broken: None,
            heard_at: Instant::now(),
        })
    }

    /// What comes next, waited for. `behind` is where the last ones were. Safe to cancel.
    pub(crate) async fn next(&mut self, behind: u64) -> Result<Next, Broken> {
        if let Some(broken) = self.broken.take() {
            return Err(broken);
        }
        loop {
            let message = match self.received.take() {
                Some(message) => message,
                None => self.message().await?,
            };
            if let Some(restarted) = message.restarted {
                return Ok(Next::Restarted(place(restarted)));
            }
            if message.heartbeat.is_some() {
                return Ok(Next::CaughtUp);
            }
            if !message.events.is_empty() {
                return self.results(message.events, behind);
            }
        }
    }

    /// These results, and those that are there already.
    fn results(&mut self, mut events: Vec<ResultEvent>, behind: u64) -> Result<Next, Broken> {
        while let Some(Ok(Some(message))) = self.stream.message().now_or_never() {
            if message.events.is_empty() || events.len() + message.events.len() > MOST {
                self.received = Some(message);
                break;
            }
            events.extend(message.events);
        }
        let mut results = Vec::with_capacity(events.len());
        let mut behind = behind;
        for event in events {
            match convert::told(event) {
                Ok((place, told)) => {
                    behind = place.sequence;
                    results.push((place, told));
                }
                Err(source) => {
                    self.broken = Some(Broken::Unreadable { behind, source });
                    break;
                }
            }
        }
        match self.broken.take_if(|_| results.is_empty()) {
            Some(broken) => Err(broken),
            None => Ok(Next::Results(results)),
        }
    }

    async fn message(&mut self) -> Result<StreamResultsResponse, Broken> {
        let message = timeout_at(self.heard_at + LONGEST_SILENCE, self.stream.message()).await;
        let message = message.map_err(|_| Broken::Silent(LONGEST_SILENCE))?;
        self.heard_at = Instant::now();
        let ended = || Box::new(Status::unavailable("the stream has ended"));
        Ok(message.map_err(Box::new)?.ok_or_else(ended)?)
    }
}

fn place(restarted: FeedRestarted) -> Place {
    Place {
        cursor: restarted.cursor,
        sequence: restarted.last_common_sequence,
    }
}
