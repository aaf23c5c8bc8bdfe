//! Somebody on a connection: an account with its token, and the calls it can make.

use std::sync::Arc;

use corners_proto::game::v1::game_service_client::GameServiceClient;
use corners_proto::game::v1::{
    AbortTableRequest, AcceptDrawRequest, AcceptTakebackRequest, ClaimGameRequest, CreateTableRequest,
    DeclineDrawRequest, DeclineTakebackRequest, GetTableRequest, JoinTableRequest, ListLiveTablesRequest,
    ListLiveTablesResponse, ListMyTablesRequest, ListMyTablesResponse, OfferDrawRequest, OfferTakebackRequest,
    PlayMoveRequest, PlayMoveResponse, ResignRequest, Table, TableState, Turn, WatchedTable,
};
use corners_proto::ids::RequestId;
use tonic::transport::Channel;
use tonic::{Request, Response, Status};

use crate::access::Access;
use crate::{Corners, Error, SeatHandle, Watch, movetext, retry};

/// An account's session. Cloning it shares the connection and the tokens.
///
/// A session that was begun with a refresh token or a personal access token keeps itself alive: it gets the next access
/// token a minute before the last one expires, and a call that was refused for its token is sent once more with the next.
/// When there is no next one, calls fail with [`Error::SessionOver`].
///
/// Calls that change something take the contract's request. An empty `request_id` is filled in; every try of one call
/// carries the same. To repeat a call whose outcome is unknown, set the id yourself and send the same request again.
#[derive(Clone, Debug)]
pub struct Session {
    corners: Corners,
    account: Arc<str>,
    access: Access,
}

