//! `corners.matchmaking.v1.MatchmakingService`.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use corners_proto::error::{Reason, Refusal, Violations};
use corners_proto::ids::{AccountId, OfferId, TableId};
use corners_proto::matchmaking::v1 as proto;
use corners_proto::matchmaking::v1::matchmaking_service_server::MatchmakingService;
use corners_service::auth::{Caller, caller, end_of_right};
use corners_service::drain::Drain;
use futures::Stream;
use tonic::{Request, Response, Status, async_trait};

use super::{bulk, challenges, find, parse, people, refuse, seeks};
use crate::acts::calls::{Answer, Call, once};
use crate::acts::matches::Attempt;
use crate::acts::{blocks, rematches};
use crate::completing::Completing;
use crate::desk::Desk;
use crate::domain::matched::{Match, MatchState};
use crate::domain::player::Player;
use crate::draft::{Decision, Draft};
use crate::peers::Peers;
use crate::render;
use crate::store::Key;
use crate::streams::{AccountStream, Finding, Lobby, LobbyStream, Pace, Snapshots, parse_mark};

/// What calls work with.
pub(crate) struct Tools {
    pub(crate) desk: Desk,
    pub(crate) peers: Peers,
    pub(crate) completing: Completing,
    pub(crate) finding: Finding,
    pub(crate) lobby: Lobby,
    pub(crate) snapshots: Snapshots,
    pub(crate) heartbeat: Duration,
    pub(crate) drain: Drain,
}

/// The public calls. Clones share everything.
#[derive(Clone)]
pub struct MatchmakingCalls {
    tools: Arc<Tools>,
}

type Streamed<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

impl MatchmakingCalls {
    pub(crate) fn new(tools: Tools) -> Self {
        Self { tools: Arc::new(tools) }
    }

    fn pace<T>(&self, request: &Request<T>, every: Duration) -> Pace {
        Pace::new(every, end_of_right(request), self.tools.drain.token())
    }
}

