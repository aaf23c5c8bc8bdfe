//! The public service.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use corners_proto::error::{Reason, Refusal};
use corners_proto::game::v1 as proto;
use corners_proto::game::v1::game_service_server::GameService;
use corners_proto::ids::TableId;
use corners_service::auth::{Caller, caller, end_of_right};
use corners_service::drain::Drain;
use futures::Stream;
use tokio::sync::Semaphore;
use tonic::{Request, Response, Status, async_trait};

use super::moves::{SeatRequest, abort_call, play_call, seat_call};
use super::parse::{self, TableCall};
use super::{create, fault, list, refusal, rules, watch};
use crate::authority::Authority;
use crate::error::AuthorityError;
use crate::render;
use crate::store::HeartbeatAnswer;
use crate::table::{Table, overdue};
use crate::watch::{WatchMessage, WatchOptions, WatchStream};

/// How many calls that change something may be under way, those included whose clients have hung up.
const MOST_UNDER_WAY: usize = 4_096;

/// How many lists may be read or wait for it: each asks all partitions, and must not take the places of moves.
const MOST_LISTS: usize = 32;

/// The public service over an authority.
#[derive(Clone)]
pub struct Game {
    authority: Arc<Authority>,
    drain: Drain,
    watch: WatchOptions,
    under_way: Arc<Semaphore>,
    lists: Arc<Semaphore>,
}

impl Game {
    /// The public side of an authority. Calls that change something finish even if their client goes away.
    #[must_use]
    pub fn new(authority: Arc<Authority>, drain: Drain, watch: WatchOptions) -> Self {
        Self {
            authority,
            drain,
            watch,
            under_way: Arc::new(Semaphore::new(MOST_UNDER_WAY)),
            lists: Arc::new(Semaphore::new(MOST_LISTS)),
        }
    }

    /// Runs work that must not stop in the middle when its client hangs up.
    async fn detached<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, AuthorityError>> + Send + 'static,
    ) -> Result<T, Status> {
        let room = Arc::clone(&self.under_way)
            .try_acquire_owned()
            .map_err(|_| overloaded())?;
        let work = async move {
            let result = work.await;
            drop(room);
            result
        };
        match self.drain.spawn(work).await {
            Ok(result) => result.map_err(|error| refusal(error).into()),
            Err(error) => Err(fault(error)),
        }
    }

    async fn execute(&self, call: TableCall) -> Result<Arc<Table>, Status> {
        let authority = Arc::clone(&self.authority);
        let TableCall { table, call, command } = call;
        self.detached(async move { authority.execute(table, call, command).await })
            .await
    }

    /// Carries out a call for a seat and answers the state after it, as the caller may see it.
    async fn act<R: SeatRequest>(&self, request: &Request<R>) -> Result<proto::TableState, Status> {
        let caller = caller(request)?;
        let table = self.execute(seat_call(&caller, request.get_ref())?).await?;
        Ok(state_for(&caller, &table))
    }

    async fn rendered(&self, id: TableId, table: &Table, caller: &Caller) -> Result<proto::Table, Status> {
        let now = self
            .authority
            .clock()
            .punch(&table.clock_turn(), table.last_reading(), None)
            .await
            .map_err(refusal)?
            .punch;
        // Its alarm is late, or lost with a store: whoever looks at the table rings it. What was read stays what is told.
        if overdue(table, &now).is_some() {
            let authority = Arc::clone(&self.authority);
            let _ = self.detached(async move { authority.alarm_due(id).await }).await;
        }
        // Who is here is not worth failing a call for that has done what it was asked.
        let known = self.authority.hub().feed(id).and_then(|feed| feed.presence());
        let presence = match known {
            Some(presence) => Some(presence),
            None => self.authority.presence(id, table, false).await.ok().flatten(),
        };
        Ok(render::table(id, table, caller.account, &now, presence))
    }
}

fn overloaded() -> Refusal {
    Refusal::new(Reason::Overloaded, "too many calls are under way: try again").retry_after(Duration::from_millis(500))
}

