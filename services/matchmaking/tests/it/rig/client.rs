//! What players do.

use std::collections::HashMap;

use corners_matchmaking::MatchmakingCalls;
use corners_proto::error::{Reason, metadata_of, reason_of};
use corners_proto::ids::AccountId;
use corners_proto::matchmaking::v1::find_match_response::Message as Found;
use corners_proto::matchmaking::v1::matchmaking_service_client::MatchmakingServiceClient;
use corners_proto::matchmaking::v1::matchmaking_service_server::MatchmakingServiceServer;
use corners_proto::matchmaking::v1::watch_account_response::Message as News;
use corners_proto::matchmaking::v1::*;
use corners_proto::time_control::time_control_to_proto;
use corners_service::auth::Caller;
use corners_service::internal::InternalChannel;
use corners_test_calls::Callers;
use tonic::{Status, Streaming};

use super::pool;

/// A request id with a number, as clients write it.
pub fn request_id(number: u64) -> String {
    format!("00000000-0000-4000-8000-{number:012x}")
}

/// What is played in a pool, as clients ask for it.
pub fn terms(text: &str) -> Terms {
    let terms = pool(text).terms;
    Terms {
        variant: terms.variant.to_owned(),
        time_control: Some(time_control_to_proto(&terms.pace.time_control())),
        rated: terms.rated,
    }
}

/// The call was refused for this reason; answers the refusal's metadata.
#[track_caller]
pub fn is_refused<T: std::fmt::Debug>(
    answer: Result<T, Status>,
    reason: Reason,
    keys: &[&str],
) -> HashMap<String, String> {
    let status = answer.unwrap_err();
    assert_eq!(reason_of(&status).as_deref(), Some(reason.as_str()), "{status:?}");
    let metadata = keys.iter().map(|key| {
        let value = metadata_of(&status, key).unwrap_or_else(|| panic!("no {key} in {status:?}"));
        ((*key).to_owned(), value)
    });
    metadata.collect()
}

/// Somebody who calls matchmaking.
#[derive(Clone)]
pub struct Client {
    pub calls: MatchmakingServiceClient<InternalChannel>,
}

impl Client {
    pub fn of(server: MatchmakingServiceServer<MatchmakingCalls>, who: Caller) -> Self {
        let callers = Callers::of(server, who);
        Self {
            calls: MatchmakingServiceClient::new(InternalChannel::in_process(callers)),
        }
    }

    /// Waits in a pool.
    pub async fn find(&mut self, text: &str, request: u64) -> Result<Finding, Status> {
        self.find_by(FindMatchRequest {
            request_id: request_id(request),
            terms: Some(terms(text)),
            bots: pool(text).bots,
            ..FindMatchRequest::default()
        })
        .await
    }

    pub async fn find_by(&mut self, request: FindMatchRequest) -> Result<Finding, Status> {
        let opened = self.calls.find_match(request).await?;
        Ok(Finding(opened.into_inner()))
    }

    pub async fn cancel(&mut self, request: u64) -> Result<(), Status> {
        let request_id = request_id(request);
        self.calls
            .cancel_ticket(CancelTicketRequest { request_id })
            .await
            .map(drop)
    }

    pub async fn seek(&mut self, text: &str, request: u64) -> Result<Seek, Status> {
        let request = CreateSeekRequest {
            request_id: request_id(request),
            terms: Some(terms(text)),
            ..CreateSeekRequest::default()
        };
        Ok(self.calls.create_seek(request).await?.into_inner().seek.unwrap())
    }

    pub async fn accept_seek(&mut self, seek: &str, request: u64) -> Result<StartedGame, Status> {
        let request = AcceptSeekRequest {
            request_id: request_id(request),
            seek: seek.to_owned(),
        };
        Ok(self.calls.accept_seek(request).await?.into_inner().game.unwrap())
    }

    /// Challenges somebody, or nobody for a link.
    pub async fn challenge(&mut self, whom: Option<AccountId>, text: &str, request: u64) -> Result<Challenge, Status> {
        self.challenge_by(CreateChallengeRequest {
            request_id: request_id(request),
            challenged: whom.map(|whom| whom.to_string()).unwrap_or_default(),
            terms: Some(terms(text)),
            ..CreateChallengeRequest::default()
        })
        .await
    }

    pub async fn challenge_by(&mut self, request: CreateChallengeRequest) -> Result<Challenge, Status> {
        Ok(self
            .calls
            .create_challenge(request)
            .await?
            .into_inner()
            .challenge
            .unwrap())
    }

    pub async fn get_challenge(&mut self, challenge: &str) -> Result<Challenge, Status> {
        let challenge = challenge.to_owned();
        let told = self.calls.get_challenge(GetChallengeRequest { challenge }).await?;
        Ok(told.into_inner().challenge.unwrap())
    }

    pub async fn accept(&mut self, challenge: &str, request: u64) -> Result<StartedGame, Status> {
        let request = AcceptChallengeRequest {
            request_id: request_id(request),
            challenge: challenge.to_owned(),
        };
        Ok(self.calls.accept_challenge(request).await?.into_inner().game.unwrap())
    }

