//! What operators do.

use corners_proto::accounts::v1::admin_service_client::AdminServiceClient;
use corners_proto::accounts::v1::{
    AdminAccount, BanAccountRequest, ListAccountsRequest, ListAccountsResponse, ListAuditEventsRequest,
    ListAuditEventsResponse, RevokeAccessRequest, RevokeAccessResponse, RotateSigningKeyRequest,
    RotateSigningKeyResponse, SetOperatorRequest, UnbanAccountRequest,
};
use corners_proto::archive::v1::admin_service_client::AdminServiceClient as GameAdminServiceClient;
use corners_proto::archive::v1::{AnnulGameRequest, Feed, Game, GetFeedRequest, StartFeedEpochRequest};
use corners_proto::game::v1::admin_service_client::AdminServiceClient as TableAdminServiceClient;
use corners_proto::game::v1::{
    CloseTableRequest, ListDeadLettersRequest, ListDeadLettersResponse, RequeueDeadLetterRequest, TableState,
};
use corners_proto::ids::RequestId;
use corners_proto::rating::v1::admin_service_client::AdminServiceClient as RatingAdminServiceClient;
use corners_proto::rating::v1::{
    GetRatingStateRequest, GetRatingStateResponse, RebuildRatingsRequest, VerifyRatingsRequest, VerifyRatingsResponse,
};
use tonic::transport::Channel;
use tonic::{Request, Response, Streaming};

use crate::{Error, Session};

/// The calls of an operator, whose token has the scope `admin`. Each is in the platform's audit log. Others are refused with
/// `SCOPE_MISSING`.
#[derive(Clone, Debug)]
pub struct Admin {
    session: Session,
}

/// A call of one of the admin services.
macro_rules! call {
    ($admin:expr, $client:ident, $call:literal, $method:ident, $request:expr) => {{
        let send = |request| {
            let mut client = $admin.$client();
            async move { client.$method(request).await }
        };
        $admin.session.send($call, $request, send).await
    }};
}

impl Session {
    /// What the session can do as an operator.
    #[must_use]
    pub fn admin(&self) -> Admin {
        Admin { session: self.clone() }
    }
}

impl Admin {
    /// The operator's session.
    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    /// One page of accounts, newest first.
    ///
    /// # Errors
    /// [`Error::Refused`] with `INVALID_PAGE_TOKEN`, [`Error::Unreachable`].
    pub async fn list_accounts(&self, request: ListAccountsRequest) -> Result<ListAccountsResponse, Error> {
        call!(self, accounts, "ListAccounts", list_accounts, request)
    }

    /// Closes an account to further play.
    ///
    /// # Errors
    /// [`Error::Refused`] with `ACCOUNT_NOT_FOUND`, [`Error::Unreachable`].
    pub async fn ban_account(&self, request: BanAccountRequest) -> Result<AdminAccount, Error> {
        let answer = call!(self, accounts, "BanAccount", ban_account, request)?;
        answer.account.ok_or(NO_ACCOUNT)
    }

    /// Ends a ban.
    ///
    /// # Errors
    /// [`Error::Refused`] with `ACCOUNT_NOT_FOUND`, [`Error::Unreachable`].
    pub async fn unban_account(&self, request: UnbanAccountRequest) -> Result<AdminAccount, Error> {
        let answer = call!(self, accounts, "UnbanAccount", unban_account, request)?;
        answer.account.ok_or(NO_ACCOUNT)
    }

    /// Ends all sessions and revokes all personal access tokens of an account and its bots.
    ///
    /// # Errors
    /// [`Error::Refused`] with `ACCOUNT_NOT_FOUND`, [`Error::Unreachable`].
    pub async fn revoke_access(&self, request: RevokeAccessRequest) -> Result<RevokeAccessResponse, Error> {
        call!(self, accounts, "RevokeAccess", revoke_access, request)
    }

    /// Makes a player an operator, or takes that away.
    ///
    /// # Errors
    /// [`Error::Refused`] with `ACCOUNT_NOT_FOUND`, [`Error::Unreachable`].
    pub async fn set_operator(&self, request: SetOperatorRequest) -> Result<AdminAccount, Error> {
        let answer = call!(self, accounts, "SetOperator", set_operator, request)?;
        answer.account.ok_or(NO_ACCOUNT)
    }

    /// One page of the audit log, newest first.
    ///
    /// # Errors
    /// [`Error::Refused`] with `INVALID_PAGE_TOKEN`, [`Error::Unreachable`].
    pub async fn list_audit_events(&self, request: ListAuditEventsRequest) -> Result<ListAuditEventsResponse, Error> {
        call!(self, accounts, "ListAuditEvents", list_audit_events, request)
    }

    /// Makes a new signing key.
    ///
    /// # Errors
    /// [`Error::Refused`] with `KEYS_READ_ONLY`, [`Error::Unreachable`].
    pub async fn rotate_signing_key(&self) -> Result<RotateSigningKeyResponse, Error> {
        let request = RotateSigningKeyRequest {};
        call!(self, accounts, "RotateSigningKey", rotate_signing_key, request)
    }