fn state_for(caller: &Caller, table: &Table) -> proto::TableState {
    render::state(table, render::is_mover(table, caller.account))
}

type WatchMessages = Pin<Box<dyn Stream<Item = Result<WatchMessage, Status>> + Send>>;

#[async_trait]
impl GameService for Game {
    type WatchTablesStream = WatchMessages;

    async fn list_variants(
        &self,
        _: Request<proto::ListVariantsRequest>,
    ) -> Result<Response<proto::ListVariantsResponse>, Status> {
        Ok(Response::new(rules::list_variants()))
    }

    async fn list_legal_moves(
        &self,
        request: Request<proto::ListLegalMovesRequest>,
    ) -> Result<Response<proto::ListLegalMovesResponse>, Status> {
        Ok(Response::new(rules::list_legal_moves(request.get_ref())?))
    }

    async fn explain_move(
        &self,
        request: Request<proto::ExplainMoveRequest>,
    ) -> Result<Response<proto::ExplainMoveResponse>, Status> {
        Ok(Response::new(rules::explain_move(request.get_ref())?))
    }

    async fn create_table(
        &self,
        request: Request<proto::CreateTableRequest>,
    ) -> Result<Response<proto::CreateTableResponse>, Status> {
        let caller = caller(&request)?;
        let (id, agreement) = create::agreement(&caller, request.get_ref())?;
        let authority = Arc::clone(&self.authority);
        let table = self
            .detached(async move { authority.create(id, agreement).await })
            .await?;
        Ok(Response::new(proto::CreateTableResponse {
            table: Some(self.rendered(id, &table, &caller).await?),
        }))
    }

    async fn join_table(
        &self,
        request: Request<proto::JoinTableRequest>,
    ) -> Result<Response<proto::JoinTableResponse>, Status> {
        let caller = caller(&request)?;
        let call = seat_call(&caller, request.get_ref())?;
        let id = call.table;
        let table = self.execute(call).await?;
        Ok(Response::new(proto::JoinTableResponse {
            table: Some(self.rendered(id, &table, &caller).await?),
        }))
    }

    async fn get_table(
        &self,
        request: Request<proto::GetTableRequest>,
    ) -> Result<Response<proto::GetTableResponse>, Status> {
        let caller = caller(&request)?;
        let id = parse::table_id(&request.get_ref().table)?;
        let table = self.authority.table(id).await.map_err(refusal)?;
        Ok(Response::new(proto::GetTableResponse {
            table: Some(self.rendered(id, &table, &caller).await?),
        }))
    }

    async fn list_live_tables(
        &self,
        request: Request<proto::ListLiveTablesRequest>,
    ) -> Result<Response<proto::ListLiveTablesResponse>, Status> {
        caller(&request)?;
        let _place = self.lists.try_acquire().map_err(|_| overloaded())?;
        let page = list::page(&self.authority, list::live(request.get_ref())?).await?;
        let response = proto::ListLiveTablesResponse {
            tables: page.tables,
            next_page_token: page.next_page_token,
        };
        Ok(Response::new(response))
    }

    async fn list_my_tables(
        &self,
        request: Request<proto::ListMyTablesRequest>,
    ) -> Result<Response<proto::ListMyTablesResponse>, Status> {
        let caller = caller(&request)?;
        let _place = self.lists.try_acquire().map_err(|_| overloaded())?;
        let page = list::page(&self.authority, list::mine(caller.account, request.get_ref())?).await?;
        let response = proto::ListMyTablesResponse {
            tables: page.tables,
            next_page_token: page.next_page_token,
        };
        Ok(Response::new(response))
    }

    async fn watch_tables(
        &self,
        request: Request<proto::WatchTablesRequest>,
    ) -> Result<Response<WatchMessages>, Status> {
        let caller = caller(&request)?;
        let watched = watch::watched(request.get_ref())?;
        for entry in &watched {
            match self.authority.table(entry.table).await {
                Err(error @ AuthorityError::TableNotLive(_)) => return Err(refusal(error).into()),
                Err(error) if watched.len() == 1 => return Err(refusal(error).into()),
                // The stream tells what is wrong with one of several tables, and goes on with the others.
                _ => {}
            }
        }
        let right = end_of_right(&request);
        let authority = Arc::clone(&self.authority);
        let token = self.drain.token();
        let stream = WatchStream::new(authority, caller.account, &watched, self.watch, right, token);
        Ok(Response::new(Box::pin(stream.into_stream())))
    }