    pub async fn decline(&mut self, challenge: &str, reason: DeclineReason, request: u64) -> Result<(), Status> {
        let request = DeclineChallengeRequest {
            request_id: request_id(request),
            challenge: challenge.to_owned(),
            reason: reason.into(),
        };
        self.calls.decline_challenge(request).await.map(drop)
    }

    pub async fn take_back(&mut self, challenge: &str, request: u64) -> Result<(), Status> {
        let request = CancelChallengeRequest {
            request_id: request_id(request),
            challenge: challenge.to_owned(),
        };
        self.calls.cancel_challenge(request).await.map(drop)
    }

    pub async fn rematch(&mut self, table: &str, request: u64) -> Result<offer_rematch_response::Outcome, Status> {
        let request = OfferRematchRequest {
            request_id: request_id(request),
            table: table.to_owned(),
        };
        Ok(self.calls.offer_rematch(request).await?.into_inner().outcome.unwrap())
    }

    pub async fn no_rematch(&mut self, table: &str, request: u64) -> Result<(), Status> {
        let request = DeclineRematchRequest {
            request_id: request_id(request),
            table: table.to_owned(),
        };
        self.calls.decline_rematch(request).await.map(drop)
    }

    pub async fn block(&mut self, whom: AccountId, request: u64) -> Result<(), Status> {
        let request = BlockPlayerRequest {
            request_id: request_id(request),
            account: whom.to_string(),
        };
        self.calls.block_player(request).await.map(drop)
    }

    pub async fn watch(&mut self, resume_after: &str) -> Result<Watching, Status> {
        let resume_after = resume_after.to_owned();
        let opened = self.calls.watch_account(WatchAccountRequest { resume_after }).await?;
        Ok(Watching {
            stream: opened.into_inner(),
            mark: String::new(),
        })
    }

    /// What there is of the account now.
    pub async fn snapshot(&mut self) -> AccountSnapshot {
        match self.watch("").await.unwrap().next().await {
            News::Snapshot(snapshot) => snapshot,
            other => panic!("{other:?} instead of a snapshot"),
        }
    }
}

/// The stream of a ticket.
#[derive(Debug)]
pub struct Finding(pub Streaming<FindMatchResponse>);

impl Finding {
    /// The next message; none when the stream ends well.
    pub async fn next(&mut self) -> Result<Option<Found>, Status> {
        Ok(self.0.message().await?.map(|told| told.message.unwrap()))
    }

    /// The next word on a ticket that waits.
    pub async fn waits(&mut self) -> Waiting {
        match self.next().await {
            Ok(Some(Found::Waiting(waiting))) => waiting,
            other => panic!("{other:?} instead of a word on the wait"),
        }
    }

    /// Waits for the game.
    pub async fn game(&mut self) -> StartedGame {
        loop {
            match self.next().await {
                Ok(Some(Found::Waiting(_))) => {}
                Ok(Some(Found::Found(game))) => return game,
                other => panic!("{other:?} instead of a game"),
            }
        }
    }

    /// Waits for the game with somebody who comes to the same pool.
    pub async fn meets(&mut self, other: &mut Client) {
        let mut others = other.find(super::RATED, 1).await.unwrap();
        let (game, same) = tokio::join!(self.game(), others.game());
        assert_eq!(game.table, same.table);
    }

    /// Waits for the end without a game, and answers why.
    pub async fn end(&mut self) -> Status {
        let mut said = None;
        loop {
            match self.next().await {
                Ok(Some(Found::Waiting(_))) => {}
                Ok(Some(Found::Ending(ending))) => said = Some(ending.reason),
                Err(status) => {
                    assert_eq!(said, reason_of(&status));
                    return status;
                }
                other => panic!("{other:?} instead of an end"),
            }
        }
    }
}

/// The stream of an account.
#[derive(Debug)]
pub struct Watching {
    stream: Streaming<WatchAccountResponse>,
    /// The last mark that was told.
    pub mark: String,
}

impl Watching {
    /// The next message that is no sign of life.
    pub async fn next(&mut self) -> News {
        loop {
            match self.told().await.unwrap() {
                News::Pulse(_) => {}
                news => return news,
            }
        }
    }

    /// The next message, whatever it is.
    pub async fn told(&mut self) -> Result<News, Status> {
        let told = self.stream.message().await?.unwrap();
        let news = told.message.unwrap();
        assert_eq!(told.mark.is_empty(), matches!(news, News::Pulse(_) | News::Ending(_)));
        if !told.mark.is_empty() {
            self.mark = told.mark;
        }
        Ok(news)
    }

    /// Reads on until the news is such.
    pub async fn until<T>(&mut self, is_such: impl Fn(News) -> Option<T>) -> T {
        loop {
            if let Some(found) = is_such(self.next().await) {
                return found;
            }
        }
    }

    /// Reads on until a game has started.
    pub async fn game(&mut self) -> StartedGame {
        self.until(|news| match news {
            News::GameStarted(game) => Some(game),
            _ => None,
        })
        .await
    }
}