impl Tools {
    /// Decides a call once.
    pub(super) async fn once(
        &self,
        call: &Call,
        mut decide: impl FnMut(&mut Draft<'_>) -> Decision<Answer> + Send,
    ) -> Result<Answer, Status> {
        let changed = self
            .desk
            .change(&call.needs(), |draft| once(draft, call, &mut decide))
            .await;
        changed.map_err(refuse::desk)
    }

    /// A record, if there is one.
    pub(super) async fn read<T: serde::de::DeserializeOwned>(&self, key: Key) -> Result<Option<T>, Status> {
        let read = self.desk.change(&[key], |draft| draft.get::<T>(key)).await;
        read.map_err(refuse::desk)
    }

    /// Decides a call once that may begin a game, and makes its table. Answers the game as the account sees it; none where none
    /// begins.
    pub(super) async fn play_once(
        &self,
        call: &Call,
        mut decide: impl FnMut(&mut Draft<'_>) -> Decision<Option<Match>> + Send,
    ) -> Result<Option<proto::StartedGame>, Status> {
        let mut recorded = None;
        let changed = self
            .desk
            .change(&call.needs(), |draft| {
                // It may be decided anew.
                recorded = None;
                once(draft, call, |draft| {
                    recorded = decide(draft)?;
                    Ok(recorded
                        .as_ref()
                        .map_or(Answer::Done, |found| Answer::Game(found.table)))
                })
            })
            .await;
        match changed.map_err(refuse::desk)? {
            Answer::Game(table) => self.started(table, recorded, call.account).await.map(Some),
            Answer::Done | Answer::Offer(_) => Ok(None),
        }
    }

    /// The game that begins at this table, once the table is made, as the account sees it. `recorded` is its match, if this very call
    /// has recorded it.
    async fn started(
        &self,
        table: TableId,
        recorded: Option<Match>,
        account: AccountId,
    ) -> Result<proto::StartedGame, Status> {
        let made = match recorded {
            Some(found) => self.completing.make(&found, Attempt::FIRST).await,
            None => self.completing.look(table).await,
        };
        made.map_err(refuse::desk)?;
        let found = self.read::<Match>(Key::of_match(table)).await?;
        match found {
            Some(found) if found.state == MatchState::Made => {
                Ok(render::game(&found.game(found.white.account == account)))
            }
            Some(Match {
                state: MatchState::Refused(reason),
                ..
            }) => Err(not_made(&reason).into()),
            _ => {
                let message = "the game begins and its table is not made yet: repeat the call with the same request_id";
                Err(Refusal::new(Reason::TablesUnavailable, message)
                    .with("table", table)
                    .into())
            }
        }
    }
}

/// The table of a game was refused.
fn not_made(reason: &str) -> Refusal {
    if reason == Reason::TooMany.as_str() {
        let message = "one of the two sits at as many tables as an account may";
        return Refusal::new(Reason::TooMany, message).with("limit", "tables_per_account");
    }
    let message = format!("the table was refused: {reason}");
    Refusal::new(Reason::PlayerNotAvailable, message).with("why", reason)
}

#[async_trait]
impl MatchmakingService for MatchmakingCalls {
    type FindMatchStream = Streamed<proto::FindMatchResponse>;
    type WatchLobbyStream = Streamed<proto::WatchLobbyResponse>;
    type WatchAccountStream = Streamed<proto::WatchAccountResponse>;

    async fn list_pools(
        &self,
        request: Request<proto::ListPoolsRequest>,
    ) -> Result<Response<proto::ListPoolsResponse>, Status> {
        find::list_pools(&self.tools, request.get_ref())
            .await
            .map(Response::new)
    }

    async fn find_match(
        &self,
        request: Request<proto::FindMatchRequest>,
    ) -> Result<Response<Self::FindMatchStream>, Status> {
        let pace = self.pace(&request, crate::streams::SAYS_EVERY);
        let stream = find::open(&self.tools, &request, pace).await?;
        Ok(Response::new(Box::pin(stream.into_stream())))
    }

    async fn cancel_ticket(
        &self,
        request: Request<proto::CancelTicketRequest>,
    ) -> Result<Response<proto::CancelTicketResponse>, Status> {
        find::cancel(&self.tools, &caller(&request)?, request.get_ref()).await?;
        Ok(Response::new(proto::CancelTicketResponse {}))
    }

    async fn create_seek(
        &self,
        request: Request<proto::CreateSeekRequest>,
    ) -> Result<Response<proto::CreateSeekResponse>, Status> {
        let seek = seeks::create(&self.tools, &caller(&request)?, request.get_ref()).await?;
        Ok(Response::new(proto::CreateSeekResponse { seek: Some(seek) }))
    }

    async fn cancel_seek(
        &self,
        request: Request<proto::CancelSeekRequest>,
    ) -> Result<Response<proto::CancelSeekResponse>, Status> {
        seeks::cancel(&self.tools, &caller(&request)?, request.get_ref()).await?;
        Ok(Response::new(proto::CancelSeekResponse {}))
    }

    async fn accept_seek(
        &self,
        request: Request<proto::AcceptSeekRequest>,
    ) -> Result<Response<proto::AcceptSeekResponse>, Status> {
        let game = seeks::accept(&self.tools, &caller(&request)?, request.get_ref()).await?;
        Ok(Response::new(proto::AcceptSeekResponse { game: Some(game) }))
    }

    async fn watch_lobby(
        &self,
        request: Request<proto::WatchLobbyRequest>,
    ) -> Result<Response<Self::WatchLobbyStream>, Status> {
        let mark = parse_mark(&request.get_ref().resume_after)?;
        let pace = self.pace(&request, self.tools.heartbeat);
        let stream = LobbyStream::new(self.tools.lobby.clone(), mark, pace);
        Ok(Response::new(Box::pin(stream.into_stream())))
    }

    async fn create_challenge(
        &self,
        request: Request<proto::CreateChallengeRequest>,
    ) -> Result<Response<proto::CreateChallengeResponse>, Status> {
        let challenge = challenges::create(&self.tools, &caller(&request)?, request.get_ref()).await?;
        Ok(Response::new(proto::CreateChallengeResponse {
            challenge: Some(challenge),
        }))
    }

    async fn get_challenge(
        &self,
        request: Request<proto::GetChallengeRequest>,
    ) -> Result<Response<proto::GetChallengeResponse>, Status> {
        let challenge = challenges::get(&self.tools, &caller(&request)?, request.get_ref()).await?;
        Ok(Response::new(proto::GetChallengeResponse {
            challenge: Some(challenge),
        }))
    }

    async fn accept_challenge(
        &self,
        request: Request<proto::AcceptChallengeRequest>,
    ) -> Result<Response<proto::AcceptChallengeResponse>, Status> {
        let game = challenges::accept(&self.tools, &caller(&request)?, request.get_ref()).await?;
        Ok(Response::new(proto::AcceptChallengeResponse { game: Some(game) }))
    }

    async fn decline_challenge(
        &self,
        request: Request<proto::DeclineChallengeRequest>,
    ) -> Result<Response<proto::DeclineChallengeResponse>, Status> {
        challenges::decline(&self.tools, &caller(&request)?, request.get_ref()).await?;
        Ok(Response::new(proto::DeclineChallengeResponse {}))
    }

    async fn cancel_challenge(
        &self,
        request: Request<proto::CancelChallengeRequest>,
    ) -> Result<Response<proto::CancelChallengeResponse>, Status> {
        challenges::cancel(&self.tools, &caller(&request)?, request.get_ref()).await?;
        Ok(Response::new(proto::CancelChallengeResponse {}))
    }

    async fn offer_rematch(
        &self,
        request: Request<proto::OfferRematchRequest>,
    ) -> Result<Response<proto::OfferRematchResponse>, Status> {
        let outcome = challenges::offer_rematch(&self.tools, &caller(&request)?, request.get_ref()).await?;
        Ok(Response::new(proto::OfferRematchResponse { outcome: Some(outcome) }))
    }

    async fn decline_rematch(
        &self,
        request: Request<proto::DeclineRematchRequest>,
    ) -> Result<Response<proto::DeclineRematchResponse>, Status> {
        let Caller { account, .. } = caller(&request)?;
        let message = request.get_ref();
        let (request_id, table) = parse::about::<TableId>(&message.request_id, "table", &message.table)?;
        let call = parse::call(account, request_id, "DeclineRematch", message);
        let decide = |draft: &mut Draft<'_>| rematches::decline(draft, account, table).map(|()| Answer::Done);
        self.tools.once(&call, decide).await?;
        Ok(Response::new(proto::DeclineRematchResponse {}))
    }

    async fn create_bulk_pairing(
        &self,
        request: Request<proto::CreateBulkPairingRequest>,
    ) -> Result<Response<proto::CreateBulkPairingResponse>, Status> {
        let pairing = bulk::create(&self.tools, &caller(&request)?, request.get_ref()).await?;
        Ok(Response::new(proto::CreateBulkPairingResponse {
            pairing: Some(pairing),
        }))
    }

    async fn get_bulk_pairing(
        &self,
        request: Request<proto::GetBulkPairingRequest>,
    ) -> Result<Response<proto::GetBulkPairingResponse>, Status> {
        let Caller { account, .. } = caller(&request)?;
        let mut violations = Violations::new();
        let id = parse::id::<OfferId>(&mut violations, "pairing", &request.get_ref().pairing);
        let id = id.ok_or_else(|| violations.refusal())?;
        let pairing = bulk::told(&self.tools, account, id).await?;
        Ok(Response::new(proto::GetBulkPairingResponse { pairing: Some(pairing) }))
    }

    async fn cancel_bulk_pairing(
        &self,
        request: Request<proto::CancelBulkPairingRequest>,
    ) -> Result<Response<proto::CancelBulkPairingResponse>, Status> {
        let pairing = bulk::cancel(&self.tools, &caller(&request)?, request.get_ref()).await?;
        Ok(Response::new(proto::CancelBulkPairingResponse {
            pairing: Some(pairing),
        }))
    }

    async fn watch_account(
        &self,
        request: Request<proto::WatchAccountRequest>,
    ) -> Result<Response<Self::WatchAccountStream>, Status> {
        let Caller { account, .. } = caller(&request)?;
        let mark = parse_mark(&request.get_ref().resume_after)?;
        let pace = self.pace(&request, self.tools.heartbeat);
        let wakes = self.tools.finding.hub.wait_for(account);
        let stream = AccountStream::new(self.tools.snapshots.clone(), account, wakes, mark, pace);
        Ok(Response::new(Box::pin(stream.into_stream())))
    }

    async fn block_player(
        &self,
        request: Request<proto::BlockPlayerRequest>,
    ) -> Result<Response<proto::BlockPlayerResponse>, Status> {
        let who = caller(&request)?;
        let message = request.get_ref();
        let (request_id, blocked) = parse::about::<AccountId>(&message.request_id, "account", &message.account)?;
        people::kinds(&self.tools.peers, &[blocked]).await?;
        let (account, kind) = (who.account, parse::kind(&who));
        let call = parse::call(account, request_id, "BlockPlayer", message);
        let decide = |draft: &mut Draft<'_>| blocks::block(draft, account, kind, blocked).map(|()| Answer::Done);
        self.tools.once(&call, decide).await?;
        Ok(Response::new(proto::BlockPlayerResponse {}))
    }

    async fn unblock_player(
        &self,
        request: Request<proto::UnblockPlayerRequest>,
    ) -> Result<Response<proto::UnblockPlayerResponse>, Status> {
        let Caller { account, .. } = caller(&request)?;
        let message = request.get_ref();
        let (request_id, blocked) = parse::about::<AccountId>(&message.request_id, "account", &message.account)?;
        let call = parse::call(account, request_id, "UnblockPlayer", message);
        let decide = |draft: &mut Draft<'_>| blocks::unblock(draft, account, blocked).map(|()| Answer::Done);
        self.tools.once(&call, decide).await?;
        Ok(Response::new(proto::UnblockPlayerResponse {}))
    }

    async fn list_blocked_players(
        &self,
        request: Request<proto::ListBlockedPlayersRequest>,
    ) -> Result<Response<proto::ListBlockedPlayersResponse>, Status> {
        let Caller { account, .. } = caller(&request)?;
        let player = self
            .tools
            .read::<Player>(Key::player(account))
            .await?
            .unwrap_or_default();
        let accounts = player.blocked.iter().map(ToString::to_string).collect();
        Ok(Response::new(proto::ListBlockedPlayersResponse { accounts }))
    }
}