    async fn answer_heartbeat(
        &self,
        request: Request<proto::AnswerHeartbeatRequest>,
    ) -> Result<Response<proto::AnswerHeartbeatResponse>, Status> {
        let account = caller(&request)?.account;
        let proto::AnswerHeartbeatRequest { table, nonce } = request.into_inner();
        let table = parse::table_id(&table)?;
        let answer = HeartbeatAnswer { table, account, nonce };
        self.authority.heartbeat_answered(answer).await.map_err(refusal)?;
        Ok(Response::new(proto::AnswerHeartbeatResponse {}))
    }

    async fn play_move(
        &self,
        request: Request<proto::PlayMoveRequest>,
    ) -> Result<Response<proto::PlayMoveResponse>, Status> {
        let caller = caller(&request)?;
        let table = self.execute(play_call(&caller, request.get_ref())?).await?;
        let state = state_for(&caller, &table);
        Ok(Response::new(proto::PlayMoveResponse {
            r#move: state.last_move.clone(),
            state: Some(state),
        }))
    }

    async fn resign(&self, request: Request<proto::ResignRequest>) -> Result<Response<proto::ResignResponse>, Status> {
        Ok(Response::new(proto::ResignResponse {
            state: Some(self.act(&request).await?),
        }))
    }

    async fn offer_draw(
        &self,
        request: Request<proto::OfferDrawRequest>,
    ) -> Result<Response<proto::OfferDrawResponse>, Status> {
        Ok(Response::new(proto::OfferDrawResponse {
            state: Some(self.act(&request).await?),
        }))
    }

    async fn accept_draw(
        &self,
        request: Request<proto::AcceptDrawRequest>,
    ) -> Result<Response<proto::AcceptDrawResponse>, Status> {
        Ok(Response::new(proto::AcceptDrawResponse {
            state: Some(self.act(&request).await?),
        }))
    }

    async fn decline_draw(
        &self,
        request: Request<proto::DeclineDrawRequest>,
    ) -> Result<Response<proto::DeclineDrawResponse>, Status> {
        Ok(Response::new(proto::DeclineDrawResponse {
            state: Some(self.act(&request).await?),
        }))
    }

    async fn offer_takeback(
        &self,
        request: Request<proto::OfferTakebackRequest>,
    ) -> Result<Response<proto::OfferTakebackResponse>, Status> {
        Ok(Response::new(proto::OfferTakebackResponse {
            state: Some(self.act(&request).await?),
        }))
    }

    async fn accept_takeback(
        &self,
        request: Request<proto::AcceptTakebackRequest>,
    ) -> Result<Response<proto::AcceptTakebackResponse>, Status> {
        Ok(Response::new(proto::AcceptTakebackResponse {
            state: Some(self.act(&request).await?),
        }))
    }

    async fn decline_takeback(
        &self,
        request: Request<proto::DeclineTakebackRequest>,
    ) -> Result<Response<proto::DeclineTakebackResponse>, Status> {
        Ok(Response::new(proto::DeclineTakebackResponse {
            state: Some(self.act(&request).await?),
        }))
    }

    async fn claim_game(
        &self,
        request: Request<proto::ClaimGameRequest>,
    ) -> Result<Response<proto::ClaimGameResponse>, Status> {
        Ok(Response::new(proto::ClaimGameResponse {
            state: Some(self.act(&request).await?),
        }))
    }

    async fn abort_table(
        &self,
        request: Request<proto::AbortTableRequest>,
    ) -> Result<Response<proto::AbortTableResponse>, Status> {
        let caller = caller(&request)?;
        let table = self.execute(abort_call(&caller, request.get_ref())?).await?;
        Ok(Response::new(proto::AbortTableResponse {
            state: Some(state_for(&caller, &table)),
        }))
    }
}
