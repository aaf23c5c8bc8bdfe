//! A player who looks for a game in a pool, whatever happens to the connection.

use std::time::Duration;

use corners_proto::error::{metadata_of, reason_of};
use corners_proto::game::v1::{RealTime, TimeControl, time_control};
use corners_proto::ids::RequestId;
use corners_proto::matchmaking::v1::find_match_response::Message;
use corners_proto::matchmaking::v1::{
    CancelTicketRequest, FindMatchRequest, FindMatchResponse, StartedGame, Terms, Waiting,
};
use tokio::time::sleep;
use tonic::{Code, Status, Streaming};

use crate::Matchmaking;

/// How long a client waits before it tries again for the first time; each time twice as long.
const FIRST_AGAIN_AFTER: Duration = Duration::from_millis(20);

/// How long it waits at most.
const AGAIN_AFTER_AT_MOST: Duration = Duration::from_secs(1);

/// One ticket, and the streams that follow it: whenever one breaks, the next goes on with the same request id.
#[derive(Debug)]
pub struct Search {
    calls: Matchmaking,
    request: FindMatchRequest,
    stream: Option<Streaming<FindMatchResponse>>,
}

/// What a search has come to.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// The ticket waits.
    Waiting(Waiting),
    /// A game.
    Game(Box<StartedGame>),
    /// The ticket has ended, and why.
    Ended(String),
}

/// A time control as players write it.
#[must_use]
pub fn minutes_and_seconds(minutes: i64, seconds: i64) -> TimeControl {
    let duration = |seconds| prost_types::Duration { seconds, nanos: 0 };
    TimeControl {
        kind: Some(time_control::Kind::RealTime(RealTime {
            reserve: Some(duration(60 * minutes)),
            increment: Some(duration(seconds)),
        })),
    }
}

impl Search {
    /// A search in a pool without programs, which has not begun.
    #[must_use]
    pub fn new(calls: Matchmaking, terms: Terms) -> Self {
        Self {
            calls,
            request: FindMatchRequest {
                request_id: RequestId::random().to_string(),
                terms: Some(terms),
                ..Default::default()
            },
            stream: None,
        }
    }

    /// Another search of the same ticket, without a stream.
    #[must_use]
    pub fn twin(&self) -> Self {
        self.over(self.calls.clone())
    }

    /// The same search by other calls of the player, without a stream.
    #[must_use]
    pub fn over(&self, calls: Matchmaking) -> Self {
        Self {
            calls,
            request: self.request.clone(),
            stream: None,
        }
    }

    /// The request that stands for the ticket.
    #[must_use]
    pub fn request(&self) -> &FindMatchRequest {
        &self.request
    }

    /// The next thing that is said of the ticket. Goes on by a new stream when one breaks.
    ///
    /// # Errors
    /// When the ticket is refused.
    pub async fn next(&mut self) -> Result<Found, Status> {
        let mut again_after = FIRST_AGAIN_AFTER;
        loop {
            match self.heard().await {
                Ok(Some(found)) => return Ok(found),
                Ok(None) => {}
                Err(status) if is_to_be_tried_again(&status) => wait(&mut again_after).await,
                Err(status) => return Err(status),
            }
            self.stream = None;
        }
    }

    /// What is said next on a stream; none when it has ended.
    async fn heard(&mut self) -> Result<Option<Found>, Status> {
        if self.stream.is_none() {
            match self.calls.find_match(self.request.clone()).await {
                Ok(stream) => self.stream = Some(stream.into_inner()),
                Err(status) => return ended(status).map(Some),
            }
        }
        let Some(stream) = &mut self.stream else {
            return Ok(None);
        };
        while let Some(message) = stream.message().await.transpose() {
            match message {
                Ok(FindMatchResponse {
                    message: Some(Message::Waiting(waiting)),
                }) => return Ok(Some(Found::Waiting(waiting))),
                Ok(FindMatchResponse {
                    message: Some(Message::Found(game)),
                }) => return Ok(Some(Found::Game(Box::new(game)))),
                // The status that follows says the same.
                Ok(_) => {}
                Err(status) => return ended(status).map(Some),
            }
        }
        Ok(None)
    }

    /// Waits until a message satisfies the test; none of the others may be an end.
    ///
    /// # Errors
    /// When the ticket is refused, or ends before.
    pub async fn until(&mut self, is_it: impl Fn(&Waiting) -> bool) -> Result<Waiting, Status> {
        loop {
            match self.next().await? {
                Found::Waiting(waiting) if is_it(&waiting) => return Ok(waiting),
                Found::Waiting(_) => {}
                other => return Err(Status::internal(format!("the ticket has come to {other:?}"))),
            }
        }
    }

    /// Waits until the ticket has ended, by a game or without.
    ///
    /// # Errors
    /// When the ticket is refused.
    pub async fn end(&mut self) -> Result<Found, Status> {
        loop {
            match self.next().await? {
                Found::Waiting(_) => {}
                end => return Ok(end),
            }
        }
    }

    /// Ends the ticket by a call of its own, which is sent until it is answered.
    ///
    /// # Errors
    /// When the call is refused.
    pub async fn cancel(&mut self) -> Result<(), Status> {
        let request = CancelTicketRequest {
            request_id: self.request.request_id.clone(),
        };
        let mut again_after = FIRST_AGAIN_AFTER;
        loop {
            match self.calls.cancel_ticket(request.clone()).await {
                Ok(_) => return Ok(()),
                Err(status) if is_to_be_tried_again(&status) => wait(&mut again_after).await,
                Err(status) => return Err(status),
            }
        }
    }

    /// Closes the stream, as who does not want to play any more.
    pub fn close(&mut self) {
        self.stream = None;
    }
}

/// Why a ticket has ended, if the status says that it has.
fn ended(status: Status) -> Result<Found, Status> {
    if reason_of(&status).as_deref() == Some("TICKET_ENDED") {
        return Ok(Found::Ended(metadata_of(&status, "why").unwrap_or_default()));
    }
    Err(status)
}

/// Waits before a try, and doubles the wait for the next one.
async fn wait(again_after: &mut Duration) {
    sleep(*again_after).await;
    *again_after = (2 * *again_after).min(AGAIN_AFTER_AT_MOST);
}

/// The service invites to try again, or the connection is gone.
fn is_to_be_tried_again(status: &Status) -> bool {
    status.code() == Code::Unavailable || reason_of(status).is_none()
}
