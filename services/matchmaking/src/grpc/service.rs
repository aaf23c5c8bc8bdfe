//! `corners.matchmaking.v1.MatchmakingService`.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use corners_proto::error::Violations;
use corners_proto::ids::{AccountId, OfferId, TableId};
use corners_proto::matchmaking::v1 as proto;
use corners_proto::matchmaking::v1::matchmaking_service_server::MatchmakingService;
use corners_service::auth::{Caller, caller, end_of_right};
use futures::Stream;
use tonic::{Request, Response, Status, async_trait};

use super::tools::Tools;
use super::{bulk, challenges, find, parse, people, seeks};
use crate::acts::calls::Answer;
use crate::acts::{blocks, rematches};
use crate::domain::player::Player;
use crate::draft::Draft;
use crate::store::Key;
use crate::streams::{AccountStream, LobbyStream, Pace, parse_mark};

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
        let (account, kind) = (who.account, parse::kind(&who));
        let call = parse::call(account, request_id, "BlockPlayer", message);
        let is_there = people::kinds(&self.tools.peers, &[blocked]).await;
        let decide = |draft: &mut Draft<'_>, _: &_| blocks::block(draft, account, kind, blocked).map(|()| Answer::Done);
        self.tools.once_with(&call, is_there, decide).await?;
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