    /// Ends a table without a result, whatever goes on at it. An empty `request_id` is filled in.
    ///
    /// # Errors
    /// [`Error::Refused`] with `TABLE_NOT_LIVE` or `GAME_OVER`, [`Error::Unreachable`].
    pub async fn close_table(&self, mut request: CloseTableRequest) -> Result<TableState, Error> {
        if request.request_id.is_empty() {
            request.request_id = RequestId::random().to_string();
        }
        let answer = call!(self, tables, "CloseTable", close_table, request)?;
        answer.state.ok_or(Error::Protocol("an answer lacks the table's state"))
    }

    /// One page of the finished tables that could not be recorded in the archive, oldest first.
    ///
    /// # Errors
    /// [`Error::Refused`] with `INVALID_PAGE_TOKEN`, [`Error::Unreachable`].
    pub async fn list_dead_letters(&self, request: ListDeadLettersRequest) -> Result<ListDeadLettersResponse, Error> {
        call!(self, tables, "ListDeadLetters", list_dead_letters, request)
    }

    /// Puts a dead letter back among the finished tables, to be recorded again. An empty `request_id` is filled in.
    ///
    /// # Errors
    /// [`Error::Refused`] with `TABLE_NOT_LIVE`, [`Error::Unreachable`].
    pub async fn requeue_dead_letter(&self, mut request: RequeueDeadLetterRequest) -> Result<(), Error> {
        if request.request_id.is_empty() {
            request.request_id = RequestId::random().to_string();
        }
        call!(self, tables, "RequeueDeadLetter", requeue_dead_letter, request)?;
        Ok(())
    }

    /// Annuls a game that is over. An empty `request_id` is filled in.
    ///
    /// # Errors
    /// [`Error::Refused`] with `GAME_NOT_FOUND`, [`Error::Unreachable`].
    pub async fn annul_game(&self, mut request: AnnulGameRequest) -> Result<Game, Error> {
        if request.request_id.is_empty() {
            request.request_id = RequestId::random().to_string();
        }
        let answer = call!(self, games, "AnnulGame", annul_game, request)?;
        answer.game.ok_or(Error::Protocol("an answer lacks the game"))
    }

    /// Where the result feed is.
    ///
    /// # Errors
    /// [`Error::Unreachable`].
    pub async fn feed(&self) -> Result<Feed, Error> {
        let answer = call!(self, games, "GetFeed", get_feed, GetFeedRequest {})?;
        answer.feed.ok_or(NO_FEED)
    }

    /// Starts another epoch of the result feed, after the one with this id.
    ///
    /// # Errors
    /// [`Error::Refused`] with `STALE_EPOCH`, [`Error::Unreachable`].
    pub async fn start_feed_epoch(&self, current_epoch: &str) -> Result<Feed, Error> {
        let request = StartFeedEpochRequest {
            current_epoch: current_epoch.to_owned(),
        };
        let answer = call!(self, games, "StartFeedEpoch", start_feed_epoch, request)?;
        answer.feed.ok_or(NO_FEED)
    }

    /// How far the ratings have come.
    ///
    /// # Errors
    /// [`Error::Unreachable`].
    pub async fn rating_state(&self) -> Result<GetRatingStateResponse, Error> {
        call!(
            self,
            ratings,
            "GetRatingState",
            get_rating_state,
            GetRatingStateRequest {}
        )
    }

    /// Has all ratings made anew, after the epoch with this id; answers the epoch that is.
    ///
    /// # Errors
    /// [`Error::Refused`] with `STALE_EPOCH`, [`Error::Unreachable`].
    pub async fn rebuild_ratings(&self, epoch: &str) -> Result<String, Error> {
        let request = RebuildRatingsRequest {
            epoch: epoch.to_owned(),
        };
        Ok(call!(self, ratings, "RebuildRatings", rebuild_ratings, request)?.epoch)
    }

    /// Has all ratings made a second time, and compared; tells how it goes. A stream that breaks has to be opened anew, and the
    /// verification begins anew.
    ///
    /// # Errors
    /// [`Error::Refused`] with `OVERLOADED`, or when nobody answers.
    pub async fn verify_ratings(&self) -> Result<Streaming<VerifyRatingsResponse>, Error> {
        // Without the time that other calls have: it takes as long as the feed is long.
        let request = self
            .session
            .access()
            .bearer()
            .sign(Request::new(VerifyRatingsRequest {}));
        let opened = self.ratings().verify_ratings(request).await;
        opened.map(Response::into_inner).map_err(|status| Error::Refused {
            call: "VerifyRatings",
            refused: Box::new(status.into()),
        })
    }

    fn accounts(&self) -> AdminServiceClient<Channel> {
        AdminServiceClient::new(self.session.corners().accounts_channel())
    }

    fn games(&self) -> GameAdminServiceClient<Channel> {
        GameAdminServiceClient::new(self.session.corners().archive_channel())
    }

    fn ratings(&self) -> RatingAdminServiceClient<Channel> {
        RatingAdminServiceClient::new(self.session.corners().rating_channel())
    }

    fn tables(&self) -> TableAdminServiceClient<Channel> {
        TableAdminServiceClient::new(self.session.corners().channel())
    }
}

const NO_ACCOUNT: Error = Error::Protocol("an answer lacks the account");
const NO_FEED: Error = Error::Protocol("an answer lacks the feed");
