//! Waiting in a pool, come what may.

use corners_proto::error::Reason;
use corners_proto::ids::RequestId;
use corners_proto::matchmaking::v1::find_match_response::Message;
use corners_proto::matchmaking::v1::{
    CancelTicketRequest, FindMatchRequest, FindMatchResponse, ListPoolsRequest, Pool, StartedGame, Waiting,
};
use tokio::sync::watch;
use tonic::{Request, Response, Status, Streaming};

use super::call;
use crate::access::Bearer;
use crate::follow::{Followed, Following, Step, follow};
use crate::{Corners, Error, Link, Refused, Session, retry};

/// What a wait says.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// The ticket waits: said at once, when something changed, and at least every 3 seconds. A reader who is behind misses some.
    Waiting(Waiting),
    /// An opponent is found and the table is made. The last thing it says.
    Found(StartedGame),
}

/// A wait for an opponent that outlives connections, draining servers and tokens: it is one ticket, whose request id every
/// stream repeats. A ticket that ended because it was alone for too long is followed by another one with the same wishes.
///
/// Dropping it closes the stream, which cancels the ticket; [`FindMatch::cancel`] also waits until it is cancelled. An error
/// is the last thing it yields: a refusal, or `TICKET_ENDED` with the metadata `why` (`REPLACED` by a later one of the account
/// in the same pool, `GAME_STARTED` elsewhere, `TOO_MANY`).
#[derive(Debug)]
pub struct FindMatch {
    following: Following<Finding>,
    session: Session,
    ticket: watch::Receiver<String>,
}

impl FindMatch {
    /// What comes next; nothing behind a game or an error. Safe to cancel.
    pub async fn next(&mut self) -> Option<Result<Finding, Error>> {
        self.following.updates.recv().await
    }

    /// Waits for the game.
    ///
    /// # Errors
    /// [`Error::Refused`] with a reason of FindMatch, [`Error::Unreachable`].
    pub async fn game(mut self) -> Result<StartedGame, Error> {
        while let Some(finding) = self.next().await {
            if let Finding::Found(game) = finding? {
                return Ok(game);
            }
        }
        Err(Error::Protocol("a wait ended without a game"))
    }

    /// How the wait is connected, for those who show it.
    #[must_use]
    pub fn link(&self) -> watch::Receiver<Link> {
        self.following.link.clone()
    }

    /// Stops waiting, and makes sure that the ticket has ended. Who is paired in the same instant has a game all the same,
    /// which the account's stream tells.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Unreachable`]: then the ticket ends by itself, within 15 seconds.
    pub async fn cancel(self) -> Result<(), Error> {
        let Self {
            following,
            session,
            ticket,
        } = self;
        drop(following);
        let request_id = ticket.borrow().clone();
        let request = CancelTicketRequest { request_id };
        call!(session, "CancelTicket", cancel_ticket, request).map(drop)
    }
}

impl Corners {
    /// The pools that players can wait in: those of a variant, or all of them when it is empty.
    ///
    /// # Errors
    /// [`Error::Refused`] with `UNKNOWN_VARIANT`, [`Error::Unreachable`].
    pub async fn list_pools(&self, variant: &str) -> Result<Vec<Pool>, Error> {
        let request = ListPoolsRequest {
            variant: variant.to_owned(),
        };
        let send = |request| {
            let mut client = self.matchmaking();
            async move { client.list_pools(request).await }
        };
        Ok(retry::call(self.options(), "ListPools", request, send).await?.pools)
    }
}

impl Session {
    /// Waits in a pool for an opponent. An empty `request_id` is filled in.
    #[must_use]
    pub fn find_match(&self, mut request: FindMatchRequest) -> FindMatch {
        if request.request_id.is_empty() {
            request.request_id = RequestId::random().to_string();
        }
        let (ticket_in, ticket) = watch::channel(request.request_id.clone());
        let wait = Wait { request, ticket_in };
        FindMatch {
            following: follow(self.clone(), wait),
            session: self.clone(),
            ticket,
        }
    }
}

/// What is waited for.
struct Wait {
    request: FindMatchRequest,
    /// Tells the request id of the ticket.
    ticket_in: watch::Sender<String>,
}

impl Followed for Wait {
    const CALL: &'static str = "FindMatch";
    type Message = FindMatchResponse;
    type Update = Finding;

    async fn open(&self, corners: &Corners, bearer: &Bearer) -> Result<Streaming<FindMatchResponse>, Status> {
        let request = bearer.sign(Request::new(self.request.clone()));
        corners
            .matchmaking()
            .find_match(request)
            .await
            .map(Response::into_inner)
    }

    fn take(&mut self, message: FindMatchResponse, _: &Session) -> Result<Step<Finding>, Error> {
        Ok(match message.message {
            Some(Message::Waiting(waiting)) => Step::Mention(Finding::Waiting(waiting)),
            Some(Message::Found(game)) => Step::TellLast(Finding::Found(game)),
            // The status that follows says it.
            Some(Message::Ending(_)) | None => Step::Nothing,
        })
    }

    /// Nobody else can cancel this ticket: the platform has, because it heard nothing of its client for too long.
    fn asks_anew(&mut self, refused: &Refused) -> bool {
        let has_ended = refused.reason.as_deref() == Some(Reason::TicketEnded.as_str());
        let why = refused.metadata.get("why").map(String::as_str);
        if !has_ended || why != Some("CANCELLED") {
            return false;
        }
        self.request.request_id = RequestId::random().to_string();
        self.ticket_in.send_replace(self.request.request_id.clone());
        true
    }
}