/// Calls that change something: the request id is settled before the first try.
macro_rules! changes {
    ($($(#[$doc:meta])* $name:ident($request:ty) -> $answer:ty, $call:literal => $take:expr;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// [`Error::Refused`] with a reason of the contract, [`Error::Unreachable`].
        pub async fn $name(&self, mut request: $request) -> Result<$answer, Error> {
            if request.request_id.is_empty() {
                request.request_id = RequestId::random().to_string();
            }
            let send = |mut client: GameServiceClient<Channel>, request| async move { client.$name(request).await };
            self.call($call, request, send).await.and_then($take)
        }
    )*};
}

/// What every answer of a call holds, unless the server broke the contract.
fn whole<Part>(part: Option<Part>) -> Result<Part, Error> {
    part.ok_or(Error::Protocol("an answer lacks the table or its state"))
}

impl Session {
    pub(crate) fn new(corners: Corners, account: String, access: Access) -> Self {
        Self {
            corners,
            account: account.into(),
            access,
        }
    }

    /// The account's id.
    #[must_use]
    pub fn account(&self) -> &str {
        &self.account
    }

    /// The connection.
    #[must_use]
    pub fn corners(&self) -> &Corners {
        &self.corners
    }

    /// The calls of the seat that this account holds at a table.
    #[must_use]
    pub fn seat(&self, table: impl Into<String>) -> SeatHandle {
        SeatHandle::new(self.clone(), table.into())
    }

    /// Follows tables from their snapshots on: at most 64, none twice.
    pub fn watch(&self, tables: impl IntoIterator<Item = impl Into<String>>) -> Watch {
        self.watch_from(tables.into_iter().map(|table| WatchedTable {
            table: table.into(),
            resume_after: None,
        }))
    }

    /// Follows tables from the versions last seen of them.
    pub fn watch_from(&self, tables: impl IntoIterator<Item = WatchedTable>) -> Watch {
        Watch::open(self.clone(), tables)
    }

    /// Plays a move written as movetext: `c3-d3`, or a chain `c3-e3-e5`. Two squares are origin and destination; more
    /// must be a legal path.
    ///
    /// # Errors
    /// [`Error::BadMove`], [`Error::Refused`] with a reason of PlayMove, [`Error::Unreachable`].
    pub async fn play(
        &self,
        table: &str,
        movetext: &str,
        expected_turn: Option<Turn>,
    ) -> Result<PlayMoveResponse, Error> {
        let path = movetext::squares(movetext)?;
        self.play_move(PlayMoveRequest {
            table: table.to_owned(),
            expected_turn,
            path,
            ..Default::default()
        })
        .await
    }

    /// Reads one table.
    ///
    /// # Errors
    /// [`Error::Refused`] with `TABLE_NOT_LIVE`, [`Error::Unreachable`].
    pub async fn get_table(&self, id: &str) -> Result<Table, Error> {
        let request = GetTableRequest { table: id.to_owned() };
        let answer = self
            .call("GetTable", request, |mut client, request| async move {
                client.get_table(request).await
            })
            .await?;
        whole(answer.table)
    }

    /// One page of the tables that are open or being played.
    ///
    /// # Errors
    /// [`Error::Refused`] with `INVALID_PAGE_TOKEN`, [`Error::Unreachable`].
    pub async fn list_live_tables(&self, request: ListLiveTablesRequest) -> Result<ListLiveTablesResponse, Error> {
        self.call("ListLiveTables", request, |mut client, request| async move {
            client.list_live_tables(request).await
        })
        .await
    }

    /// One page of this account's tables.
    ///
    /// # Errors
    /// [`Error::Refused`] with `INVALID_PAGE_TOKEN`, [`Error::Unreachable`].
    pub async fn list_my_tables(&self, request: ListMyTablesRequest) -> Result<ListMyTablesResponse, Error> {
        self.call("ListMyTables", request, |mut client, request| async move {
            client.list_my_tables(request).await
        })
        .await
    }

    changes! {
        /// Makes a casual table.
        create_table(CreateTableRequest) -> Table, "CreateTable" => |answer| whole(answer.table);
        /// Takes a free seat.
        join_table(JoinTableRequest) -> Table, "JoinTable" => |answer| whole(answer.table);
        /// Plays a move.
        play_move(PlayMoveRequest) -> PlayMoveResponse, "PlayMove" => Ok;
        /// Gives the game up.
        resign(ResignRequest) -> TableState, "Resign" => |answer| whole(answer.state);
        /// Offers a draw.
        offer_draw(OfferDrawRequest) -> TableState, "OfferDraw" => |answer| whole(answer.state);
        /// Accepts the other side's draw offer.
        accept_draw(AcceptDrawRequest) -> TableState, "AcceptDraw" => |answer| whole(answer.state);
        /// Declines the other side's draw offer.
        decline_draw(DeclineDrawRequest) -> TableState, "DeclineDraw" => |answer| whole(answer.state);
        /// Asks to take the last move back.
        offer_takeback(OfferTakebackRequest) -> TableState, "OfferTakeback" => |answer| whole(answer.state);
        /// Accepts the other side's takeback.
        accept_takeback(AcceptTakebackRequest) -> TableState, "AcceptTakeback" => |answer| whole(answer.state);
        /// Declines the other side's takeback.
        decline_takeback(DeclineTakebackRequest) -> TableState, "DeclineTakeback" => |answer| whole(answer.state);
        /// Ends the table without a result, before both sides have moved.
        abort_table(AbortTableRequest) -> TableState, "AbortTable" => |answer| whole(answer.state);
        /// Wins a game that the other player has left.
        claim_game(ClaimGameRequest) -> TableState, "ClaimGame" => |answer| whole(answer.state);
    }

    /// What proves who calls.
    pub(crate) fn access(&self) -> &Access {
        &self.access
    }

    /// Sends a call that carries the session's token. A call that is refused for it is sent once more with the next one,
    /// if there is one.
    pub(crate) async fn send<Message, Answer, Sent>(
        &self,
        call: &'static str,
        message: Message,
        send: impl Fn(Request<Message>) -> Sent,
    ) -> Result<Answer, Error>
    where
        Message: Clone,
        Sent: Future<Output = Result<Response<Answer>, Status>>,
    {
        let options = self.corners.options();
        let bearer = self.access.bearer();
        let answer = retry::call(options, call, message.clone(), |request| send(bearer.sign(request))).await;
        match answer {
            Err(Error::Refused { refused, .. }) if self.access.can_mend(&refused) => {
                let next = self.access.after(&bearer).await?;
                retry::call(options, call, message, |request| send(next.sign(request))).await
            }
            answer => answer,
        }
    }

    async fn call<Message, Answer, Sent>(
        &self,
        call: &'static str,
        message: Message,
        send: impl Fn(GameServiceClient<Channel>, Request<Message>) -> Sent,
    ) -> Result<Answer, Error>
    where
        Message: Clone,
        Sent: Future<Output = Result<Response<Answer>, Status>>,
    {
        self.send(call, message, |request| send(self.corners.game(), request))
            .await
    }
}
