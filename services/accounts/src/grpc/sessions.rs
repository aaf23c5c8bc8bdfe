//! The caller's sessions.

use corners_proto::accounts::v1::{
    ListSessionsRequest, ListSessionsResponse, RevokeSessionRequest, RevokeSessionResponse, SignOutRequest,
    SignOutResponse,
};
use corners_proto::error::{Reason, Refusal};
use corners_proto::ids::{AccountId, SessionId};
use corners_service::auth::{Caller, Source, caller};
use tonic::{Request, Status};

use super::tokens::revoke_session;
use super::{parse, views};
use crate::accounts::Accounts;
use crate::call::Call;
use crate::domain::{Action, Session};
use crate::refusals::unavailable;
use crate::store::Write;

impl Accounts {
    pub(super) async fn sign_out(&self, request: Request<SignOutRequest>) -> Result<SignOutResponse, Status> {
        let (call, caller) = (self.call(&request), caller(&request)?);
        if let Some(id) = current(&caller)
            && let Some(session) = self.store.session(id).await.map_err(unavailable)?
            && session.account == caller.account
        {
            self.end_session(&call, &session).await?;
        }
        Ok(SignOutResponse {})
    }

    pub(super) async fn list_sessions(
        &self,
        request: Request<ListSessionsRequest>,
    ) -> Result<ListSessionsResponse, Status> {
        let (call, caller) = (self.call(&request), caller(&request)?);
        let sessions = self.live_sessions(&call, caller.account).await?;
        let current = current(&caller);
        Ok(ListSessionsResponse {
            sessions: sessions
                .iter()
                .map(|session| views::session(session, current))
                .collect(),
        })
    }

    pub(super) async fn revoke_session(
        &self,
        request: Request<RevokeSessionRequest>,
    ) -> Result<RevokeSessionResponse, Status> {
        let (call, caller) = (self.call(&request), caller(&request)?);
        let id: SessionId = parse::only_id("session", &request.get_ref().session)?;
        match self.store.session(id).await.map_err(unavailable)? {
            Some(session) if session.account == caller.account => self.end_session(&call, &session).await?,
            Some(_) => return Err(session_not_found()),
            // Nobody knows the id of another's session that has ended.
            None if self.store.revocation(id.into()).await.map_err(unavailable)?.is_some() => {}
            None => return Err(session_not_found()),
        }
        Ok(RevokeSessionResponse {})
    }

    /// The account's sessions that have not expired, newest first.
    pub(super) async fn live_sessions(&self, call: &Call, account: AccountId) -> Result<Vec<Session>, Status> {
        let mut sessions = self.store.sessions(account).await.map_err(unavailable)?;
        sessions.retain(|session| call.now_ms < session.expires_at_ms);
        Ok(sessions)
    }

    async fn end_session(&self, call: &Call, session: &Session) -> Result<(), Status> {
        let mut record = call.record(Action::SessionRevoke, Some(session.account), Some(session.account));
        record.subject = session.id.to_string();
        let mut ended = session.clone();
        // It may be refreshed at this moment: what comes of that is good for no longer than this.
        ended.access_until_ms = ended.access_until_ms.max(self.access_until_ms(call));
        let writes = vec![
            Write::DeleteSession(session.id),
            revoke_session(&ended, call.now_ms),
            Write::Record(record),
        ];
        self.store(call, writes).await?;
        Ok(())
    }
}

/// The session that the caller's token belongs to.
pub(super) const fn current(caller: &Caller) -> Option<SessionId> {
    match caller.source {
        Source::Session(id) => Some(id),
        Source::Personal(_) | Source::Operator => None,
    }
}

fn session_not_found() -> Status {
    Refusal::new(Reason::SessionNotFound, "you have no such session").into()
}
